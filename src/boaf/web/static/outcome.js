/* The end of a game: won, and by whom; or no legal move left, and then also which move lost it. */

import { announce } from "./announce.js";
import { settle } from "./answers.js";
import { button, byId, choices, symbol } from "./dom.js";
import { feel } from "./feel.js";
import { t } from "./messages.js";
import { isCalm } from "./motion.js";

const BIRDS = 16;

export class Outcome {
  #game;
  #view;
  #lost;
  #strip;
  #journal;
  #next;
  #daily;

  /** `next()` offers what to do after a win, [[label, action]]; `daily()` is what to say about the deal of the day. */
  constructor(game, view, strip, lost, journal, { next, daily }) {
    this.#game = game;
    this.#view = view;
    this.#strip = strip;
    this.#lost = lost;
    this.#journal = journal;
    this.#next = next;
    this.#daily = daily;
    game.addEventListener("change", ({ detail }) => this.#changed(detail));
  }

  #changed({ kind, by }) {
    byId("fall").replaceChildren();
    if (kind === "plan" || !this.#game.isOrdinary) return;
    if (this.#game.board.isSolved) this.#won(kind, by);
    else if (this.#game.board.isOver) this.#stuck();
  }

  #won(kind, by) {
    const { played, origin } = this.#game;
    const { winner } = this.#journal;
    const isOwn = winner === "you" || winner === "hints";
    const actions = choices(this.#next());
    const stars = isOwn ? ` ${starText(this.#journal.stars)}` : "";
    const text = [this.merit, ...(origin.date && isOwn ? [this.#daily(origin.date)] : [])].join(" ");
    this.#strip.tell(text, { title: t(`won.title.${winner}`) + stars, tone: "win", actions });
    announce(`${t(isOwn ? "won.you" : `won.title.${winner}`, { n: played.length })} ${text}`);
    if (kind === "move" && ["player", "hint"].includes(by)) {
      actions[0].focus({ preventScroll: true });
      if (isOwn) celebrate(this.#view, this.#game.board);
    }
  }

  /** How it was won, in a few words. */
  get merit() {
    const { winner, record } = this.#journal;
    const { hints, undos, analysed } = record;
    const help = hints > 0 ? t("won.hints", { n: hints }) : t(analysed ? "won.analysed" : "won.hints", { n: 1 });
    const how = { you: t("won.alone"), hints: help, link: t("won.link"), machine: t("won.machine") }[winner];
    const isOwn = winner === "you" || winner === "hints";
    return isOwn && undos > 0 ? `${how} ${t("won.undos", { n: undos })}` : how;
  }

  #stuck() {
    const { board, played } = this.#game;
    const title = t("stuck.title");
    const score = t("stuck.score", { n: board.stackCount });
    const others = played.length > 0 ? [button(t("tool.undo"), () => this.#game.undo())] : [];
    const tell = (text, actions) => this.#strip.tell([score, " ", ...text], { title, tone: "stuck", actions });
    tell([t("stuck.asking")], others);
    announce(`${title}. ${score}`);
    return settle(
      () => this.#lost.when(),
      ({ text, actions }) => {
        tell(text, [...actions, ...others]);
        announce(`${title}. ${score} ${byId("help-answer").textContent}`);
      },
      ({ message }) => tell([message], others),
    );
  }
}

/** Stars in a row, the missing ones hollow. */
export function starText(stars) {
  return "★".repeat(stars) + "☆".repeat(3 - stars);
}

/** A flock takes off from the last stack. */
export function celebrate(view, board) {
  feel("win");
  if (isCalm()) return;
  const frame = byId("fall").getBoundingClientRect();
  const rect = view.cell(board.stacks.findIndex((stack) => stack.length > 0)).getBoundingClientRect();
  const birds = Array.from({ length: BIRDS }, (_, k) => {
    const bird = symbol("flying", "bird-away");
    const side = (k % 2 ? 1 : -1) * Math.random();
    const values = { dx: side * 60, turn: side * 18, delay: k * 0.07 + Math.random() * 0.1, size: 0.7 + Math.random() * 0.8 };
    for (const [name, value] of Object.entries(values)) bird.style.setProperty(`--${name}`, value);
    bird.style.setProperty("left", `${rect.left - frame.left + rect.width / 2}px`);
    bird.style.setProperty("top", `${rect.top - frame.top + rect.height / 2}px`);
    return bird;
  });
  byId("fall").replaceChildren(...birds);
}
