/* The end of a game: won, or no legal move left; then also which move lost it. */

import { announce } from "./announce.js";
import { Outdated, ServerError } from "./api.js";
import { button, byId, count, symbol } from "./dom.js";
import { whenLost } from "./lost.js";
import { isCalm } from "./motion.js";

const FEATHERS = 24;

export class Outcome {
  #game;
  #questions;
  #nextDeal;
  #view;

  constructor(game, questions, view, nextDeal) {
    this.#game = game;
    this.#questions = questions;
    this.#view = view;
    this.#nextDeal = nextDeal;
    byId("outcome-close").addEventListener("click", () => this.close());
    game.addEventListener("change", ({ detail }) => this.#changed(detail));
  }

  get isOpen() {
    return !byId("outcome").hidden;
  }

  close() {
    byId("outcome").hidden = true;
    byId("fall").replaceChildren();
    this.#view.focus();
  }

  #changed({ kind }) {
    if (kind === "plan") return;
    const { board } = this.#game;
    byId("outcome").hidden = true;
    byId("fall").replaceChildren();
    if (board.isSolved) this.#won(kind);
    else if (board.isOver) this.#stuck();
  }

  #won(kind) {
    const { board, played } = this.#game;
    const cards = board.stacks.flat().length;
    const next = button("Next deal", () => this.#nextDeal(), "button primary");
    this.#open("win", "Birds of a feather!", `All ${cards} cards in one stack: ${board.score} points.`, [
      next,
      button("Play it again", () => this.#game.goTo(0)),
    ]);
    announce(`You have won in ${count(played.length, "move")}, ${board.score} points.`);
    if (kind !== "deal") {
      next.focus({ preventScroll: true });
      this.#letFeathersFall();
    }
  }

  async #stuck() {
    const { board, played } = this.#game;
    const score = `${count(board.stackCount, "stack")} left, ${board.score} of ${board.bestScore} points.`;
    const others = [
      button("Undo", () => this.#game.undo()),
      ...(played.length > 0 ? [button("Restart", () => this.#game.goTo(0))] : []),
      button("Next deal", () => this.#nextDeal()),
    ];
    this.#open("stuck", "No move is left", score, others);
    byId("outcome-lost").textContent = "Asking the solver which move lost it …";
    announce(`No move is left. ${score}`);
    try {
      const { text, actions } = await whenLost(this.#game, this.#questions);
      byId("outcome-lost").textContent = text;
      byId("outcome-actions").replaceChildren(...actions, ...others);
      announce(`No move is left. ${score} ${text}`);
    } catch (error) {
      if (error instanceof Outdated) return;
      if (!(error instanceof ServerError)) throw error;
      byId("outcome-lost").textContent = error.message;
    }
  }

  #open(kind, title, score, actions) {
    byId("outcome").dataset.kind = kind;
    byId("outcome").dataset.place = this.#freePlace();
    byId("outcome-title").textContent = title;
    byId("outcome-score").textContent = score;
    byId("outcome-lost").textContent = "";
    byId("outcome-actions").replaceChildren(...actions);
    byId("outcome").hidden = false;
  }

  /** Where the message hides the fewest stacks. */
  #freePlace() {
    const { rows, cols, stacks } = this.#game.board;
    const half = Math.ceil(rows / 2) * cols;
    const number = (part) => part.filter((stack) => stack.length > 0).length;
    const [above, below] = [number(stacks.slice(0, half)), number(stacks.slice(-half))];
    return above === below ? "middle" : above < below ? "top" : "bottom";
  }

  #letFeathersFall() {
    if (isCalm()) return;
    const feathers = Array.from({ length: FEATHERS }, () => {
      const feather = symbol("feather", "falling");
      const values = { x: Math.random() * 100, delay: Math.random() * 1.6, turn: Math.random() * 360 };
      for (const [name, value] of Object.entries(values)) feather.style.setProperty(`--${name}`, value);
      return feather;
    });
    byId("fall").replaceChildren(...feathers);
  }
}
