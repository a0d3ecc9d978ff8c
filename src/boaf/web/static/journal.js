/* Writes down what happens to a deal until it is won: hints, moves taken back, time, and who won it. */

import { changeResult, resultOf } from "./results.js";
import { today } from "./days.js";
import { startOf } from "./url.js";

const MACHINES = ["solution", "watch"];

export class Journal extends EventTarget {
  #game;

  constructor(game) {
    super();
    this.#game = game;
    game.addEventListener("change", ({ detail }) => this.#changed(detail));
  }

  /** The record of the deal in play. */
  get record() {
    return resultOf(startOf(this.#game));
  }

  /** Who brought the cards where they are: "you", "hints", "machine" or "link". */
  get winner() {
    const { makers, played } = this.#game;
    const made = makers.slice(0, played.length);
    const { hints, seen } = this.record;
    if (seen || made.some((by) => MACHINES.includes(by))) return "machine";
    if (made.includes("link")) return "link";
    return hints > 0 || made.includes("hint") ? "hints" : "you";
  }

  hint() {
    this.#write(({ hints, won }) => (won ? {} : { hints: hints + 1 }));
  }

  /** The whole solution was shown. */
  solutionSeen() {
    this.#write(({ won }) => (won ? {} : { seen: true }));
  }

  addSeconds(seconds) {
    this.#write((record) => (record.won ? {} : { seconds: record.seconds + seconds }));
  }

  #changed({ kind, by }) {
    if (kind === "back") this.#write(({ undos, won }) => (won ? {} : { undos: undos + 1 }));
    else if (kind === "move" && by === "player" && !this.record.begun) this.#write(() => ({ begun: true }));
    if (["move", "jump"].includes(kind) && this.#game.board.isSolved) this.#won();
  }

  #won() {
    const by = this.winner;
    this.#write((record) => (record.won ? {} : { won: today(), by }));
  }

  #write(change) {
    const { origin } = this.#game;
    if (origin.isLesson) return;
    const { date, difficulty } = origin;
    const known = { ...(date ? { date } : {}), ...(difficulty ? { difficulty } : {}) };
    changeResult(startOf(this.#game), (record) => ({ ...known, ...change(record) }));
    this.dispatchEvent(new Event("written"));
  }
}
