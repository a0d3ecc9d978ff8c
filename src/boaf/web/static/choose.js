/* Choosing a deal: one that can be won, of a given difficulty, the deal of the day, a number, or any board text. */

import { get, post, ServerError } from "./api.js";
import { deal, randomSeed, SIZES } from "./deals.js";
import { byId, feathers, make } from "./dom.js";
import { Board } from "./board.js";
import { remember, setting } from "./settings.js";

const DIFFICULTIES = ["gentle", "easy", "fair", "hard", "fierce"];

export class Choose {
  #dialog = byId("choose");
  #start;

  /** `start(board, origin)` begins a game. */
  constructor(start) {
    this.#start = start;
    byId("sizes").append(...SIZES.map(([rows, cols]) => radio("size", `${rows}x${cols}`, `${rows} × ${cols}`)));
    byId("difficulties").append(...DIFFICULTIES.map((name, k) => difficultyRadio(k + 1, name)));
    onSubmit("choose-winnable", () => this.#try(() => this.winnable()));
    onSubmit("choose-daily", () => this.#try(() => this.daily()));
    onSubmit("choose-number", () => this.#numbered());
    onSubmit("choose-text", () => this.#pasted());
    byId("seed-random").addEventListener("click", () => (byId("seed").value = randomSeed()));
    byId("sizes").addEventListener("change", (event) => remember("size", event.target.value));
    byId("difficulties").addEventListener("change", (event) => remember("difficulty", Number(event.target.value)));
  }

  open() {
    for (const id of ["seed-error", "board-error", "choose-error"]) byId(id).replaceChildren();
    byId("board-text").removeAttribute("aria-invalid");
    check("size", setting("size"));
    check("difficulty", String(setting("difficulty")));
    if (!this.#dialog.open) this.#dialog.showModal();
  }

  /** A deal that can be won, of the size and difficulty chosen last. */
  async winnable() {
    const [rows, cols] = this.#size;
    const body = { difficulty: setting("difficulty"), rows, cols, count: 1, seed: randomSeed() };
    const { puzzles } = await post("generate", body);
    if (!puzzles.length) throw new ServerError("No such deal was found in time. Try again, or a smaller board.");
    const [{ board, seed, difficulty }] = puzzles;
    this.#begin(Board.parse(board), { seed, difficulty });
  }

  async daily() {
    const { board, seed, difficulty, date } = await get("daily");
    this.#begin(Board.parse(board), { seed, difficulty, date });
  }

  get #size() {
    return setting("size").split("x").map(Number);
  }

  #numbered() {
    const text = byId("seed").value.trim();
    const seed = Number(text);
    if (text === "" || !Number.isSafeInteger(seed)) {
      byId("seed-error").textContent = "A deal number is an integer, such as 1264.";
      byId("seed").focus();
      return;
    }
    this.#begin(deal(seed, ...this.#size), { seed });
  }

  async #pasted() {
    const text = byId("board-text").value;
    try {
      const { board, seed } = await post("board", { text });
      byId("board-text").removeAttribute("aria-invalid");
      this.#begin(Board.parse(board), { seed });
    } catch (error) {
      if (!(error instanceof ServerError)) throw error;
      showMistake(text, error);
    }
  }

  async #try(choice) {
    byId("choose-error").textContent = "";
    this.#dialog.setAttribute("aria-busy", "true");
    try {
      await choice();
    } catch (error) {
      if (!(error instanceof ServerError)) throw error;
      byId("choose-error").textContent = error.message;
    } finally {
      this.#dialog.removeAttribute("aria-busy");
    }
  }

  #begin(board, origin) {
    this.#dialog.close();
    this.#start(board, origin);
  }
}

/** The message, and the text with the place marked; the place is selected in the field as well. */
function showMistake(text, { message, place }) {
  const field = byId("board-text");
  const shown = [make("p", {}, message)];
  field.focus();
  field.setAttribute("aria-invalid", "true");
  if (place) {
    const [before, wrong, after] = cut(text, place);
    field.setSelectionRange(before.length, before.length + wrong.length);
    shown.push(make("pre", {}, before, make("mark", {}, wrong || " "), after));
  }
  byId("board-error").replaceChildren(...shown);
  byId("choose-text").scrollIntoView({ block: "nearest" });
}

/** The text before, at and after a place, which the server counts in characters and not in UTF-16 units. */
function cut(text, { start, end }) {
  const characters = Array.from(text);
  return [characters.slice(0, start), characters.slice(start, end), characters.slice(end)].map((part) => part.join(""));
}

function onSubmit(id, submitted) {
  byId(id).addEventListener("submit", (event) => {
    event.preventDefault();
    submitted();
  });
}

function radio(name, value, ...label) {
  return make("label", {}, make("input", { type: "radio", name, value }), make("span", {}, ...label));
}

function difficultyRadio(level, name) {
  return radio("difficulty", level, make("span", { class: "feathers" }, ...feathers(level)), `${level} ${name}`);
}

function check(name, value) {
  for (const input of document.getElementsByName(name)) input.checked = input.value === value;
}
