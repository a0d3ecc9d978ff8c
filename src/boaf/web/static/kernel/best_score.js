/* The best score of a board: the largest sum of squares of stack heights that play can reach, as boaf.best_score.

   Play can end in the stacks S1 … Sk exactly when each Si, as a board of its own, can be collapsed. So the best score is
   the largest sum of squares over the partitions into sets that can be collapsed. Parts that are not connected by card
   and by position are problems of their own. In a part, sets that could be the heaviest are tried by the number of
   stacks that they leave out, until no set that is left allows for a better score. */

import { Board } from "./board.js";
import { matchesOf, partsOf } from "./graph.js";
import { decide, stacksOf } from "./solver.js";

const SETS_AT_ONCE = 1000;

/** {verdict, score, bound, moves, nodes}, the moves as pairs of cells. */
export function* findBestScore(machine, board, limits) {
  const solver = new Partitions(machine, board, limits);
  const found = yield* solver.best(stacksOf(board).map(({ cell }) => cell));
  const moves = [...found.moves];
  let end = moves.reduce((after, [from, to]) => after.push({ from, to }), board);
  if (end.score !== found.score) throw new Error("the moves do not reach the score");
  let verdict = end.isSolved ? "solvable" : "unsolvable";
  if (found.score < found.bound) {
    verdict = "unknown";
    for (let move = heaviestMove(end); move; move = heaviestMove(end)) {
      moves.push([move.from, move.to]);
      end = end.push(move);
    }
  }
  return { verdict, score: end.score, bound: found.bound, moves, nodes: solver.nodes };
}

/** The first of the moves that score most, if there is a move. */
function heaviestMove(board) {
  const gain = ({ from, to }) => board.stacks[from].length * board.stacks[to].length;
  return board.legalMoves.reduce((best, move) => (best && gain(best) >= gain(move) ? best : move), null);
}

/** The best partitions of sets of stacks of one board; a set is a list of cells in order. */
class Partitions {
  nodes = 0;
  #known = new Map();

  constructor(machine, board, limits) {
    Object.assign(this, { machine, board, limits });
    this.graphs = [matchesOf(board), linesOf(board)];
  }

  /** The best partition of a set: {score, bound, moves}. */
  *best(cells) {
    const name = cells.join(" ");
    if (!this.#known.has(name)) {
      const parts = this.#parts(cells);
      const best = [];
      for (const part of parts) best.push(yield* parts.length === 1 ? this.#bestOfPart(part) : this.best(part));
      const total = (what) => best.reduce((sum, partition) => sum + partition[what], 0);
      this.#known.set(name, { score: total("score"), bound: total("bound"), moves: best.flatMap(({ moves }) => moves) });
    }
    return this.#known.get(name);
  }

  /** The parts of a set that never meet. */
  #parts(cells) {
    for (const graph of this.graphs) {
      const [first] = partsOf(graph, cells);
      if (first && first.length < cells.length) {
        return [...this.#parts(first), ...this.#parts(cells.filter((cell) => !first.includes(cell)))];
      }
    }
    return [cells];
  }

  *#bestOfPart(cells) {
    const heights = cells.map((cell) => this.board.stacks[cell].length);
    const total = sum(heights);
    const lightest = heights.toSorted((one, other) => one - other);
    let best = { score: sum(heights.map((height) => height ** 2)), bound: total ** 2, moves: [] };
    const whole = yield* this.#collapse(cells);
    if (whole.verdict === "solvable") return { score: total ** 2, bound: total ** 2, moves: whole.moves };
    if (whole.verdict === "unknown") return best;
    for (let out = 1; out < cells.length; out++) {
      const bound = most(total, total - sum(lightest.slice(0, out)));
      if (bound <= best.score) break;
      for (const left of combinations(cells.length, out)) {
        if (this.limits.nodesLeft(this.nodes) === 0) return { ...best, bound: Math.max(bound, best.score) };
        if (++this.nodes % SETS_AT_ONCE === 0) yield;
        const weight = total - sum(left.map((k) => heights[k]));
        const kept = cells.filter((_, k) => !left.includes(k));
        if (most(total, weight) <= best.score || this.#parts(kept).length > 1) continue;
        const { verdict, moves } = yield* this.#collapse(kept);
        if (verdict === "unknown") return { ...best, bound: Math.max(bound, best.score) };
        if (verdict === "unsolvable") continue;
        const rest = yield* this.best(left.map((k) => cells[k]));
        if (weight ** 2 + rest.score > best.score) {
          best = { score: weight ** 2 + rest.score, bound: 0, moves: [...moves, ...rest.moves] };
        }
      }
    }
    return { ...best, bound: best.score };
  }

  /** Whether a set can be collapsed, and how. */
  *#collapse(cells) {
    if (cells.length === 1) return { verdict: "solvable", moves: [] };
    const stacks = this.board.stacks.map((stack, cell) => (cells.includes(cell) ? stack : []));
    const own = new Board(this.board.rows, this.board.cols, stacks);
    const found = yield* decide(this.machine, own, this.limits.after(this.nodes));
    this.nodes += found.nodes;
    return found;
  }
}

/** Which stacks are in line. */
function linesOf(board) {
  const cells = stacksOf(board).map(({ cell }) => cell);
  return new Map(cells.map((one) => [one, cells.filter((other) => other !== one && board.isInLine(one, other))]));
}

/** The most that stacks of `total` cards can score if none has more than `heaviest`. */
function most(total, heaviest) {
  return Math.floor(total / heaviest) * heaviest ** 2 + (total % heaviest) ** 2;
}

/** The sets of `size` numbers below `count`, in the order of the binary numbers whose digits they are. */
function* combinations(count, size) {
  const chosen = Array.from({ length: size }, (_, k) => k);
  for (;;) {
    yield chosen.slice();
    let k = 0;
    while (k < size && chosen[k] + 1 === (chosen[k + 1] ?? count)) {
      chosen[k] = k;
      k += 1;
    }
    if (k === size) return;
    chosen[k] += 1;
  }
}

function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}
