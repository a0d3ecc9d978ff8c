/* The list of the moves, those ahead included; a click goes to the position after one. Whether each position could be
   won is shown when the game is over or analysed, and on demand, which counts as a hint. */

import { settle } from "./answers.js";
import { byId, make, note } from "./dom.js";
import { ruleExamples } from "./examples.js";
import { t } from "./messages.js";
import { moveName, moveText } from "./names.js";
import { verdictMark } from "./parts.js";

const SHORT = 15;

export class Record {
  #game;
  #questions;
  #journal;
  #isAnalysing;
  #verdicts = null;

  constructor(game, questions, journal, isAnalysing) {
    this.#game = game;
    this.#questions = questions;
    this.#journal = journal;
    this.#isAnalysing = isAnalysing;
    byId("record-check").addEventListener("click", () => (this.#journal.hint(), this.#judge()));
    game.addEventListener("change", () => this.refresh());
  }

  /** Show the moves, except those of the lesson, which hides them. */
  refresh() {
    if (this.#game.origin.isLesson) return;
    this.#verdicts = null;
    this.#show();
    if (this.#game.played.length > 0 && (this.#game.board.isOver || this.#isAnalysing())) this.#judge();
  }

  #judge() {
    return settle(
      () => this.#questions.history(),
      ({ verdicts }) => {
        this.#verdicts = verdicts;
        this.#show();
      },
      ({ message }) => byId("record").append(note(message)),
    );
  }

  #show() {
    const { played, ahead } = this.#game;
    byId("record-check").hidden = played.length === 0 || this.#verdicts !== null;
    if (played.length + ahead.length === 0) {
      const rules = make("div", { class: "rules" }, ...ruleExamples());
      byId("record").replaceChildren(note(t("record.none")), rules);
      return;
    }
    const items = [...played, ...ahead].map((text, k) => this.#item(text, k + 1));
    const had = byId("record").contains(document.activeElement);
    byId("record").replaceChildren(make("ol", { class: items.length <= SHORT ? "moves is-short" : "moves" }, ...items));
    if (had) byId("record").querySelector("[aria-current]")?.focus();
  }

  #item(text, number) {
    const { played } = this.#game;
    const verdict = number <= played.length ? this.#verdicts?.[number] : undefined;
    const isLoss = verdict === "unsolvable" && this.#verdicts[number - 1] === "solvable";
    const words = verdict ? [t(isLoss ? "record.lost" : `verdict.${verdict}`)] : [];
    const label = [t("record.move", { number, move: moveText(text) }), ...words].join(", ");
    const attributes = {
      class: "record-move",
      "data-verdict": verdict ?? null,
      "data-ahead": number > played.length,
      "aria-current": number === played.length ? "step" : null,
      "aria-label": label,
      onclick: () => this.#game.goTo(number),
    };
    const mark = verdict ? [verdictMark(verdict)] : [];
    return make("li", { class: isLoss ? "is-loss" : "" }, make("button", attributes, moveName(text), ...mark));
  }
}
