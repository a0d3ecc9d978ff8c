/* A game judged move by move, from the solver's exact verdicts: what each move was worth when it was made, the moves
   taken back included. From this come the spoiler-free line to share and the move that mattered. */

import { answer } from "./answers.js";
import { t } from "./messages.js";

const MOST_CELLS = 16;
const SYMBOLS = { only: "🟦", safe: "🟩", lost: "🟥", dead: "⬛", hint: "💡", back: "↩️", unknown: "⬜" };
const LETTERS = { only: "!", safe: ".", lost: "x", dead: "-", hint: "?", back: "<", unknown: "~" };

/** Everything that happened in a game, judged: [{kind, number, before, move, winning, moves}]; null for a large board.

    `kind` is "only" (the only winning move), "safe", "lost" (it lost the game), "dead" (it was lost already), "hint",
    "back" (a move taken back) or "unknown". */
export async function reviewGame(game, signal = undefined) {
  const { first } = game;
  if (first.rows * first.cols > MOST_CELLS) return null;
  const asked = new Map();
  const fates = (board) => {
    if (!asked.has(board.text)) asked.set(board.text, answer("analyze", { board: board.text }, signal));
    return asked.get(board.text);
  };
  const boards = [first];
  const found = [];
  for (const { text, by, back } of game.log) {
    if (back) {
      boards.length = Math.max(1, boards.length - back);
      found.push(...Array.from({ length: back }, () => ({ kind: "back" })));
      continue;
    }
    const before = boards.at(-1);
    const move = before.readMove(text);
    if (!move) return null;
    const { moves } = await fates(before);
    const winning = moves.filter(({ verdict }) => verdict === "solvable").length;
    const { verdict } = moves.find((one) => one.move === text);
    const kind = by === "hint" ? "hint" : kindOf(verdict, winning);
    found.push({ kind, number: boards.length, before, move: text, winning, moves });
    boards.push(before.push(move));
  }
  return found;
}

function kindOf(verdict, winning) {
  if (verdict === "solvable") return winning === 1 ? "only" : "safe";
  if (verdict === "unknown") return "unknown";
  return winning > 0 ? "lost" : "dead";
}

/** The moves as a line of symbols, or of letters for plain text. */
export function flightLine(review, isPlain = false) {
  const signs = isPlain ? LETTERS : SYMBOLS;
  return review.map(({ kind }) => signs[kind]).join("");
}

/** What the signs of the line mean, in one row for each kind that it has. */
export function legendOf(review, isPlain = false) {
  const kinds = Object.entries(isPlain ? LETTERS : SYMBOLS).filter(([kind]) => review.some((step) => step.kind === kind));
  return kinds.map(([kind, sign]) => `${sign} ${t(`flight.${kind}`)}`);
}

/** The move of a won game that was hardest to find: the smallest share of winning moves; null if every move won. */
export function turningPoint(review) {
  const made = review.filter(({ kind, winning, moves }) => kind !== "back" && winning > 0 && winning < moves.length);
  const share = ({ winning, moves }) => winning / moves.length;
  return made.toSorted((one, other) => share(one) - share(other))[0] ?? null;
}
