/* Choosing a deal: the deal of the day, one that can be won, of a given size and difficulty; and, folded away, a number
   or any board. */

import { NotABoard, readStart } from "./board_text.js";
import { randomSeed, SIZES } from "./deals.js";
import { longDay, today } from "./days.js";
import { byId, feathers, make, onSubmit } from "./dom.js";
import { gradedDeals } from "./graded.js";
import { deal } from "./kernel/boaf.js";
import { t } from "./messages.js";
import { onSettings, remember, setting } from "./settings.js";

const LEVELS = [1, 2, 3, 4, 5];

export class Choose {
  #dialog = byId("choose");
  #start;

  /** `start(board, origin, {moves, analyse})` begins a game. */
  constructor(start) {
    this.#start = start;
    const size = ([rows, cols]) => radio("size", `${rows}x${cols}`, t("deal.size", { rows, cols }));
    byId("sizes").append(...SIZES.map(size));
    byId("difficulties").append(...LEVELS.map(levelRadio));
    onSubmit("choose-winnable", () => this.winnable());
    onSubmit("choose-daily", () => this.daily(today()));
    onSubmit("choose-number", () => this.#numbered());
    onSubmit("choose-text", () => this.#pasted());
    byId("seed-random").addEventListener("click", () => this.#begin(...this.#dealt(randomSeed())));
    byId("sizes").addEventListener("change", (event) => remember("size", event.target.value));
    byId("difficulties").addEventListener("change", (event) => remember("difficulty", Number(event.target.value)));
    onSettings(() => this.#dialog.open && this.#showChoice());
  }

  open() {
    for (const id of ["seed-error", "board-error"]) byId(id).replaceChildren();
    byId("board-text").removeAttribute("aria-invalid");
    byId("daily-note").textContent = t("choose.dailyNote", { day: longDay(today()) });
    this.#showChoice();
    byId("daily-play").autofocus = true; // not in the page, where a browser refuses it in a frame of another page
    if (!this.#dialog.open) this.#dialog.showModal();
  }

  /** A deal that can be won, of the size and difficulty chosen last. */
  async winnable(last = null) {
    const table = await gradedDeals();
    const { seed, difficulty } = table.some(setting("size"), await this.#level(), last);
    this.#begin(deal(seed, ...this.#size), { seed, difficulty });
  }

  /** The deal of a day; whether there is one. */
  async daily(date) {
    const found = (await gradedDeals()).dealOf(date);
    if (found) this.#begin(deal(found.seed, 4, 4), found);
    return found !== null;
  }

  /** The difficulty chosen last, or the nearest that boards of the size have. */
  async #level() {
    const counts = (await gradedDeals()).counts(setting("size"));
    const levels = LEVELS.filter((level) => counts[level - 1] > 0);
    const distance = (level) => Math.abs(level - setting("difficulty"));
    return levels.toSorted((one, other) => distance(one) - distance(other))[0];
  }

  async #showChoice() {
    check("size", setting("size"));
    const counts = (await gradedDeals()).counts(setting("size"));
    for (const input of document.getElementsByName("difficulty")) input.disabled = counts[input.value - 1] === 0;
    const [rows, cols] = this.#size;
    byId("number-note").textContent = t("choose.numberNote", { rows, cols });
    check("difficulty", String(await this.#level()));
  }

  get #size() {
    return setting("size").split("x").map(Number);
  }

  #dealt(seed) {
    return [deal(seed, ...this.#size), { seed }];
  }

  #numbered() {
    const text = byId("seed").value.trim();
    const seed = Number(text);
    if (text === "" || !Number.isSafeInteger(seed)) {
      byId("seed-error").textContent = t("choose.badNumber");
      byId("seed").focus();
      return;
    }
    this.#begin(...this.#dealt(seed));
  }

  #pasted() {
    const text = byId("board-text").value;
    try {
      const { board, origin, moves, analyse } = readStart(text, this.#size);
      byId("board-text").removeAttribute("aria-invalid");
      this.#begin(board, origin, { moves, analyse });
    } catch (error) {
      if (!(error instanceof NotABoard)) throw error;
      showMistake(text, error);
    }
  }

  #begin(board, origin, more = {}) {
    this.#dialog.close();
    this.#start(board, origin, more);
  }
}

/** The message, and the text with the place marked; the place is selected in the field as well. */
function showMistake(text, { message, place }) {
  const field = byId("board-text");
  const shown = [make("p", {}, message)];
  field.focus();
  field.setAttribute("aria-invalid", "true");
  if (place) {
    const { start, end } = place;
    field.setSelectionRange(start, end);
    shown.push(make("pre", {}, text.slice(0, start), make("mark", {}, text.slice(start, end) || " "), text.slice(end)));
  }
  byId("board-error").replaceChildren(...shown);
  byId("choose-text").scrollIntoView({ block: "nearest" });
}

function radio(name, value, ...label) {
  return make("label", {}, make("input", { type: "radio", name, value }), make("span", {}, ...label));
}

function levelRadio(level) {
  return radio("difficulty", level, make("span", { class: "feathers" }, ...feathers(level)), t(`level.${level}`));
}

function check(name, value) {
  for (const input of document.getElementsByName(name)) input.checked = input.value === value;
}
