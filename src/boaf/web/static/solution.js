/* A solution to step through. Its moves become the moves ahead of the game, so that redo and undo walk along it. */

import { settle } from "./answers.js";
import { button, make, note, symbol } from "./dom.js";
import { t } from "./messages.js";
import { moveName } from "./names.js";
import { Pace } from "./pace.js";

export class Solution {
  #game;
  #questions;
  #journal;
  #container;
  #line = null;
  #pace = new Pace(() => this.#game.redo("solution"));

  constructor(game, questions, journal, container) {
    this.#game = game;
    this.#journal = journal;
    this.#questions = questions;
    this.#container = container;
    game.addEventListener("change", ({ detail }) => {
      if (detail.by !== "solution" && detail.kind !== "plan") this.#pace.stop();
      this.#show();
    });
    this.#show();
  }

  async #load() {
    this.#container.replaceChildren(note(t("solver.asking")));
    await settle(
      () => this.#questions.ask("solve"),
      ({ verdict, moves }) => {
        if (verdict !== "solvable") {
          this.#note(t(verdict === "unsolvable" ? "solution.none" : "solution.unknown"));
          return;
        }
        this.#journal.solutionSeen();
        this.#line = { start: this.#game.played.length, moves: [...this.#game.played, ...moves] };
        this.#game.plan(moves);
      },
      ({ message }) => this.#note(message),
    );
  }

  /** Whether the game still walks along the solution that was loaded. */
  get #isOnLine() {
    if (!this.#line || this.#game.played.length < this.#line.start) return false;
    const all = [...this.#game.played, ...this.#game.ahead];
    return all.length === this.#line.moves.length && all.every((move, k) => move === this.#line.moves[k]);
  }

  #show() {
    if (!this.#isOnLine) {
      this.#line = null;
      this.#note(t("solution.note"));
      return;
    }
    const { played, ahead } = this.#game;
    const moves = this.#line.moves.slice(this.#line.start).map((text, k) => {
      const at = this.#line.start + k;
      const state = at < played.length ? "done" : at === played.length ? "next" : "ahead";
      const onclick = () => this.#game.goTo(at + 1);
      return make("li", {}, make("button", { class: "chip", "data-state": state, onclick }, moveName(text)));
    });
    const step = (name, text, onclick, isOff) =>
      make("button", { class: "button small", onclick, disabled: isOff }, symbol(name), text);
    this.#container.replaceChildren(
      make(
        "div",
        { class: "row" },
        step("icon-back", t("solution.back"), () => this.#game.undo(), played.length === this.#line.start),
        step("icon-step", t("solution.step"), () => this.#game.redo("solution"), ahead.length === 0),
        this.#pace.isRunning
          ? step("icon-pause", t("solution.pause"), () => (this.#pace.stop(), this.#show()), false)
          : step("icon-play", t("solution.play"), () => (this.#pace.start(), this.#show()), ahead.length === 0),
      ),
      make("ol", { class: "chips line" }, ...moves),
    );
  }

  #note(text) {
    this.#container.replaceChildren(note(text), button(t("solution.show"), () => this.#load(), "button"));
  }
}
