/* Lay the cards: a grid of cells to type in, and all cards to put into the cell chosen last. */

import { NotABoard, readCards } from "./board_text.js";
import { isShownSize } from "./deals.js";
import { byId, make, onSubmit } from "./dom.js";
import { standardDeck } from "./kernel/boaf.js";
import { t } from "./messages.js";
import { cardName, readCardName, shortName, spoken } from "./names.js";

const LARGEST = 13;

export class Editor {
  #start;
  #cells = [];
  #chosen = 0;
  #cols = 0;

  /** `start(board, origin)` begins a game. */
  constructor(start) {
    this.#start = start;
    for (const id of ["editor-rows", "editor-cols"]) {
      byId(id).append(...Array.from({ length: LARGEST }, (_, k) => make("option", { value: k + 1 }, String(k + 1))));
      byId(id).addEventListener("change", () => this.#resize());
    }
    byId("palette").append(...standardDeck().toSorted(bySuit).map((card) => this.#paletteCard(card)));
    byId("editor-clear").addEventListener("click", () => this.#fill(this.#texts.map(() => "")));
    onSubmit("editor-form", () => this.#play());
  }

  /** Open with a board to begin with. */
  open(board) {
    [byId("editor-rows").value, byId("editor-cols").value] = [board.rows, board.cols];
    this.#build(board.cols, board.stacks.map((stack) => stack.map(shortName).join("+")));
    byId("editor").showModal();
    this.#cells[0].focus();
  }

  get #texts() {
    return this.#cells.map((cell) => cell.value.trim());
  }

  #resize() {
    const [rows, cols] = [Number(byId("editor-rows").value), Number(byId("editor-cols").value)];
    const [texts, before] = [this.#texts, this.#cols];
    const at = (r, c) => (c < before ? (texts[r * before + c] ?? "") : "");
    const kept = Array.from({ length: rows * cols }, (_, k) => at(Math.floor(k / cols), k % cols));
    this.#build(cols, kept);
  }

  #build(cols, texts) {
    this.#cols = cols;
    this.#chosen = 0;
    byId("editor-grid").style.setProperty("--cols", cols);
    this.#cells = texts.map((_, k) =>
      make("input", {
        "aria-label": t("editor.cell", { row: Math.floor(k / cols) + 1, column: (k % cols) + 1 }),
        autocomplete: "off",
        autocapitalize: "characters",
        spellcheck: "false",
        onfocus: () => this.#choose(k),
        oninput: () => this.#check(),
      }),
    );
    byId("editor-grid").replaceChildren(...this.#cells);
    this.#fill(texts);
  }

  #fill(texts) {
    this.#cells.forEach((cell, k) => (cell.value = texts[k]));
    this.#choose(0);
    this.#check();
  }

  #choose(number) {
    this.#chosen = number;
    this.#cells.forEach((cell, k) => cell.classList.toggle("is-chosen", k === number));
  }

  /** A card goes into the chosen cell, or out of it, and the next empty cell is chosen. */
  #put(card) {
    const cell = this.#cells[this.#chosen];
    cell.value = cell.value === shortName(card) ? "" : shortName(card);
    const order = this.#cells.map((_, k) => (this.#chosen + 1 + k) % this.#cells.length);
    this.#choose(order.find((k) => this.#cells[k].value === "") ?? this.#chosen);
    this.#check();
  }

  #paletteCard(card) {
    const attributes = { class: "palette-card", "data-card": card.text, "aria-label": spoken(card) };
    return make("button", { ...attributes, onclick: () => this.#put(card) }, cardName(card));
  }

  /** The board as it is laid, or null, with the mistake told. */
  #check() {
    const { board, message, at, laid } = this.#read();
    byId("editor-error").textContent = message;
    for (const cell of this.#cells) cell.removeAttribute("aria-invalid");
    this.#cells[at]?.setAttribute("aria-invalid", "true");
    for (const button of byId("palette").children) button.classList.toggle("is-laid", laid.has(button.dataset.card));
    return board;
  }

  #read() {
    const [cols, texts] = [this.#cols, this.#texts.map((text) => text.replace(/[\s/|]+/g, "?"))];
    const rows = texts.length / cols;
    const laid = new Set(texts.flatMap((text) => text.split("+")).flatMap((name) => readCardName(name)?.text ?? []));
    if (!isShownSize(rows, cols)) return { board: null, message: t("text.size", { rows, cols }), at: null, laid };
    if (texts.every((text) => text === "")) return { board: null, message: t("editor.noCard"), at: null, laid };
    const lines = Array.from({ length: rows }, (_, r) => texts.slice(r * cols, (r + 1) * cols).map((text) => text || "--").join(" "));
    try {
      return { board: readCards(lines.join("\n")), message: "", at: null, laid };
    } catch (error) {
      if (!(error instanceof NotABoard)) throw error;
      const at = error.cell && (error.cell.row - 1) * cols + error.cell.column - 1;
      return { board: null, message: error.message, at, laid };
    }
  }

  #play() {
    const board = this.#check();
    if (!board) return;
    byId("editor").close();
    byId("choose").close();
    this.#start(board, { seed: null });
  }
}

function bySuit(one, other) {
  return one.suit - other.suit || one.rank - other.rank;
}
