/* What each question is answered with: generators that yield between two portions of work and return the answer. */

import { explainLoss } from "./reasons.js";
import { graphOf } from "./graph.js";
import { NARROW, Status } from "./machine.js";
import { think } from "./players.js";
import { predictions } from "./predict.js";
import { rate } from "./rating.js";
import { CollapseSets, decide, Limits, searchShortly } from "./solver.js";

const SHORT = 300;
const MANY = 5;
const PAIRS = 2 ** 28;

/** By path, functions of the machine, the board asked about, the body of the question, and what `resources` has for it. */
export const ANSWERS = {
  *graph(_machine, board) {
    return graphOf(board);
  },

  *solve(machine, board) {
    const began = performance.now();
    const { verdict, moves, nodes } = yield* decide(machine, board, new Limits(board));
    return { verdict, moves: replayed(board, moves), nodes, seconds: (performance.now() - began) / 1000 };
  },

  *analyze(machine, board) {
    const limits = new Limits(board);
    const fates = yield* fatesOf(machine, board, limits);
    const verdicts = fates.map(({ verdict }) => verdict);
    const isWon = board.isSolved || verdicts.includes("solvable");
    const verdict = isWon ? "solvable" : verdicts.includes("unknown") ? "unknown" : "unsolvable";
    return { verdict, moves: fates };
  },

  *history(machine, board, { moves }) {
    const limits = new Limits(board);
    const positions = [board];
    for (const text of moves) {
      const move = positions.at(-1).readMove(text);
      if (!move) throw new RangeError(`${text} is not a legal move`);
      positions.push(positions.at(-1).push(move));
    }
    const verdicts = yield* verdictsOf(machine, positions, limits);
    const lostAt = verdicts.indexOf("unsolvable");
    return { verdicts, lost_at: lostAt < 0 ? null : lostAt };
  },

  *explain(machine, board) {
    return yield* explainLoss(machine, board, new Limits(board));
  },

  *rate(machine, board, _body, { players, model }) {
    return yield* rate(machine, players, model, board, new Limits(board));
  },

  *think(machine, board, body, { players }) {
    return yield* think(machine, players, board, body, new Limits(board));
  },

  *predict(machine, board, _body, { players, model }) {
    const { verdict } = yield* decide(machine, board, new Limits(board));
    return { verdict, predictions: predictions(players, model, board) };
  },
};

/** The moves of a solution as texts; a solution that breaks the rules is an error. */
function replayed(board, moves) {
  const texts = [];
  for (const [from, to] of moves) {
    texts.push(board.move(from, to).text);
    board = board.push({ from, to });
  }
  if (texts.length > 0 && !board.isSolved) throw new Error("the kernel gave moves that do not solve the board");
  return texts;
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
