/* When was it lost, and why? The exact solver judges every position since the start; the reason is that of the position
   after the move that lost the game, told in words with its cards marked on the board. */

import { settle } from "./answers.js";
import { button } from "./dom.js";

export class Lost {
  #game;
  #questions;
  #view;
  #strip;

  constructor(game, questions, view, strip) {
    this.#game = game;
    this.#questions = questions;
    this.#view = view;
    this.#strip = strip;
  }

  /** What to tell about a lost position, and the ways on: {text, actions}. */
  async when() {
    const { lost_at: lostAt, verdicts } = await this.#questions.history();
    if (lostAt === null) {
      const isUnknown = verdicts.includes("unknown");
      return { text: isUnknown ? "The solver could not decide which move lost it." : "It is not lost.", actions: [] };
    }
    const why = button("Why?", () => this.why(lostAt), "button small");
    if (lostAt === 0) {
      return { text: "It was never winnable: this board cannot be solved from the start.", actions: [why] };
    }
    const move = this.#game.played[lostAt - 1];
    const back = button(`Back to before move ${lostAt}`, () => this.#game.goTo(lostAt - 1), "button small primary");
    const isLast = lostAt === this.#game.played.length;
    return { text: `${isLast ? "The last move" : `Move ${lostAt}`}, ${move}, lost it.`, actions: [why, back] };
  }

  /** Show the position after the move that lost the game, and the reason. */
  why(lostAt) {
    this.#game.goTo(lostAt);
    this.#strip.tell("Looking for the reason …");
    return settle(
      () => this.#questions.ask("explain"),
      ({ proof }) => this.#show(lostAt, proof),
      ({ message }) => this.#strip.tell(message, { tone: "unknown" }),
    );
  }

  #show(lostAt, proof) {
    const move = this.#game.played[lostAt - 1];
    const back = button(`Back to before move ${lostAt}`, () => this.#game.goTo(lostAt - 1), "button small primary");
    const title = move ? `Why ${move} lost it` : "Why this cannot be won";
    const reason = proof
      ? proof.text.join(" ")
      : "There is no short reason: the solver followed every way on from here, and none ends in one stack.";
    if (proof) this.#view.mark(Object.fromEntries(proof.cells.map((cell) => [cell, "proof"])));
    this.#strip.tell(reason, { title, tone: "no", actions: move ? [back] : [] });
  }
}
