/* Help in three steps, each saying a little more: is it still winnable, which card, which move. Every answer is the
   exact solver's; where it has none, the player is told so. */

import { settle } from "./answers.js";
import { spoken } from "./cards.js";
import { button } from "./dom.js";

const STEPS = ["Still winnable?", "Which card?", "Which move?"];

export class Help {
  #game;
  #questions;
  #view;
  #strip;
  #lost;
  #journal;
  #step = 0;

  constructor(game, questions, view, strip, lost, journal) {
    this.#game = game;
    this.#questions = questions;
    this.#view = view;
    this.#strip = strip;
    this.#lost = lost;
    this.#journal = journal;
    game.addEventListener("change", ({ detail }) => detail.kind !== "plan" && this.#reset());
  }

  /** One step more than the last time. */
  more() {
    return this.ask(Math.min(this.#step + 1, STEPS.length));
  }

  async ask(step) {
    this.#step = step;
    if (this.#game.board.isSolved) {
      this.#strip.tell("This is won: one stack is left.");
      return;
    }
    this.#journal.hint();
    this.#strip.tell("Asking the solver …");
    await settle(
      () => this.#questions.ask("solve"),
      ({ verdict, moves }) => {
        if (verdict === "solvable") return this.#showWay(step, this.#game.board.readMove(moves[0]));
        if (verdict === "unsolvable") return this.#showLost();
        this.#tell("The solver could not decide this board in its time. It may or may not be winnable.", "unknown");
      },
      (error) => this.#refuse(error, step),
    );
  }

  #showWay(step, move) {
    const { board } = this.#game;
    const [card, onto] = [move.from, move.to].map((cell) => spoken(board.top(cell)));
    const next = button(STEPS[step], () => this.ask(step + 1), "button small");
    if (step === 1) {
      this.#tell("Yes, this can still be won.", "yes", [next]);
    } else if (step === 2) {
      this.#view.mark({ [move.from]: "hint-from" });
      this.#tell(`It can be won with the ${card}.`, "yes", [next]);
    } else {
      this.#view.mark({ [move.from]: "hint-from", [move.to]: "hint-to" });
      const play = button(`Play ${move.text}`, () => this.#game.play(move, "hint"), "button small primary");
      this.#tell(`Move the ${card} onto the ${onto}.`, "yes", [play]);
    }
  }

  #showLost() {
    return settle(
      () => this.#lost.when(),
      ({ text, actions }) => {
        const isStart = this.#game.played.length === 0;
        this.#tell(isStart ? "No. This board cannot be won." : `No, this cannot be won. ${text}`, "no", actions);
      },
      (error) => this.#refuse(error, 1),
    );
  }

  #refuse({ message, canRetry }, step) {
    this.#tell(message, "unknown", canRetry ? [button("Ask again", () => this.ask(step), "button small")] : []);
  }

  #reset() {
    this.#step = 0;
    this.#view.mark({});
    this.#strip.rest();
  }

  #tell(text, tone, actions = []) {
    this.#strip.tell(text, { tone, actions });
  }
}
