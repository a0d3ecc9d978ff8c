/* What each question is answered with: generators that yield between two portions of work and return the answer. */

import { findBestScore } from "./best_score.js";
import { findPuzzles } from "./generate.js";
import { NARROW, Status } from "./machine.js";
import { think } from "./players.js";
import { predictions } from "./predict.js";
import { rate } from "./rating.js";
import { explainLoss } from "./reasons.js";
import { CollapseSets, decide, searchShortly } from "./solver.js";

const SHORT = 300;
const MANY = 5;
const PAIRS = 2 ** 28;

/** By name, functions of the machine, the board asked about, the limits, what else was asked, and what `resources` has
    for it. */
export const ANSWERS = {
  *solve(machine, board, limits) {
    const began = performance.now();
    const { verdict, moves, nodes } = yield* decide(machine, board, limits);
    const { texts, end } = replayed(board, moves);
    if (verdict === "solvable" && !end.isSolved) throw new Error("the kernel gave moves that do not solve the board");
    return { verdict, moves: texts, nodes, seconds: secondsSince(began) };
  },

  *bestScore(machine, board, limits) {
    const began = performance.now();
    const found = yield* findBestScore(machine, board, limits);
    return { ...found, moves: replayed(board, found.moves).texts, seconds: secondsSince(began) };
  },

  *analyze(machine, board, limits) {
    const fates = yield* fatesOf(machine, board, limits);
    const verdicts = fates.map(({ verdict }) => verdict);
    const isWon = board.isSolved || verdicts.includes("solvable");
    const verdict = isWon ? "solvable" : verdicts.includes("unknown") ? "unknown" : "unsolvable";
    return { verdict, moves: fates };
  },

  *history(machine, board, limits, { moves }) {
    const positions = [board];
    for (const text of moves) positions.push(positions.at(-1).push(text));
    const verdicts = yield* verdictsOf(machine, positions, limits);
    const lostAt = verdicts.indexOf("unsolvable");
    return { verdicts, lost_at: lostAt < 0 ? null : lostAt };
  },

  *explain(machine, board, limits) {
    return yield* explainLoss(machine, board, limits);
  },

  *rate(machine, board, limits, _asked, { players, model }) {
    return yield* rate(machine, players, model, board, limits);
  },

  *generate(machine, _board, limits, wish, { players, model }) {
    return yield* findPuzzles(machine, players, model, limits, wish, (board, moves) => replayed(board, moves).texts);
  },

  *think(machine, board, limits, asked, { players }) {
    return yield* think(machine, players, board, asked, limits);
  },

  *predict(machine, board, limits, _asked, { players, model }) {
    const { verdict } = yield* decide(machine, board, limits);
    return { verdict, predictions: predictions(players, model, board) };
  },
};

function secondsSince(began) {
  return (performance.now() - began) / 1000;
}

/** Moves that are pairs of cells as texts, and the board after them; a move that breaks the rules is an error. */
function replayed(board, moves) {
  const texts = [];
  let end = board;
  for (const [from, to] of moves) {
    texts.push(end.move(from, to).text);
    end = end.push({ from, to });
  }
  return { texts, end };
}

/** Every legal move with the verdict on the board after it. */
function* fatesOf(machine, board, limits) {
  const moves = board.legalMoves;
  const verdicts = [];
  for (const move of moves) verdicts.push(yield* searchShortly(machine, board.push(move), SHORT, limits));
  const open = moves.map((_, k) => k).filter((k) => verdicts[k] === "unknown");
  const keeps = open.length >= MANY ? yield* keepingMoves(machine, board, limits) : null;
  for (const k of open) {
    if (keeps) verdicts[k] = keeps(moves[k]) ? "solvable" : "unsolvable";
    else if (!limits.areReached) verdicts[k] = (yield* decide(machine, board.push(moves[k]), limits)).verdict;
  }
  return moves.map((move, k) => ({ move: move.text, verdict: verdicts[k] }));
}

/** Tells of a move whether it keeps the board solvable, from its collapse sets; null if there are too many of these. */
function* keepingMoves(machine, board, limits) {
  if (board.stackCount > NARROW) return null;
  const sets = new CollapseSets(machine, board);
  return (yield* sets.tryPairs(PAIRS, limits)) === Status.DONE ? sets.fates() : null;
}

/** The verdicts on the positions of a game. What is solvable was so before, and what is unsolvable stays so; so the end
    is asked about first, and then the middle of what is open. */
function* verdictsOf(machine, positions, limits) {
  const verdicts = positions.map(() => "unknown");
  let open = positions.map((_, k) => k);
  let place = open.length - 1;
  while (open.length > 0 && !limits.areReached) {
    const [number] = open.splice(place, 1);
    const { verdict } = yield* decide(machine, positions[number], limits);
    if (verdict === "solvable") {
      verdicts.fill(verdict, 0, number + 1);
      open = open.filter((other) => other > number);
    } else if (verdict === "unsolvable") {
      verdicts.fill(verdict, number);
      open = open.filter((other) => other < number);
    }
    place = Math.floor(open.length / 2);
  }
  return verdicts;
}
