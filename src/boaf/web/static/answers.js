/* Answers to questions about boards, from the kernel in this browser.

   A question about a position dies with it: when the game changes, it is cancelled and its answer, even one that has
   arrived, is never handed on. */

import { analyze, BoafError, explain, graphOf, history, load, parse, predict, rate, solve, think } from "./kernel/boaf.js";
import { hasMessage, t } from "./messages.js";

/** Whether boaf serves this page, and not some web host its files. */
export const HAS_SERVER = globalThis.document?.documentElement.hasAttribute("data-server") ?? false;
/** The names of the players that are plug-ins of that server. */
export const PLUGINS = JSON.parse(globalThis.document?.documentElement.dataset.players ?? "[]");
const STILL = 300;
const ALWAYS_DECIDED = 16;
const MOST_SECONDS = 5;

/** What can be asked, by name. */
const KERNEL = {
  solve: ({ board, ...options }) => solve(board, options),
  analyze: ({ board, ...options }) => analyze(board, options),
  explain: ({ board, ...options }) => explain(board, options),
  history: ({ board, moves, ...options }) => history(board, moves, options),
  rate: ({ board, ...options }) => rate(board, options),
  think: ({ board, ...options }) => think(board, options),
  predict: ({ board, ...options }) => predict(board, options),
  graph: async ({ board }) => graphOf(board),
};

/** There is no answer; the message says why, in words for the player, and `canRetry` whether asking again may help. */
export class Unanswered extends Error {
  constructor(message, canRetry = false) {
    super(message);
    this.canRetry = canRetry;
  }
}

/** The position changed while the question was open; there is nothing to show. */
export class Outdated extends Error {}

/** Ask, and hand the answer on, or the reason why there is none; neither when the position has changed. */
export async function settle(ask, show, refuse) {
  let answer;
  try {
    answer = await ask();
  } catch (error) {
    if (error instanceof Outdated) return;
    if (!(error instanceof Unanswered)) throw error;
    refuse(error);
    return;
  }
  await show(answer);
}

/** The answer to a question, such as answer("solve", {board}). */
export async function answer(path, body, signal = undefined) {
  try {
    const board = parse(body.board);
    const limits = board.stacks.length > ALWAYS_DECIDED ? { maxSeconds: MOST_SECONDS } : {};
    return await KERNEL[path]({ ...body, board, ...limits, signal });
  } catch (error) {
    if (signal?.aborted) throw new Outdated();
    if (!(error instanceof BoafError)) throw error;
    if (error.code === "failed") console.error(error);
    const message = hasMessage(`solver.${error.code}`) ? t(`solver.${error.code}`) : error.message;
    throw new Unanswered(message, error.code === "cannotLoad");
  }
}

/** The move of a plug-in, from the server: {move}. It may be anything, so its name is in what is said of a failure. */
export async function askPlugin(body, signal) {
  try {
    const headers = { "Content-Type": "application/json" };
    const response = await fetch("api/think", { method: "POST", headers, body: JSON.stringify(body), signal });
    const { error, ...found } = await response.json();
    if (error !== undefined) throw new Error(error);
    return found;
  } catch ({ message }) {
    if (signal.aborted) throw new Outdated();
    throw new Unanswered(t("watch.failed", { name: body.player, error: message }));
  }
}

/** Load the kernel, so that the first answer need not wait for it. */
export function prepare() {
  load().catch(() => {}); // the first question tells what is wrong
}

/** Asks about the position of a game, and drops what is out of date. */
export class PositionQuestions {
  #game;
  #controller = new AbortController();
  #answers = new Map();

  constructor(game) {
    this.#game = game;
    game.addEventListener("change", ({ detail }) => {
      if (detail.kind === "plan") return;
      this.#controller.abort();
      this.#controller = new AbortController();
      this.#answers.clear();
    });
  }

  /** The answer for the position on the board, or after a number of moves; asked once, however many ask. */
  ask(path, after = this.#game.played.length) {
    const board = this.#game.boardAfter(after).text;
    return this.#once(`${path} ${after}`, () => answer(path, { board }, this.#controller.signal));
  }

  /** The same, for questions that cost more: they wait until the position has stood for a moment. */
  askWhenStill(path) {
    const { signal } = this.#controller;
    const moment = new Promise((resolve) => setTimeout(resolve, STILL));
    return moment.then(() => {
      if (signal.aborted) throw new Outdated();
      return this.ask(path);
    });
  }

  /** The verdicts of every position since the start. */
  history() {
    const body = { board: this.#game.first.text, moves: this.#game.played };
    return this.#once("history", () => answer("history", body, this.#controller.signal));
  }

  #once(name, start) {
    if (!this.#answers.has(name)) {
      const answers = this.#answers;
      answers.set(name, start().catch((error) => {
        answers.delete(name);
        throw error;
      }));
    }
    return this.#answers.get(name);
  }
}
