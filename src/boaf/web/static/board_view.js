/* The board as a grid of cells that can be seen, heard, tapped and walked over with the arrow keys.

   A stack is picked up and dropped in three ways, which all end in `onMove(from, to)`: two taps or clicks, two times
   Enter, or a drag (drag.js). While one is picked up only its legal targets are lit. */

import { announce } from "./announce.js";
import { stackFace } from "./card_face.js";
import { make } from "./dom.js";
import { listed, rich, t } from "./messages.js";
import { glide, refuse } from "./motion.js";
import { cardName, shortName, spoken } from "./names.js";

const DEALING = 900;
const WIDE = 1.6;
const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

export class BoardView {
  #grid;
  #cells = [];
  #focus = 0;
  #dealing = 0;
  #onMove;
  #onRefused;
  board = null;
  picked = null;

  /** `onMove(from, to, start)` makes a move; `onRefused(texts)` says why something cannot be done. */
  constructor(grid, onMove, onRefused) {
    this.#grid = grid;
    this.#onMove = onMove;
    this.#onRefused = onRefused;
    new ResizeObserver(() => this.#measure()).observe(grid);
    addEventListener("resize", () => this.#measure());
    grid.addEventListener("click", (event) => this.#clicked(this.cellAt(event.target)));
    grid.addEventListener("keydown", (event) => this.#keyed(event));
    grid.addEventListener("focusin", (event) => this.#focused(this.cellAt(event.target)));
  }

  /** The number of the cell that an element belongs to, or null. */
  cellAt(element) {
    const cell = element?.closest?.(".cell");
    return cell && this.#grid.contains(cell) ? Number(cell.dataset.cell) : null;
  }

  cell(number) {
    return this.#cells[number];
  }

  stack(number) {
    return this.#cells[number].querySelector(":scope > .stack:not(.under)");
  }

  /** Show a board; `step` says how it came about, so that the stack that moved can be seen moving. */
  show(board, step = { kind: "deal" }, start = null) {
    this.#grid.dispatchEvent(new CustomEvent("leave"));
    const [source, goal] = step.kind === "back" ? [step.to, step.from] : [step.from, step.to];
    const moved = ["move", "back"].includes(step.kind) && this.board !== null;
    const rect = moved ? (start ?? this.stack(source).getBoundingClientRect()) : null;
    const covered = moved && step.kind === "move" ? this.stack(goal) : null;
    if (this.board?.rows !== board.rows || this.board?.cols !== board.cols) this.#build(board);
    this.board = board;
    this.picked = null;
    this.#grid.classList.toggle("is-dealing", step.kind === "deal");
    clearTimeout(this.#dealing);
    this.#dealing = setTimeout(() => this.#grid.classList.remove("is-dealing"), DEALING);
    this.#cells.forEach((cell, k) => {
      const stack = board.stacks[k];
      cell.replaceChildren(...(stack.length > 0 ? [stackFace(stack)] : []));
    });
    if (moved) {
      covered?.classList.add("under");
      if (covered) this.#cells[goal].prepend(covered);
      glide(this.stack(goal), rect, () => covered?.remove());
    }
    if (step.kind === "move") this.#setFocus(step.to, this.#grid.contains(document.activeElement));
    this.#light();
  }

  /** Mark cells: {cell: "hint-from" | "hint-to" | "proof"}; what was marked before is not. */
  mark(marks) {
    this.#cells.forEach((cell, k) => {
      if (marks[k]) cell.dataset.mark = marks[k];
      else delete cell.dataset.mark;
    });
  }

  pick(cell) {
    this.picked = cell;
    this.#light();
  }

  focus() {
    this.#cells[this.#focus].focus({ preventScroll: true });
  }

  /** Go to the next legal target of what is picked up, or to the next stack that can move. */
  focusNext() {
    const isWanted = (cell) =>
      this.picked === null ? this.board.targets(cell).length > 0 : this.board.objection(this.picked, cell) === null;
    const cells = this.#cells.map((_, k) => (this.#focus + 1 + k) % this.#cells.length);
    const next = cells.find((cell) => this.board.stacks[cell].length > 0 && isWanted(cell));
    if (next !== undefined) this.#setFocus(next, true);
  }

  /** Try to move; says why not when it is not legal. */
  drop(to, start = null) {
    const from = this.picked;
    const isLegal = this.board.objection(from, to) === null;
    this.pick(null);
    if (isLegal) this.#onMove(from, to, start);
    else if (from !== to) this.#object(from, to);
    return isLegal;
  }

  /** Whether the whole board can be in view, so that a finger on it need not scroll. */
  get fits() {
    return this.#grid.classList.contains("does-fit");
  }

  #measure() {
    this.#grid.classList.toggle("does-fit", this.#grid.offsetHeight <= innerHeight * 0.9);
  }

  /** The whole board in words, row by row. */
  describe() {
    const { rows, cols } = this.board;
    const row = (r) => {
      const stacks = this.#cells.slice(r * cols, (r + 1) * cols).map((_, c) => this.#content(r * cols + c));
      return t("read.row", { row: r + 1, cards: stacks.join(", ") });
    };
    return Array.from({ length: rows }, (_, r) => row(r)).join(" ");
  }

  /** Every legal move in words. */
  describeMoves() {
    const moves = this.board.legalMoves.map(({ from, to }) =>
      t("read.move", { card: spoken(this.board.top(from)), onto: spoken(this.board.top(to)) }),
    );
    return `${t("count.legalMoves", { n: moves.length })}. ${moves.join("; ")}`;
  }

  #object(from, to) {
    const cards = [from, to].map((cell) => this.board.top(cell));
    const key = `objection.${this.board.objection(from, to)}`;
    if (cards.includes(null)) return;
    refuse(this.stack(from));
    const [one, other] = cards.map(cardName);
    this.#onRefused(rich(key, { one, other }));
    announce(t(key, { one: spoken(cards[0]), other: spoken(cards[1]) }));
  }

  #build(board) {
    const layout = this.#grid.closest(".layout");
    layout.style.setProperty("--rows", board.rows);
    layout.style.setProperty("--cols", board.cols);
    layout.classList.toggle("is-wide", board.cols > WIDE * board.rows);
    this.#grid.setAttribute("aria-label", t("board.label", { rows: board.rows, cols: board.cols }));
    this.#cells = board.stacks.map((_, k) =>
      make("div", { class: "cell", role: "gridcell", "data-cell": k, tabindex: "-1" }),
    );
    this.#cells.forEach((cell, k) => cell.style.setProperty("--order", k / board.stacks.length));
    const rows = Array.from({ length: board.rows }, (_, r) =>
      make("div", { class: "grid-row", role: "row" }, ...this.#cells.slice(r * board.cols, (r + 1) * board.cols)),
    );
    this.#grid.replaceChildren(...rows);
    this.#setFocus(0, false);
  }

  /** Bring classes and labels of all cells in line with what is picked up. */
  #light() {
    const targets = this.picked === null ? [] : this.board.targets(this.picked);
    this.#grid.classList.toggle("is-picking", this.picked !== null);
    this.#cells.forEach((cell, k) => {
      const isTarget = targets.includes(k);
      const canMove = this.board.stacks[k].length > 0 && this.board.targets(k).length > 0;
      cell.classList.toggle("is-picked", k === this.picked);
      cell.classList.toggle("is-target", isTarget);
      cell.classList.toggle("is-movable", canMove);
      cell.classList.toggle("is-empty", this.board.stacks[k].length === 0);
      cell.setAttribute("aria-selected", String(k === this.picked));
      cell.setAttribute("aria-label", this.#label(k, isTarget));
      cell.title = this.board.stacks[k].length > 1 ? this.board.stacks[k].map(shortName).join(" ") : "";
    });
    this.#grid.dispatchEvent(new CustomEvent("picked"));
  }

  /** The stack of a cell in words. */
  #content(cell) {
    const stack = this.board.stacks[cell];
    if (stack.length === 0) return t("board.empty");
    const card = spoken(stack[0]);
    return stack.length > 1 ? `${card}, ${t("board.stack", { n: stack.length })}` : card;
  }

  #label(cell, isTarget) {
    const { cols } = this.board;
    const place = t("board.place", { row: Math.floor(cell / cols) + 1, column: (cell % cols) + 1 });
    const parts = [this.#content(cell), place];
    if (cell === this.picked) parts.push(t("board.picked"));
    if (isTarget) parts.push(t("board.target"));
    return parts.join(", ");
  }

  #clicked(cell) {
    if (cell === null) return;
    const [stack, { picked }] = [this.board.stacks[cell], this];
    if (picked === cell) {
      this.pick(null);
      announce(t("board.letGo"));
    } else if (picked !== null && this.board.objection(picked, cell) === null) {
      this.drop(cell);
    } else if (stack.length === 0) {
      this.pick(null);
    } else {
      this.#pickUp(cell);
      if (picked !== null) this.#object(picked, cell);
    }
  }

  #pickUp(cell) {
    const targets = this.board.targets(cell);
    if (targets.length > 0) {
      this.pick(cell);
      const names = targets.map((to) => spoken(this.board.top(to)));
      announce(t("board.pickedUp", { card: spoken(this.board.top(cell)), targets: listed(names).join("") }));
    } else {
      this.pick(null);
      refuse(this.stack(cell));
      if (!this.board.isSolved) this.#onRefused(rich("objection.stuck", { card: cardName(this.board.top(cell)) }));
    }
  }

  #keyed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const cell = this.cellAt(event.target);
    if (cell === null) return;
    const { rows, cols } = this.board;
    const [row, column] = [Math.floor(cell / cols), cell % cols];
    if (event.key in STEPS) {
      const [down, right] = STEPS[event.key];
      const [r, c] = [row + down, column + right];
      if (r >= 0 && r < rows && c >= 0 && c < cols) this.#setFocus(r * cols + c, true);
    } else if (event.key === "Home" || event.key === "End") {
      this.#setFocus(row * cols + (event.key === "Home" ? 0 : cols - 1), true);
    } else if (event.key === "Enter" || event.key === " ") {
      this.#clicked(cell);
    } else {
      return;
    }
    event.preventDefault();
  }

  #setFocus(cell, take) {
    this.#focused(cell);
    if (take) this.#cells[cell].focus();
  }

  #focused(cell) {
    if (cell === null) return;
    this.#cells[this.#focus]?.setAttribute("tabindex", "-1");
    this.#focus = cell;
    this.#cells[cell].setAttribute("tabindex", "0");
  }
}
