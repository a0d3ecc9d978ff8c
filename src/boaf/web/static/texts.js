/* The game as texts to hand on: what was achieved, the board, the moves, and the command for the same position. */

import { count } from "./dom.js";
import { titleOf } from "./status.js";

const FEATHER = "🪶";

/** What was achieved, without a word about how: title, difficulty, result. */
export function resultText(game, record, winner) {
  const { origin, board, played } = game;
  const feathers = origin.difficulty ? ` ${FEATHER.repeat(origin.difficulty)}` : "";
  const { hints, undos } = record;
  const result = {
    you: "Won without help",
    hints: `Won with ${count(Math.max(1, hints), "hint")}`,
    machine: "Solved by the machine",
    link: "Finished from a shared position",
  }[winner];
  const back = undos > 0 ? `, ${count(undos, "move")} taken back` : "";
  const won = `${result} in ${count(played.length, "move")}${back}`;
  const end = board.isSolved ? won : "Can you bring all cards together?";
  return `Birds of a Feather · ${titleOf(origin)}${feathers}\n${end}`;
}

/** The board on lines, as boaf reads it. */
export function boardLines(board) {
  return board.text.replaceAll(" / ", "\n");
}

/** Moves with their numbers, as a list on lines. */
export function numbered(moves, first = 1) {
  return moves.map((move, k) => `${first + k}. ${move}`).join("\n");
}

/** The command that opens the same position. */
export function commandFor(game) {
  const { origin, played, board } = game;
  if (origin.seed === null || played.length > 0) return `boaf analyze "${board.text}"`;
  const size = board.rows === 4 && board.cols === 4 ? "" : ` --rows ${board.rows} --cols ${board.cols}`;
  return `boaf analyze ${origin.seed < 0 ? "-- " : ""}${origin.seed}${size}`;
}
