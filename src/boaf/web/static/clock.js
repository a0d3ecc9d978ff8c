/* The time spent on a deal while the page is in view and the game goes on; counted always, shown if wanted. */

import { byId } from "./dom.js";
import { onSettings, setting } from "./settings.js";

const SECOND = 1000;
const LONGEST_PAUSE = 120;

export class Clock {
  #game;
  #journal;
  #unwritten = 0;
  #idle = 0;

  constructor(game, journal) {
    this.#game = game;
    this.#journal = journal;
    journal.takeSeconds = () => this.#take();
    setInterval(() => this.#tick(), SECOND);
    game.addEventListener("change", () => {
      this.#idle = 0;
      this.#show();
    });
    journal.addEventListener("written", () => this.#show());
    addEventListener("pagehide", () => this.write());
    document.addEventListener("visibilitychange", () => document.hidden && this.write());
    onSettings(() => this.#show());
  }

  /** Write down what was not yet; to be called before another deal begins. */
  write() {
    const seconds = this.#take();
    if (seconds > 0) this.#journal.addSeconds(seconds);
  }

  #take() {
    const seconds = this.#unwritten;
    this.#unwritten = 0;
    return seconds;
  }

  /** A game counts from its first move to its end, and not while nobody seems to be there. */
  #tick() {
    const { board, played, isOrdinary } = this.#game;
    this.#idle += 1;
    if (document.hidden || !isOrdinary || played.length === 0 || board.isOver) return;
    if (this.#idle > LONGEST_PAUSE) return;
    this.#unwritten += 1;
    this.#show();
  }

  #show() {
    byId("clock-row").hidden = !setting("timer");
    if (setting("timer")) byId("clock").textContent = clockTime(this.#journal.record.seconds + this.#unwritten);
  }
}

/** Seconds as 4:07. */
export function clockTime(seconds) {
  return `${Math.floor(seconds / 60)}:${String(Math.floor(seconds) % 60).padStart(2, "0")}`;
}
