/* The first visit: the rules on a board of six cards, one move at a time, with nothing else on the screen. Any legal move
   is fine; what to try next follows from where the player stands, and shows a part of the rule that has not been seen
   yet if it can. */

import { button, byId, choices } from "./dom.js";
import { parse } from "./kernel/boaf.js";
import { rich, t } from "./messages.js";
import { cardName } from "./names.js";
import { celebrate } from "./outcome.js";
import { remember } from "./settings.js";

const LESSON = "3H 9H 9C / 4S 8S TC";

export class Teach {
  #game;
  #view;
  #strip;
  #after;
  #seen = new Set();

  /** `after` gives what to do when the lesson is over: [[label, action]]. */
  constructor(game, view, strip, after) {
    this.#game = game;
    this.#view = view;
    this.#strip = strip;
    this.#after = after;
    game.addEventListener("change", () => {
      document.body.classList.toggle("is-lesson", Boolean(game.origin.isLesson));
      if (game.origin.isLesson) this.#coach();
    });
  }

  begin() {
    this.#seen.clear();
    this.#game.start(parse(LESSON), { seed: null, isLesson: true });
  }

  #coach() {
    const { board, played } = this.#game;
    const skip = button(t("lesson.skip"), () => this.#leave(), "button small quiet");
    if (board.isSolved) {
      this.#finish();
      return;
    }
    const move = this.#nextMove(board);
    if (!move) {
      const back = button(t("lesson.back"), () => this.#game.undo(), "button small primary");
      this.#tell(t("lesson.lost"), [back, skip]);
      return;
    }
    this.#view.mark({ [move.from]: "hint-from", [move.to]: "hint-to" });
    const [card, onto] = [move.from, move.to].map((cell) => cardName(board.top(cell)));
    const line = Math.floor(move.from / board.cols) === Math.floor(move.to / board.cols) ? "row" : "column";
    const reason = kindOf(board, move);
    this.#seen.add(reason);
    const key = played.length === 0 ? "lesson.first" : "lesson.next";
    const why = t("lesson.because", { line: t(`lesson.${line}`), reason: t(`lesson.${reason}`) });
    this.#tell([...rich(key, { card, onto }), " ", why], [skip]);
  }

  /** A move that keeps the lesson winnable, and shows something new if one does. */
  #nextMove(board) {
    const isSeen = (move) => this.#seen.has(kindOf(board, move));
    const moves = board.legalMoves.toSorted((one, other) => isSeen(one) - isSeen(other));
    return moves.find((move) => isWinnable(board.push(move))) ?? null;
  }

  /** Leave without finishing: on to the first deal. */
  #leave() {
    remember("taught", true);
    this.#view.mark({});
    this.#after()[0][1]();
  }

  #finish() {
    remember("taught", true);
    this.#view.mark({});
    const actions = choices(this.#after());
    this.#strip.tell(t("lesson.rule"), { title: t("lesson.done"), tone: "win", actions });
    actions[0].focus({ preventScroll: true });
    byId("fall").replaceChildren();
    celebrate(this.#view, this.#game.board);
  }

  #tell(text, actions) {
    this.#strip.tell(text, { tone: "lesson", actions });
  }
}

/** Which part of the rule a move shows. */
function kindOf(board, { from, to }) {
  const [one, other] = [board.top(from), board.top(to)];
  if (one.suit === other.suit) return "suit";
  return one.rank === other.rank ? "equal" : "near";
}

/** Whether a board of a few cards can be won. */
function isWinnable(board) {
  return board.isSolved || board.legalMoves.some((move) => isWinnable(board.push(move)));
}
