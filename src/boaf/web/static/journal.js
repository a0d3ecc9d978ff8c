/* Writes down what happens to a deal until the player has won it: hints, moves taken back, time, losses, and who won. */

import { changeResult, isBetter, isOwnWin, resultOf } from "./results.js";
import { today } from "./days.js";
import { startOf } from "./url.js";

const MACHINES = ["solution", "watch"];
const SHOWN = ["begun", "won", "by", "lost", "stars"];

export class Journal extends EventTarget {
  #game;
  #helped = new Set();

  /** Gives the seconds that are not written down yet, once; the clock sets it. */
  takeSeconds = () => 0;

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
    const made = this.#made;
    const { hints, seen, analysed } = this.record;
    if (seen || made.some((by) => MACHINES.includes(by))) return "machine";
    if (made.includes("link")) return "link";
    return hints > 0 || analysed || made.includes("hint") ? "hints" : "you";
  }

  /** Three stars for a win without help and without a move taken back, two without help, one with it. */
  get stars() {
    if (this.winner === "hints") return 1;
    if (this.winner !== "you") return null;
    return this.record.undos === 0 ? 3 : 2;
  }

  /** Help was given; however often it is asked for in a position, it counts once. */
  hint() {
    const place = `${startOf(this.#game)} ${this.#game.board.text}`;
    if (this.#helped.has(place)) return;
    this.#helped.add(place);
    this.#writeOpen(({ hints }) => ({ hints: hints + 1 }));
  }

  /** The player sees what every move is worth. */
  analysed() {
    if (!this.record.analysed) this.#writeOpen(() => ({ analysed: true }));
  }

  /** The whole solution was shown. */
  solutionSeen() {
    this.#writeOpen(() => ({ seen: true }));
  }

  addSeconds(seconds) {
    this.#writeOpen((record) => ({ seconds: record.seconds + seconds }));
  }

  #changed({ kind, by, back = 0 }) {
    if (back > 0) this.#writeOpen(({ undos }) => ({ undos: undos + back }));
    else if (kind === "move" && by === "player" && !this.record.begun) this.#write(() => ({ begun: true }));
    if (kind !== "move" && kind !== "jump") return;
    if (this.#game.board.isSolved) this.#won();
    else if (kind === "move" && by === "player" && this.#game.board.isOver) {
      this.#writeOpen(({ lost }) => ({ lost: lost + 1 }));
    }
  }

  /** A position that was shared as it stands is nobody's win here. */
  #won() {
    if (this.#made.every((by) => by === "link")) return;
    const seconds = this.record.seconds + (isOwnWin(this.record) ? 0 : this.takeSeconds());
    const win = { won: today(), by: this.winner, seconds, ...(this.stars ? { stars: this.stars } : {}) };
    if (isBetter(win, this.record)) this.#write(() => win);
  }

  get #made() {
    const { makers, played } = this.#game;
    return makers.slice(0, played.length);
  }

  /** Once the player has won, nothing more is counted. */
  #writeOpen(change) {
    if (!isOwnWin(this.record)) this.#write(change);
  }

  #write(change) {
    const { origin } = this.#game;
    if (!this.#game.isOrdinary) return;
    const { date, difficulty } = origin;
    const known = { ...(date ? { date } : {}), ...(difficulty ? { difficulty } : {}) };
    const before = this.record;
    changeResult(startOf(this.#game), (record) => ({ ...known, ...change(record) }));
    const isSeen = SHOWN.some((name) => before[name] !== this.record[name]);
    this.dispatchEvent(new CustomEvent("written", { detail: { isSeen } }));
  }
}
