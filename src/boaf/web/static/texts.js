/* The game as texts to hand on: what was achieved, the board, the moves, and the command for the same position. */

import { t } from "./messages.js";
import { starText } from "./outcome.js";
import { flightLine, legendOf } from "./review.js";
import { titleOf } from "./status.js";

/** What was achieved, without a word about how: title, stars, and one sign for each move where it was reviewed. */
export function resultText(game, { merit, stars, review, isPlain, streak }) {
  const { origin, board } = game;
  const head = `${t("game.name")} · ${titleOf(origin, board)}`;
  if (!board.isSolved) return `${head}\n${t("share.challenge")}`;
  const rated = isPlain ? (stars ? ` ${stars}/3` : "") : stars ? ` ${starText(stars)}` : "";
  const lines = [head + rated, merit];
  if (streak > 1) lines.push(t("today.streak", { n: streak }));
  if (review?.length) lines.push(flightLine(review, isPlain), ...(isPlain ? [legendOf(review, true).join(", ")] : []));
  return lines.join("\n");
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
