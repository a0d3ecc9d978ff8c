/* Deciding positions: the search of the kernel and its collapse sets take turns, as in boaf.solvers.endgame.

   Everything here is a generator that yields after some milliseconds of work and returns its answer. */

import { Status } from "./machine.js";

export const VERDICTS = ["unsolvable", "solvable", "unknown"];
const FIRST_PAIRS = 2 ** 25;
const NODES_AT_ONCE = { narrow: 5000, wide: 500 };
const PAIRS_AT_ONCE = { narrow: 2 ** 17, wide: 2 ** 14 };

/** How much work may be done: nodes for each search, seconds for the whole question. */
export class Limits {
  #maxNodes;
  #end;

  constructor({ maxNodes = Infinity, maxSeconds = Infinity } = {}) {
    this.#maxNodes = maxNodes;
    this.#end = performance.now() + 1000 * maxSeconds;
  }

  /** The same limits, with no more than this many nodes for each search. */
  atMost(nodes) {
    const fewer = new Limits({ maxNodes: Math.min(this.#maxNodes, nodes) });
    fewer.#end = this.#end;
    return fewer;
  }

  /** What is left of the limits after a number of nodes. */
  after(nodes) {
    return this.atMost(this.nodesLeft(nodes));
  }

  /** How many more nodes are allowed after a number of them; 0 when the time is up. */
  nodesLeft(nodes) {
    return this.areReached ? 0 : Math.max(this.#maxNodes - nodes, 0);
  }

  /** Whether the time is up. */
  get areReached() {
    return performance.now() >= this.#end;
  }
}

/** A search of one position, by the cells of its board. */
export class Search {
  nodes = 0;

  constructor(machine, board) {
    this.machine = machine;
    this.stacks = board.stackCount;
    const cells = board.stacks.map((_, cell) => ({ card: board.top(cell), cell }));
    this.width = machine.place(cells, board.cols);
    this.first = machine.call(this.width, "start", board.cols);
  }

  /** Search until `goal` nodes have been taken in all, or the limits; `spent` nodes went elsewhere. */
  *until(goal, limits, spent = 0) {
    let status = Status.PAUSED;
    while (status === Status.PAUSED) {
      const portion = Math.min(NODES_AT_ONCE[this.width], limits.nodesLeft(this.nodes + spent));
      const stop = Math.min(goal, this.nodes + portion);
      if (stop <= this.nodes) break;
      status = this.machine.call(this.width, "run", stop);
      this.nodes = this.machine.number(0);
      if (status === Status.PAUSED) yield;
    }
    return status;
  }

  moves() {
    this.machine.call(this.width, "complete");
    return this.machine.path(this.stacks - 1);
  }
}

/** The collapse sets of one position, by its stacks: all of them, or until there is a solution. */
export class CollapseSets {
  nodes = 0;

  constructor(machine, board, { onlyOne = false } = {}) {
    this.machine = machine;
    this.onlyOne = onlyOne;
    this.stacks = stacksOf(board);
    this.width = machine.place(this.stacks, board.cols);
    machine.call(this.width, "collapse_start", this.stacks.length);
  }

  /** Try about this many pairs: DONE, PAUSED, or FULL for lack of room; `spent` nodes went elsewhere. */
  *tryPairs(pairs, limits, spent = 0) {
    let status = Status.PAUSED;
    while (status === Status.PAUSED && pairs > 0 && limits.nodesLeft(this.nodes + spent) > 0) {
      status = this.machine.call(this.width, "collapse_run", PAIRS_AT_ONCE[this.width], this.onlyOne);
      this.nodes = this.machine.number(0);
      pairs -= PAIRS_AT_ONCE[this.width];
      if (status === Status.PAUSED) yield;
    }
    return status;
  }

  /** The moves of a solution as pairs of cells, null if there is none; all sets must have been found. */
  moves() {
    if (!this.machine.call(this.width, "collapse_goal")) return null;
    const [set, top, cell] = [0, 1, 2].map((k) => this.machine.number(k));
    return this.#movesTo(set, top, cell).map((pair) => pair.map((number) => this.stacks[number].cell));
  }

  #movesTo(set, top, cell) {
    if (set < this.stacks.length) return [];
    this.machine.call(this.width, "collapse_move", set, top, cell);
    const [parent, child, before, covered] = [0, 1, 2, 3].map((k) => this.machine.number(k));
    return [...this.#movesTo(parent, top, before), ...this.#movesTo(child, covered, cell), [before, cell]];
  }

  /** How many sets of two or more stacks can be collapsed on the way to a solution. */
  get count() {
    return this.machine.call(this.width, "collapse_count");
  }

  /** Tells of a move whether it keeps the board solvable; all sets must have been found. */
  fates() {
    const numbers = new Map(this.stacks.map(({ cell }, number) => [cell, number]));
    this.machine.call(this.width, "fates");
    return ({ from, to }) => this.machine.call(this.width, "keeps", numbers.get(from), numbers.get(to)) !== 0;
  }
}

/** The stacks of a board as {card, cell}. */
export function stacksOf(board) {
  return board.stacks.flatMap((stack, cell) => (stack.length > 0 ? [{ card: stack[0], cell }] : []));
}

/** The verdict on a position, with a solution as pairs of cells and the nodes it took; another machine may search. */
export function* decide(machine, board, limits, searching = machine) {
  const search = new Search(searching, board);
  let [goal, pairs, sets, mayCollapse] = [search.first, FIRST_PAIRS, null, true];
  for (;;) {
    const status = yield* search.until(goal, limits, sets?.nodes);
    const nodes = () => search.nodes + (sets?.nodes ?? 0);
    if (status === Status.SOLVED) return { verdict: "solvable", moves: search.moves(), nodes: nodes() };
    if (status === Status.EXHAUSTED) return { verdict: "unsolvable", moves: [], nodes: nodes() };
    if (mayCollapse && limits.nodesLeft(nodes()) > 0) {
      sets ??= new CollapseSets(machine, board, { onlyOne: true });
      const collapsed = yield* sets.tryPairs(pairs, limits, search.nodes);
      if (collapsed === Status.DONE) {
        const moves = sets.moves();
        return { verdict: moves ? "solvable" : "unsolvable", moves: moves ?? [], nodes: nodes() };
      }
      mayCollapse = collapsed === Status.PAUSED;
    }
    if (limits.nodesLeft(nodes()) === 0) return { verdict: "unknown", moves: [], nodes: nodes() };
    [goal, pairs] = [4 * goal, 4 * pairs];
  }
}

/** The verdict on a position as far as a search of that many nodes finds it. */
export function* searchShortly(machine, board, nodes, limits) {
  const status = yield* new Search(machine, board).until(nodes, limits);
  return VERDICTS[status];
}
