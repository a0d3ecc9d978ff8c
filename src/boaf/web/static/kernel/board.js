/* The rules. A board never changes: push gives another board.

   Cells are numbered row by row from 0; a cell is a list of cards, top first, and empty when nothing stands there.
   A move is {from, to, text}: two cells, and the two top cards written 7H-6C. */

import { matches } from "./cards.js";
import { BoafError, IllegalMoveError, quoted, requireWhole, shown } from "./errors.js";

const EMPTY = "--";
const MOST_CELLS = 2 ** 20;

export class Board {
  constructor(rows, cols, stacks) {
    requireWhole("rows", rows, 1, MOST_CELLS);
    requireWhole("cols", cols, 1, MOST_CELLS);
    const isCard = (card) => Boolean(card?.numeric);
    const isStack = (stack) => Array.isArray(stack) && stack.every(isCard);
    if (!Array.isArray(stacks) || stacks.length !== rows * cols || !stacks.every(isStack)) {
      throw new BoafError(`a ${rows} × ${cols} board has ${rows * cols} stacks, each a list of cards (see parse and parseCard)`);
    }
    Object.assign(this, { rows, cols, stacks });
    Object.freeze(this);
  }

  /** The board on one line, as `parse` reads it. */
  get text() {
    const name = this.stacks.flat().every((card) => card.isStandard) ? "text" : "numeric";
    const cells = this.stacks.map((stack) => stack.map((card) => card[name]).join("+") || EMPTY);
    const row = (r) => cells.slice(r * this.cols, (r + 1) * this.cols).join(" ");
    return Array.from({ length: this.rows }, (_, r) => row(r)).join(" / ");
  }

  /** The top card of a cell, or null. */
  top(cell) {
    return this.stacks[cell]?.[0] ?? null;
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
    for (const cell of [from, to]) if (!this.top(cell)) throw new BoafError(`there is no stack in cell ${shown(cell)}`);
    return { from, to, text: `${this.top(from).text}-${this.top(to).text}` };
  }

  /** The legal move that a text such as 7H-6C names here, or null. */
  readMove(text) {
    const [from, to] = String(text).split("-").map((card) => this.cellOf(card));
    return from >= 0 && to >= 0 && this.objection(from, to) === null ? this.move(from, to) : null;
  }

  /** The board after a legal move, given as its text or as {from, to}. */
  push(move) {
    const { from, to } = move instanceof Object ? move : this.#cellsOf(String(move));
    const objection = this.objection(from, to);
    if (objection) throw new IllegalMoveError(this.#inWords(from, to, objection), objection);
    const stacks = this.stacks.slice();
    stacks[to] = [...stacks[from], ...stacks[to]];
    stacks[from] = [];
    return new Board(this.rows, this.cols, stacks);
  }

  /** The cells of the two cards of a move, which must both be top cards. */
  #cellsOf(text) {
    const cards = text.split("-");
    if (cards.length !== 2) throw new IllegalMoveError(`move ${quoted(text)}: write it as two cards, such as 7H-6C`, "empty");
    const [from, to] = cards.map((card) => this.cellOf(card));
    const missing = cards[[from, to].indexOf(-1)];
    if (missing !== undefined) throw new IllegalMoveError(`${text}: ${missing} is not the top card of a stack`, "empty");
    return { from, to };
  }

  #inWords(from, to, objection) {
    if (objection === "empty") return `there is no stack in cell ${this.top(from) ? to : from}`;
    const [one, other] = [from, to].map((cell) => this.top(cell).text);
    const reason = {
      self: "a stack cannot move onto itself",
      line: `${one} and ${other} share neither a row nor a column`,
      card: `${one} and ${other} share no suit and their ranks are not neighbours`,
    }[objection];
    return `${one}-${other}: ${reason}`;
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
