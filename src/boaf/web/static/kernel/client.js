/* Kernel: questions about boards, answered by the compiled solver in a worker or in this thread. */

import { requireSize } from "./deals.js";
import { BoafError, IllegalMoveError, KernelError, requireWhole, shown } from "./errors.js";
import { fileSources, workerSource } from "./files.js";
import { asBoard } from "./parse.js";
import { openWorker } from "./threads.js";

const LIMITS = ["maxNodes", "maxSeconds"];
const WISHES = ["difficulty", "rows", "cols", "count", "seed", "maxSeconds"];
const CHOICES = ["player", "iterations", "seed"];
const PLAYERS = ["random", "greedy", "mcts", "flock", "perfect"];
const MOST_ITERATIONS = 10_000_000;
const MOST_PUZZLES = 1_000_000;

export class Kernel {
  #worker;
  #files;
  #thread = null;
  #waiting = new Map();
  #asked = 0;
  #isClosed = false;

  /** Nothing starts before the first question. With `worker: false` answers are computed in this thread, in portions of
      a few milliseconds. `files` has the addresses or the bytes of files that are not where the package has them. */
  constructor(options = {}) {
    const { worker = true, files = {} } = known(options, ["worker", "files"]);
    this.#worker = worker;
    const given = Object.entries(files ?? {}).map(([name, source]) => [name, source instanceof URL ? source.href : source]);
    this.#files = Object.fromEntries(given);
  }

  /** Load the solver ahead of the first question. */
  async load() {
    await this.#ask({ name: "load" });
  }

  /** Whether a board can be solved, and how. */
  async solve(board, options) {
    return this.#askAbout("solve", board, options);
  }

  /** The verdict of every legal move. */
  async analyze(board, options) {
    return this.#askAbout("analyze", board, options);
  }

  /** The verdict, with a proof in words if the board is unsolvable. */
  async explain(board, options) {
    return this.#askAbout("explain", board, options);
  }

  /** The highest score that play can reach, and the moves. */
  async bestScore(board, options) {
    return this.#askAbout("bestScore", board, options);
  }

  /** How hard a solvable board is. */
  async rate(board, options) {
    return this.#askAbout("rate", board, options);
  }

  /** Numbered deals of a difficulty, each with a solution. */
  async generate(wish = {}) {
    const { signal, maxSeconds, ...asked } = checked(wish, WISHES);
    const { difficulty, rows = 4, cols = 4, count = 1, seed = randomSeed() } = asked;
    requireWhole("difficulty", difficulty, 1, 5);
    requireWhole("count", count, 1, MOST_PUZZLES);
    requireWhole("seed", seed);
    requireSize(rows, cols);
    return this.#ask({ name: "generate", limits: { maxSeconds }, difficulty, rows, cols, count, seed }, signal);
  }

  /** What a player would do: random, greedy, mcts, flock or perfect. */
  async think(board, wish = {}) {
    const { player = "flock", iterations, seed = 0, ...options } = known(wish, [...LIMITS, ...CHOICES, "signal"]);
    if (!PLAYERS.includes(player)) throw new BoafError(`unknown player ${String(player)}: choose from ${PLAYERS.join(", ")}`);
    if (iterations !== undefined) requireWhole("iterations", iterations, 1, MOST_ITERATIONS);
    requireWhole("seed", seed);
    return this.#askAbout("think", board, options, { player, iterations, seed });
  }

  /** How likely the learned models hold a board to be solvable. */
  async predict(board, options) {
    return this.#askAbout("predict", board, options);
  }

  /** The verdict of every position of a game, and the move that lost it. */
  async history(board, moves, options) {
    if (!Array.isArray(moves)) throw new BoafError("moves must be an array of texts such as 7H-6C");
    return this.#askAbout("history", board, options, { moves: moves.map((move) => move?.text ?? String(move)) });
  }

  /** End the worker; open questions are rejected, and so are later ones. */
  close() {
    this.#isClosed = true;
    this.#fail(new KernelError("the kernel was closed", "closed"));
  }

  async #askAbout(name, board, options = {}, more = {}) {
    const { signal, ...limits } = checked(options, LIMITS);
    const { text } = asBoard(board);
    return this.#ask({ name, board: text, limits, ...more }, signal);
  }

  #ask(question, signal = undefined) {
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      if (this.#isClosed) throw new KernelError("the kernel was closed", "closed");
      this.#thread ??= this.#open();
      const id = this.#asked++;
      const drop = () => {
        this.#thread?.post({ id });
        this.#forget(id);
        reject(signal.reason);
      };
      signal?.addEventListener("abort", drop, { once: true });
      this.#waiting.set(id, { resolve, reject, done: () => signal?.removeEventListener("abort", drop) });
      this.#thread.hold();
      this.#thread.post({ id, ...question });
    });
  }

  #open() {
    const onMessage = (told) => this.#settle(told);
    const files = { ...fileSources(), ...this.#files };
    const onError = ({ message }) => {
      this.#fail(new KernelError(`the worker cannot run: ${message || "it did not start"}`, "cannotRun"));
    };
    if (!this.#worker) {
      const runner = import("./runner.js").then(({ Runner }) => new Runner(files, onMessage));
      const post = (question) => runner.then((found) => found.take(question)).catch(onError);
      return { post, close() {}, hold() {}, release() {} };
    }
    const thread = openWorker(workerSource(), { onMessage, onError, onIdle: () => (this.#thread = null) });
    thread.post({ files });
    return thread;
  }

  #settle({ id, answer, error }) {
    const question = this.#forget(id);
    if (error === undefined) question?.resolve(answer);
    else question?.reject(errorFrom(error));
  }

  /** Take a question off the list. */
  #forget(id) {
    const question = this.#waiting.get(id);
    question?.done();
    this.#waiting.delete(id);
    if (this.#waiting.size === 0) this.#thread?.release();
    return question;
  }

  /** Reject all open questions; the next one gets a new worker. */
  #fail(error) {
    for (const id of [...this.#waiting.keys()]) this.#forget(id).reject(error);
    this.#thread?.close();
    this.#thread = null;
  }
}

/** The options, if they have only known names and sensible limits. */
function checked(options, names) {
  for (const [name, value] of Object.entries(known(options, [...names, "signal"]))) {
    if (name === "signal" && value != null && typeof value.throwIfAborted !== "function") {
      throw new BoafError(`signal must be an AbortSignal, not ${shown(value)}`);
    }
    if (LIMITS.includes(name) && value !== undefined && !(typeof value === "number" && value >= 0)) {
      throw new BoafError(`${name} must be 0 or more, not ${shown(value)}`);
    }
    if (name === "maxNodes" && Number.isFinite(value)) requireWhole(name, value, 0, Number.MAX_SAFE_INTEGER);
  }
  return options;
}

/** The options, if they are an object with only known names. */
function known(options, names) {
  if (Object(options) !== options) throw new BoafError(`options must be an object, not ${shown(options)}`);
  const unknown = Object.keys(options).find((name) => !names.includes(name));
  if (unknown !== undefined) throw new BoafError(`unknown option '${unknown}': choose from ${names.join(", ")}`);
  return options;
}

function randomSeed() {
  return Math.floor(Math.random() * 2 ** 31);
}

/** An error that came from the runner, as what it was there; a mistake of the solver's keeps its stack. */
function errorFrom({ name, message, code, stack }) {
  const kind = { IllegalMoveError, KernelError }[name] ?? BoafError;
  return Object.assign(new kind(message, code), stack === undefined ? {} : { stack });
}
