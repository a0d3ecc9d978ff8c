/* When was it lost? The exact solver judges every position since the start. */

import { button } from "./dom.js";
import { rich, t } from "./messages.js";
import { moveName } from "./names.js";

export class Lost {
  #game;
  #questions;
  #explain;

  /** `explain(number)` shows why the position after that many moves is lost. */
  constructor(game, questions, explain) {
    this.#game = game;
    this.#questions = questions;
    this.#explain = explain;
  }

  /** What to tell about a lost position, and the ways on: {text, actions}. */
  async when() {
    const { lost_at: lostAt, verdicts } = await this.#questions.history();
    if (lostAt === null) {
      return { text: [t(verdicts.includes("unknown") ? "lost.unknown" : "lost.not")], actions: [] };
    }
    const why = button(t("lost.why"), () => this.#explain(lostAt));
    if (lostAt === 0) return { text: [t("lost.never")], actions: [why] };
    const move = moveName(this.#game.played[lostAt - 1]);
    const back = button(t("lost.back", { number: lostAt }), () => this.#game.goTo(lostAt - 1), "button small primary");
    const isLast = lostAt === this.#game.played.length;
    return { text: rich(isLast ? "lost.last" : "lost.at", { number: lostAt, move }), actions: [why, back] };
  }
}
