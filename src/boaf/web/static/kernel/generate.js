/* Puzzles: numbered deals of a difficulty, the same for a seed as those of boaf.generate in Python.

   Deals are drawn one after another and kept if they certainly have the difficulty. A short count of games drops those
   that hardly have it, which saves most of the work. */

import { deal, draw } from "./deals.js";
import { BoafError } from "./errors.js";
import { CERTAIN, chanceOfLevel, levelsOf, LimitReached, rate } from "./rating.js";
import { decide } from "./solver.js";

const SCREENS = [100, 300];
const POSSIBLE = 0.02;
const MOST_NODES = 100_000;
const MOST_IN_A_ROW = 1000;

/** Puzzles as {board, rows, cols, seed, difficulty, score, certainty, solution}; fewer than asked for past the limits.
    `solutionOf` gives the texts of the moves of a solution that is pairs of cells. */
export function* findPuzzles(machine, players, model, limits, wish, solutionOf) {
  const { difficulty, rows, cols, count, seed } = wish;
  const levels = levelsOf(model, { rows, cols });
  const none = (why) => new BoafError(`no ${rows} × ${cols} board of difficulty ${difficulty} was found: ${why}`, "noPuzzle");
  if (!levels.includes(difficulty)) throw none(`the difficulties there are ${levels.join(", ")}`);
  const [puzzles, seen] = [[], new Set()];
  for (let number = 0, last = -1; puzzles.length < count; number++) {
    const drawn = draw(seed, number);
    const board = deal(drawn, rows, cols);
    const found = seen.has(board.text) ? null : yield* puzzleIfFit(machine, players, model, limits, board, difficulty);
    if (limits.areReached) break;
    if (found) {
      const { moves, ...rating } = found;
      puzzles.push({ board: board.text, rows, cols, seed: drawn, ...rating, solution: solutionOf(board, moves) });
      seen.add(board.text);
      last = number;
    } else if (number - last >= MOST_IN_A_ROW) {
      throw none(`${MOST_IN_A_ROW.toLocaleString("en")} deals in a row have others`);
    }
  }
  return puzzles;
}

/** The rating and a solution of a board that certainly has a difficulty, else null. */
function* puzzleIfFit(machine, players, model, limits, board, level) {
  const own = limits.atMost(MOST_NODES);
  const { verdict, moves } = yield* decide(machine, board, own);
  if (verdict !== "solvable") return null;
  try {
    for (const games of SCREENS) {
      if ((yield* chanceOfLevel(players, model, board, level, games, own)) < POSSIBLE) return null;
    }
  } catch (error) {
    if (!(error instanceof LimitReached)) throw error;
    return null;
  }
  const { difficulty, score, certainty } = yield* rate(machine, players, model, board, own);
  return difficulty === level && certainty >= CERTAIN ? { difficulty, score, certainty, moves } : null;
}
