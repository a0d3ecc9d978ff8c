/* The end of a game: won, and by whom; or no legal move left, and then also which move lost it. */

import { announce } from "./announce.js";
import { settle } from "./answers.js";
import { button, byId, count, symbol } from "./dom.js";
import { isCalm } from "./motion.js";

const FEATHERS = 24;
const TITLES = {
  you: "Birds of a feather!",
  hints: "Birds of a feather!",
  machine: "Solved by the machine",
  link: "One stack is left",
};

export class Outcome {
  #game;
  #lost;
  #strip;
  #journal;
  #next;

  /** `next` offers what to do after a game: {label: action}. */
  constructor(game, strip, lost, journal, next) {
    this.#game = game;
    this.#strip = strip;
    this.#lost = lost;
    this.#journal = journal;
    this.#next = next;
    game.addEventListener("change", ({ detail }) => this.#changed(detail));
  }

  #changed({ kind, by }) {
    byId("fall").replaceChildren();
    if (kind === "plan" || this.#game.origin.isLesson) return;
    if (this.#game.board.isSolved) this.#won(kind, by);
    else if (this.#game.board.isOver) this.#stuck();
  }

  #won(kind, by) {
    const { board, played } = this.#game;
    const winner = this.#journal.winner;
    const actions = Object.entries(this.#next).map(([label, act], k) =>
      button(label, act, k === 0 ? "button small primary" : "button small"),
    );
    const text = `All ${board.stacks.flat().length} cards in one stack, ${board.score} points${this.#merit(winner)}.`;
    this.#strip.tell(text, { title: TITLES[winner], tone: "win", actions });
    const subject = { you: "You have won", hints: "You have won" }[winner] ?? TITLES[winner];
    announce(`${subject} in ${count(played.length, "move")}, ${board.score} points${this.#merit(winner)}.`);
    if (kind === "move" && ["player", "hint"].includes(by)) {
      actions[0].focus({ preventScroll: true });
      if (winner === "you" || winner === "hints") letFeathersFall();
    }
  }

  /** How it was won, in a few words. */
  #merit(winner) {
    const { hints, undos } = this.#journal.record;
    const back = undos > 0 ? `${count(undos, "move")} taken back` : "";
    if (winner === "you") return `, without help${back && `, ${back}`}`;
    if (winner === "hints") return `, with ${count(Math.max(1, hints), "hint")}${back && ` and ${back}`}`;
    return winner === "link" ? ", from a shared position" : "";
  }

  #stuck() {
    const { board, played } = this.#game;
    const title = "No move is left";
    const score = `${count(board.stackCount, "stack")}, ${board.score} of ${board.bestScore} points.`;
    const others = played.length > 0 ? [button("Undo", () => this.#game.undo(), "button small")] : [];
    const tell = (text, actions) => this.#strip.tell(`${score} ${text}`, { title, tone: "stuck", actions });
    tell("Asking the solver which move lost it …", others);
    announce(`${title}. ${score}`);
    return settle(
      () => this.#lost.when(),
      ({ text, actions }) => {
        tell(text, [...actions, ...others]);
        announce(`${title}. ${score} ${text}`);
      },
      ({ message }) => tell(message, others),
    );
  }
}

function letFeathersFall() {
  if (isCalm()) return;
  const feathers = Array.from({ length: FEATHERS }, () => {
    const feather = symbol("feather", "falling");
    const values = { x: Math.random() * 100, delay: Math.random() * 1.6, turn: Math.random() * 360 };
    for (const [name, value] of Object.entries(values)) feather.style.setProperty(`--${name}`, value);
    return feather;
  });
  byId("fall").replaceChildren(...feathers);
}
