/* The list of the moves, those ahead included; a click goes to the position after one. Whether each position could be
   won is shown when the game is over or analysed, and on demand, which counts as a hint. */

import { settle } from "./answers.js";
import { byId, make, symbol } from "./dom.js";
import { ruleExamples } from "./examples.js";
import { VERDICT_WORDS, verdictMark } from "./parts.js";

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

  refresh() {
    this.#verdicts = null;
    this.#show();
    const isOver = this.#game.board.isOver && !this.#game.origin.isLesson;
    if (this.#game.played.length > 0 && (isOver || this.#isAnalysing())) this.#judge();
  }

  #judge() {
    return settle(
      () => this.#questions.history(),
      ({ verdicts }) => {
        this.#verdicts = verdicts;
        this.#show();
      },
      ({ message }) => byId("record").append(make("p", { class: "note" }, message)),
    );
  }

  #show() {
    const { played, ahead } = this.#game;
    byId("record-check").hidden = played.length === 0 || this.#verdicts !== null;
    if (played.length + ahead.length === 0) {
      const note = "Bring all cards into one stack. Your moves will be listed here.";
      const rules = make("div", { class: "rules" }, ...ruleExamples());
      byId("record").replaceChildren(make("p", { class: "note" }, note), rules);
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
    const attributes = {
      type: "button",
      class: "record-move",
      "data-verdict": verdict ?? null,
      "data-ahead": number > played.length,
      "aria-current": number === played.length ? "step" : null,
      "aria-label": `Move ${number}, ${text}${verdict ? `, ${isLoss ? "lost it" : VERDICT_WORDS[verdict]}` : ""}`,
      onclick: () => this.#game.goTo(number),
    };
    const cards = text.split("-").flatMap((card, k) => [...(k > 0 ? [make("i", {}, "→")] : []), cardName(card)]);
    const mark = verdict ? [verdictMark(verdict)] : [];
    return make("li", { class: isLoss ? "is-loss" : "" }, make("button", attributes, ...cards, ...mark));
  }
}

/** A card as rank and suit. */
export function cardName(text) {
  const [, rank, suit] = /^(\w)([CDHS])$/.exec(text) ?? [];
  if (!suit) return make("span", { class: "card-name" }, text);
  return make("span", { class: "card-name", "data-suit": suit }, rank.replace("T", "10"), symbol(`suit-${suit}`));
}
