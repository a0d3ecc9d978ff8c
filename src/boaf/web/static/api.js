/* Questions to the server. A question about a position dies with it: when the game changes, the request is cancelled
   and its answer, even one that has arrived, is never handed on. */

const STILL = 300;

/** The server did not answer the question; the message says why, in words for the player. */
export class ServerError extends Error {
  constructor(message, place = null) {
    super(message);
    this.place = place;
  }
}

/** The position changed while the question was open; whoever asked has nothing to show. */
export class Outdated extends Error {}

async function call(path, options, signal) {
  let response, answer;
  try {
    response = await fetch(`api/${path}`, { ...options, signal });
    answer = await response.json();
  } catch {
    if (signal?.aborted) throw new Outdated();
    throw new ServerError("The server does not answer. Is boaf play still running? You can play on without it.");
  }
  if (signal?.aborted) throw new Outdated();
  if (response.ok) return answer;
  const reason = answer.error ?? `the server failed (${response.status})`;
  if (response.status !== 422) throw new ServerError(`${reason[0].toUpperCase()}${reason.slice(1)}.`);
  throw new ServerError(reason, Number.isInteger(answer.start) ? { start: answer.start, end: answer.end } : null);
}

export function get(path, values = {}, signal = undefined) {
  const query = new URLSearchParams(values).toString();
  return call(query ? `${path}?${query}` : path, {}, signal);
}

export function post(path, body, signal = undefined) {
  const headers = { "Content-Type": "application/json" };
  return call(path, { method: "POST", headers, body: JSON.stringify(body) }, signal);
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

  /** The answer for the position on the board; asked once, however many ask. */
  ask(path) {
    const board = this.#game.board.text;
    return this.#once(path, () => post(path, { board }, this.#controller.signal));
  }

  /** The same, for questions that cost the server more: they wait until the position has stood for a moment. */
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
    return this.#once("history", () => post("history", body, this.#controller.signal));
  }

  #once(path, start) {
    if (!this.#answers.has(path)) {
      const answers = this.#answers;
      answers.set(path, start().catch((error) => {
        answers.delete(path);
        throw error;
      }));
    }
    return this.#answers.get(path);
  }
}
