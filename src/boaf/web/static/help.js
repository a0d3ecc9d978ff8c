/* Help in three steps, each saying a little more: is it still winnable, which card, which move. Every answer is the
   exact solver's; where it has none, the player is told so. */

import { announce } from "./announce.js";
import { Outdated, ServerError } from "./api.js";
import { spoken } from "./cards.js";
import { button, byId } from "./dom.js";
import { whenLost } from "./lost.js";

const RULE =
  "Move a stack onto another in its row or column when their top cards share a suit or have equal or neighbouring " +
  "ranks. You win when one stack is left.";
const STEPS = 3;

export class Help {
  #game;
  #questions;
  #view;
  #step = 0;

  constructor(game, questions, view) {
    this.#game = game;
    this.#questions = questions;
    this.#view = view;
    for (let step = 1; step <= STEPS; step++) byId(`help-${step}`).addEventListener("click", () => this.ask(step));
    game.addEventListener("change", ({ detail }) => detail.kind !== "plan" && this.#reset());
  }

  /** One step more than the last time. */
  more() {
    return this.ask(Math.min(this.#step + 1, STEPS));
  }

  async ask(step) {
    this.#step = step;
    this.#mark(step);
    if (this.#game.board.isSolved) {
      this.#say("You have won: one stack is left.");
      return;
    }
    this.#say("Asking the solver …");
    try {
      const { verdict, moves } = await this.#questions.ask("solve");
      if (verdict === "solvable") this.#showWay(step, this.#game.board.readMove(moves[0]));
      else if (verdict === "unsolvable") await this.#showLost();
      else this.#say("The solver could not decide this board in its time. It may or may not be winnable.", "unknown");
    } catch (error) {
      if (error instanceof Outdated) return;
      if (!(error instanceof ServerError)) throw error;
      this.#say(error.message, "unknown", [button("Ask again", () => this.ask(step))]);
    }
  }

  #showWay(step, move) {
    const { board } = this.#game;
    const [card, onto] = [move.from, move.to].map((cell) => spoken(board.top(cell)));
    if (step === 1) {
      this.#say("Yes, this can still be won.", "yes");
    } else if (step === 2) {
      this.#view.mark({ [move.from]: "hint-from" });
      this.#say(`It can be won with the ${card}.`, "yes");
    } else {
      this.#view.mark({ [move.from]: "hint-from", [move.to]: "hint-to" });
      const play = button(`Play ${move.text}`, () => this.#game.play(move), "button primary");
      this.#say(`It can be won: move the ${card} onto the ${onto}.`, "yes", [play]);
    }
  }

  async #showLost() {
    if (this.#game.played.length === 0) {
      this.#say("No. This board cannot be won. Analyse says why.", "no");
      return;
    }
    const { text, actions } = await whenLost(this.#game, this.#questions);
    this.#say(`No, this cannot be won. ${text}`, "no", actions);
  }

  #reset() {
    this.#step = 0;
    this.#mark(0);
    this.#view.mark({});
    this.#say(this.#game.played.length === 0 ? RULE : "The exact solver answers. It never guesses.");
  }

  #mark(step) {
    for (let k = 1; k <= STEPS; k++) byId(`help-${k}`).classList.toggle("is-taken", k <= step);
  }

  #say(text, tone = "", actions = []) {
    byId("help-answer").textContent = text;
    byId("help-answer").dataset.tone = tone;
    byId("help-actions").replaceChildren(...actions);
    if (tone) announce("");
  }
}
