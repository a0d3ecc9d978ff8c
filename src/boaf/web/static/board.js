/* The rules. A board never changes: push gives another board.

   Cells are numbered row by row from 0; a cell is a list of cards, top first, and empty when nothing stands there.
   A move is {from, to, text}: two cells, and the two top cards written 7H-6C. */

import { matches, parseCard } from "./cards.js";

const EMPTY = "--";

export class Board {
  constructor(rows, cols, stacks) {
    Object.assign(this, { rows, cols, stacks });
    Object.freeze(this);
  }

  /** Read a board as the server writes it: rows separated by " / ", cells by spaces, 7H+6C for a stack with 7H on top. */
  static parse(text) {
    const grid = text.split("/").map((row) => row.trim().split(/\s+/));
    const cols = grid[0].length;
    const stacks = grid.flat().map((cell) => (cell === EMPTY ? [] : cell.split("+").map(parseCard)));
    const cards = stacks.flat();
    const isGood =
      cards.length > 0 &&
      grid.every((row) => row.length === cols) &&
      cards.every((card) => card !== null) &&
      new Set(cards).size === cards.length;
    if (!isGood) throw new RangeError(`this is not a board: ${text}`);
    return new Board(grid.length, cols, stacks);
  }

  /** The board on one line, as parse and the server read it. */
  get text() {
    const name = this.stacks.flat().every((card) => card.isStandard) ? "text" : "numeric";
    const cells = this.stacks.map((stack) => stack.map((card) => card[name]).join("+") || EMPTY);
    const row = (r) => cells.slice(r * this.cols, (r + 1) * this.cols).join(" ");
    return Array.from({ length: this.rows }, (_, r) => row(r)).join(" / ");
  }

  top(cell) {
    return this.stacks[cell][0] ?? null;
  }

  /** The cell of the stack that this card tops, or -1. */
  cellOf(text) {
    return this.stacks.findIndex((stack) => stack[0]?.text === text);
  }

  /** Why the stack of one cell may not move onto that of another: "empty", "self", "line" or "card"; null if it may. */
  objection(from, to) {
    const [one, other] = [this.top(from), this.top(to)];
    if (!one || !other) return "empty";
    if (from === to) return "self";
    if (!this.isInLine(from, to)) return "line";
    return matches(one, other) ? null : "card";
  }

  /** The cells onto which the stack of a cell may move. */
  targets(from) {
    return this.stacks.map((_, to) => to).filter((to) => this.objection(from, to) === null);
  }

  /** Every legal move: row by row, each pair of cells in both directions, then the columns. */
  get legalMoves() {
    const range = (length) => Array.from({ length }, (_, k) => k);
    const lines = [
      ...range(this.rows).map((r) => range(this.cols).map((c) => r * this.cols + c)),
      ...range(this.cols).map((c) => range(this.rows).map((r) => r * this.cols + c)),
    ];
    const moves = [];
    for (const line of lines) {
      const occupied = line.filter((cell) => this.stacks[cell].length > 0);
      occupied.forEach((one, k) => {
        for (const other of occupied.slice(k + 1)) {
          if (matches(this.top(one), this.top(other))) moves.push(this.move(one, other), this.move(other, one));
        }
      });
    }
    return moves;
  }

  move(from, to) {
    return { from, to, text: `${this.top(from).text}-${this.top(to).text}` };
  }

  /** The legal move that a text such as 7H-6C names here, or null. */
  readMove(text) {
    const [from, to] = text.split("-").map((card) => this.cellOf(card));
    return from >= 0 && to >= 0 && this.objection(from, to) === null ? this.move(from, to) : null;
  }

  /** The board after a legal move. */
  push({ from, to }) {
    const objection = this.objection(from, to);
    if (objection) throw new RangeError(`not a legal move: ${objection}`);
    const stacks = this.stacks.slice();
    stacks[to] = [...stacks[from], ...stacks[to]];
    stacks[from] = [];
    return new Board(this.rows, this.cols, stacks);
  }

  get stackCount() {
    return this.stacks.filter((stack) => stack.length > 0).length;
  }

  /** The sum of the squares of the stack sizes. */
  get score() {
    return this.stacks.reduce((sum, stack) => sum + stack.length ** 2, 0);
  }

  /** The score of a win. */
  get bestScore() {
    return this.stacks.flat().length ** 2;
  }

  get isSolved() {
    return this.stackCount === 1;
  }

  get isOver() {
    return this.legalMoves.length === 0;
  }

  /** Whether two cells share a row or a column. */
  isInLine(one, other) {
    return Math.floor(one / this.cols) === Math.floor(other / this.cols) || one % this.cols === other % this.cols;
  }
}
