/* The page in a frame of another page: index.html?embed#deal=1264 shows the board with its strip and tools, keeps nothing
   in the browser, and talks with the page around it by postMessage. docs/embedding.md describes the messages.

   What is sent is the game, which that page could replay itself, and nothing about the player. The page does not know
   who frames it, so it sends to any origin, unless the address names one: index.html?embed=https://example.org. Then
   only that origin is sent to and listened to. */

import { Outdated, Unanswered } from "./answers.js";
import { t } from "./messages.js";
import { readFragment } from "./url.js";

const FORMAT = 1;
const QUESTIONS = ["solve", "analyze", "explain"];

export class Embedding {
  #game;
  #questions;
  #journal;
  #act;
  #origin;

  /** `act` has what a command may do: open(found), hint(). */
  constructor(game, questions, journal, act) {
    this.#game = game;
    this.#questions = questions;
    this.#journal = journal;
    this.#act = act;
    this.#origin = originOf(new URLSearchParams(location.search).get("embed"));
    game.addEventListener("change", ({ detail }) => this.#changed(detail));
    addEventListener("message", (event) => this.#receive(event));
  }

  /** Tell the page around that the board is there. */
  ready() {
    this.#send("ready", this.#state);
  }

  get #state() {
    const { board, first, origin, played } = this.#game;
    const { rows, cols, score, isSolved, isOver } = board;
    const texts = { start: first.text, board: board.text, moves: played };
    return { deal: origin.seed, rows, cols, ...texts, legalMoves: board.legalMoves.length, score, isSolved, isOver };
  }

  #send(type, values, id = undefined) {
    const message = { boaf: FORMAT, type, ...values, ...(id === undefined ? {} : { id }) };
    if (parent !== window) parent.postMessage(message, this.#origin);
  }

  #changed({ kind, text, by }) {
    if (kind === "plan") return;
    const type = kind === "back" || kind === "jump" ? "position" : kind;
    this.#send(type, { ...this.#state, ...(kind === "move" ? { move: text, by } : {}) });
    if (kind !== "move" || !this.#game.board.isOver) return;
    const { hints, undos } = this.#journal.record;
    const { isSolved } = this.#game.board;
    const winner = isSolved ? this.#journal.winner : null;
    this.#send("result", { ...this.#state, result: isSolved ? "won" : "stuck", winner, hints, undos });
  }

  async #receive({ source, origin, data }) {
    if (source !== parent || source === window || data?.boaf !== FORMAT) return;
    if (this.#origin !== "*" && origin !== this.#origin) return;
    const { type, id } = data;
    try {
      if (!Object.hasOwn(this.#commands, type)) throw new RangeError(`unknown command ${JSON.stringify(type)}`);
      const [kind, values] = (await this.#commands[type](data)) ?? ["state", this.#state];
      this.#send(kind, values, id);
    } catch (error) {
      const isExpected = [RangeError, Outdated, Unanswered].some((known) => error instanceof known);
      if (!isExpected) throw error;
      this.#send("error", { command: type, message: error instanceof Outdated ? "the position changed" : error.message }, id);
    }
  }

  #commands = {
    state: () => null,
    undo: () => void this.#game.undo(),
    redo: () => void this.#game.redo(),
    restart: () => this.#game.goTo(0),
    hint: () => this.#act.hint(),
    play: ({ move }) => {
      const found = this.#game.board.readMove(String(move));
      if (!found) throw new RangeError(move === undefined ? "play needs a move, such as 7H-6C" : `${move} is not a legal move`);
      this.#game.play(found, "solution");
    },
    open: ({ fragment }) => {
      const found = readFragment(String(fragment));
      if (!found?.board) throw new RangeError(found?.error ?? t("link.none"));
      this.#act.open(found);
    },
    ask: async ({ question }) => {
      if (!QUESTIONS.includes(question)) throw new RangeError(`ask one of ${QUESTIONS.join(", ")}`);
      return ["answer", { question, board: this.#game.board.text, answer: await this.#questions.ask(question) }];
    },
  };
}

/** The origin that an address names, or any. */
function originOf(address) {
  return address && URL.canParse(address) ? new URL(address).origin : "*";
}
