/* What analysis draws over the board: arrows for the moves and lines for the compatibility graph. It knows where the
   cells are and draws again when they are elsewhere. */

import { arrows } from "./arrows.js";
import { graphLines } from "./graph_lines.js";

export class Overlay {
  #svg;
  #view;
  #moves = null;
  #graph = null;
  #board = null;

  constructor(svg, view, grid) {
    this.#svg = svg;
    this.#view = view;
    new ResizeObserver(() => this.redraw()).observe(grid);
    for (const type of ["pointerover", "pointerleave", "focusin", "focusout"]) {
      grid.addEventListener(type, (event) => this.#emphasise(type, view.cellAt(event.target)));
    }
    grid.addEventListener("picked", () => this.redraw());
  }

  /** What to draw over the board that is shown: `moves`, [{from, to, verdict}], and `graph`, an answer; or null. */
  set({ moves = this.#moves, graph = this.#graph }) {
    this.#moves = moves;
    this.#graph = graph;
    this.#board = this.#view.board;
    this.redraw();
  }

  redraw() {
    if ((!this.#moves && !this.#graph) || this.#board !== this.#view.board) {
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
    const { picked } = this.#view;
    const shown = picked === null ? this.#moves : this.#moves?.filter(({ from }) => from === picked);
    this.#svg.replaceChildren(
      ...(this.#graph ? graphLines(this.#graph, spot, this.#view.board.cols) : []),
      ...(shown ? arrows(shown, spot) : []),
    );
  }

  /** The arrows of the card under the pointer or the focus stand out. */
  #emphasise(type, cell) {
    const from = type === "pointerleave" || type === "focusout" ? null : cell;
    const group = this.#svg.querySelector(".arrows");
    if (!group) return;
    const some = from !== null && group.querySelector(`[data-from="${from}"]`) !== null;
    group.classList.toggle("has-strong", some);
    for (const arrow of group.children) {
      arrow.classList.toggle("is-strong", some && Number(arrow.dataset.from) === from);
    }
  }
}
