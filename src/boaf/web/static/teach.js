/* The first visit: the rules on a board of six cards, one move at a time. Any legal move is fine; what to try next
   follows from where the player stands, and shows a part of the rule that has not been seen yet if it can. */

import { Board } from "./board.js";
import { spoken } from "./cards.js";
import { button } from "./dom.js";
import { remember } from "./settings.js";

const LESSON = "3H 9H 9C / 4S 8S TC";
const SHORT = { suit: "same suit", equal: "equal ranks", next: "neighbouring ranks" };

export class Teach {
  #game;
  #view;
  #strip;
  #after;
  #seen = new Set();

  /** `after` offers what to do when the lesson is over: {label: action}. */
  constructor(game, view, strip, after) {
    this.#game = game;
    this.#view = view;
    this.#strip = strip;
    this.#after = after;
    game.addEventListener("change", () => game.origin.isLesson && this.#coach());
  }

  begin() {
    this.#seen.clear();
    this.#game.start(Board.parse(LESSON), { seed: null, isLesson: true });
  }

  #coach() {
    const { board, played } = this.#game;
    const skip = button("Skip", () => this.#finish(), "button small quiet");
    if (board.isSolved) {
      this.#finish();
      return;
    }
    const move = this.#nextMove(board);
    if (!move) {
      const back = button("Take it back", () => this.#game.undo(), "button small primary");
      this.#tell("From here the cards cannot all come together. That is the puzzle: look ahead.", [back, skip]);
      return;
    }
    this.#view.mark({ [move.from]: "hint-from", [move.to]: "hint-to" });
    const [card, onto] = [move.from, move.to].map((cell) => spoken(board.top(cell)));
    const line = Math.floor(move.from / board.cols) === Math.floor(move.to / board.cols) ? "row" : "column";
    const reason = kindOf(board, move);
    this.#seen.add(reason);
    const begin = played.length === 0 ? "Bring all cards into one stack. Tap" : "Now";
    const then = played.length === 0 ? ", then" : " onto";
    this.#tell(`${begin} the ${card}${then} the ${onto}: same ${line}, ${SHORT[reason]}.`, [skip]);
  }

  /** A move that keeps the lesson winnable, and shows something new if one does. */
  #nextMove(board) {
    const good = board.legalMoves.filter((move) => isWinnable(board.push(move)));
    return good.find((move) => !this.#seen.has(kindOf(board, move))) ?? good[0] ?? null;
  }

  #finish() {
    remember("taught", true);
    const actions = Object.entries(this.#after).map(([label, act], k) =>
      button(label, act, k === 0 ? "button small primary" : "button small"),
    );
    const text = "Same row or column, and same suit or equal or neighbouring ranks: that is the whole rule.";
    this.#strip.tell(text, { title: "Now you can play", tone: "win", actions });
    actions[0].focus({ preventScroll: true });
  }

  #tell(text, actions) {
    this.#strip.tell(text, { tone: "lesson", actions });
  }
}

/** Which part of the rule a move shows. */
function kindOf(board, { from, to }) {
  const [one, other] = [board.top(from), board.top(to)];
  if (one.suit === other.suit) return "suit";
  return one.rank === other.rank ? "equal" : "next";
}

/** Whether a board of a few cards can be won. */
function isWinnable(board) {
  return board.isSolved || board.legalMoves.some((move) => isWinnable(board.push(move)));
}
