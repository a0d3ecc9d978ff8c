/* Help in three steps, each saying a little more: is it still winnable, which card, which move. Every answer is the
   exact solver's; where it has none, the player is told so. */

import { settle } from "./answers.js";
import { button } from "./dom.js";
import { rich, t } from "./messages.js";
import { cardName, moveName } from "./names.js";

const LAST_STEP = 3;

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
    if (this.#game.isOrdinary) this.ask(Math.min(this.#step + 1, LAST_STEP));
  }

  async ask(step) {
    this.#step = step;
    if (this.#game.board.isSolved) {
      this.#strip.tell(t("hint.won"));
      return;
    }
    this.#journal.hint();
    this.#strip.tell(t("solver.asking"));
    await settle(
      () => this.#questions.ask("solve"),
      ({ verdict, moves }) => {
        if (verdict === "solvable") return this.#showWay(step, this.#game.board.readMove(moves[0]));
        if (verdict === "unsolvable") return this.#showLost();
        this.#tell(t("hint.unknown"), "unknown");
      },
      (error) => this.#refuse(error, step),
    );
  }

  #showWay(step, move) {
    const { board } = this.#game;
    const [card, onto] = [move.from, move.to].map((cell) => cardName(board.top(cell)));
    const next = () => button(t(`hint.step${step + 1}`), () => this.ask(step + 1));
    if (step === 1) {
      this.#tell(t("hint.yes"), "yes", [next()]);
    } else if (step === 2) {
      this.#view.mark({ [move.from]: "hint-from" });
      this.#tell(rich("hint.card", { card }), "yes", [next()]);
    } else {
      this.#view.mark({ [move.from]: "hint-from", [move.to]: "hint-to" });
      const label = rich("hint.play", { move: moveName(move.text) });
      const play = button(label, () => this.#game.play(move, "hint"), "button small primary");
      this.#tell(rich("hint.move", { card, onto }), "yes", [play]);
    }
  }

  #showLost() {
    return settle(
      () => this.#lost.when(),
      ({ text, actions }) => {
        const isStart = this.#game.played.length === 0;
        this.#tell(isStart ? t("hint.noStart") : [t("hint.no"), " ", ...text], "no", actions);
      },
      (error) => this.#refuse(error, 1),
    );
  }

  #refuse({ message, canRetry }, step) {
    this.#tell(message, "unknown", canRetry ? [button(t("solver.again"), () => this.ask(step))] : []);
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
