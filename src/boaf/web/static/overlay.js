/* What analysis draws over the board: arrows for the moves that matter, or for all moves of the stack that is picked
   up, pointed at or focused. It knows where the cells are and draws again when they are elsewhere. */

import { arrows, exceptions } from "./arrows.js";

export class Overlay {
  #svg;
  #view;
  #grid;
  #moves = null;
  #pointed = null;
  #board = null;

  constructor(svg, view, grid) {
    this.#svg = svg;
    this.#view = view;
    this.#grid = grid;
    new ResizeObserver(() => this.redraw()).observe(grid);
    for (const type of ["pointerover", "focusin"]) {
      grid.addEventListener(type, (event) => this.point(view.cellAt(event.target)));
    }
    for (const type of ["pointerleave", "focusout"]) grid.addEventListener(type, () => this.point(null));
    grid.addEventListener("picked", () => this.redraw());
  }

  /** The moves of the board that is shown, [{from, to, verdict, text}], or null. */
  set(moves) {
    this.#moves = moves;
    this.#board = this.#view.board;
    this.redraw();
  }

  /** Show the moves of one cell, one move (7H-6C), or nothing in particular (null). */
  point(cell) {
    if (cell === this.#pointed) return;
    this.#pointed = cell;
    this.redraw();
  }

  redraw() {
    if (!this.#moves || this.#board !== this.#view.board) {
      this.#svg.replaceChildren();
      return;
    }
    const frame = this.#svg.getBoundingClientRect();
    const spot = (cell) => {
      const rect = this.#view.cell(cell).getBoundingClientRect();
      const [width, height] = [rect.width, rect.height];
      return { x: rect.left - frame.left + width / 2, y: rect.top - frame.top + height / 2, width, height };
    };
    this.#svg.setAttribute("viewBox", `0 0 ${frame.width} ${frame.height}`);
    const gap = parseFloat(getComputedStyle(this.#grid).columnGap);
    this.#svg.replaceChildren(arrows(this.#shown, spot, gap));
  }

  get #shown() {
    const cell = this.#view.picked ?? this.#pointed;
    if (typeof cell === "string") return this.#moves.filter(({ text }) => text === cell);
    const own = this.#moves.filter(({ from }) => from === cell);
    return own.length > 0 ? own : exceptions(this.#moves);
  }
}
