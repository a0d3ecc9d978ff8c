/* Watch a player: it thinks about the position, shows what it weighed, and moves. The person may step, let it run, or take
   over at any time. */

import { post, Outdated, ServerError } from "./api.js";
import { make, symbol } from "./dom.js";
import { Pace } from "./pace.js";
import { bar, verdictMark, VERDICT_WORDS } from "./parts.js";

const PLAYERS = [
  ["greedy", "Greedy"], ["mcts", "Monte Carlo tree search"], ["flock", "Flock"], ["random", "Random"], ["perfect", "Perfect"],
];
const SEARCHING = ["mcts", "flock"];
const BUDGETS = [100, 300, 1000, 3000];
const SHOWN = 8;
const REASONS = {
  policy: "its rule likes it best",
  lookahead: "looking ahead decided",
  search: "its search likes it best",
  solution: "it knows a solution",
  lost: "it knows that the board is lost",
};

export class Watch {
  #game;
  #controller = new AbortController();
  #pace = new Pace(() => this.#turn());
  #seed = 1;
  #parts;

  constructor(game, container) {
    this.#game = game;
    const player = make("select", { id: "watch-player" }, ...PLAYERS.map(([value, name]) => make("option", { value }, name)));
    const budget = make("select", { id: "watch-budget" }, ...BUDGETS.map((n) => make("option", { value: n }, n.toLocaleString("en"))));
    const step = make("button", { type: "button", class: "button small", onclick: () => this.#step() }, symbol("icon-step"), "Step");
    const run = make("button", { type: "button", class: "button small", id: "watch-run", onclick: () => this.#toggle() });
    const thought = make("div", { class: "thought", id: "watch-thought", role: "status" });
    this.#parts = { player, budget, run, thought };
    player.addEventListener("change", () => this.#showControls());
    container.append(
      make("div", { class: "row" }, make("label", { class: "grow" }, "Player ", player), make("label", {}, "Iterations ", budget)),
      make("div", { class: "row" }, step, run),
      thought,
    );
    game.addEventListener("change", ({ detail }) => {
      if (detail.kind === "plan" || detail.by === "watch") return;
      this.pause();
      thought.replaceChildren();
    });
    this.#showControls();
  }

  pause() {
    this.#pace.stop();
    this.#controller.abort();
    this.#controller = new AbortController();
    this.#showControls();
  }

  #toggle() {
    if (this.#pace.isRunning) this.pause();
    else this.#pace.start();
    this.#showControls();
  }

  async #step() {
    this.pause();
    await this.#turn();
  }

  /** One thought and one move; answers whether the player can go on. */
  async #turn() {
    const { player, budget, thought } = this.#parts;
    const { signal } = this.#controller;
    const { board } = this.#game;
    const body = { board: board.text, player: player.value, iterations: Number(budget.value), seed: this.#seed++ };
    let more = false;
    try {
      const { move, reason, candidates } = await post("think", body, signal);
      const words = move ? `Played ${move}: ${REASONS[reason] ?? reason}.` : "No move is left.";
      thought.replaceChildren(make("p", { class: "note" }, words), ...(move ? [weighed(move, candidates)] : []));
      if (move) this.#game.play(board.readMove(move), "watch");
      more = move !== null && !this.#game.board.isOver;
    } catch (error) {
      if (error instanceof Outdated) return false;
      if (!(error instanceof ServerError)) throw error;
      thought.replaceChildren(make("p", { class: "note" }, error.message));
    }
    if (!more) this.#pace.stop();
    this.#showControls();
    return more;
  }

  #showControls() {
    const { player, budget, run } = this.#parts;
    const [name, text] = this.#pace.isRunning ? ["icon-pause", "Pause"] : ["icon-play", "Play"];
    run.replaceChildren(symbol(name), text);
    budget.disabled = !SEARCHING.includes(player.value);
  }
}

/** What the player weighed, best first. */
function weighed(move, candidates) {
  const most = Math.max(0, ...candidates.map(({ visits }) => visits ?? 0));
  const values = candidates.map(({ value }) => value);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const share = ({ visits, value }) => (most > 0 ? visits / most : (value - low) / (high - low || 1));
  const sorted = candidates.toSorted((one, other) => share(other) - share(one)).slice(0, SHOWN);
  const rows = sorted.map((candidate) => {
    const { visits, value } = candidate;
    const isChosen = candidate.move === move;
    const known = candidate.verdict in VERDICT_WORDS && candidate.verdict !== "unknown";
    const fate = known ? [" ", verdictMark(candidate.verdict)] : [];
    const name = make("th", { scope: "row", title: known ? VERDICT_WORDS[candidate.verdict] : "" }, candidate.move, ...fate);
    const visited = make("td", { class: "number" }, most > 0 ? visits.toLocaleString("en") : "–");
    const valued = make("td", { class: "number" }, Number(value).toLocaleString("en", { maximumFractionDigits: 2 }));
    return make("tr", { class: isChosen ? "is-chosen" : "" }, name, make("td", {}, bar(share(candidate))), visited, valued);
  });
  const head = [make("th", { scope: "col" }, "Move"), make("td"), make("th", { scope: "col" }, "Visits"), make("th", { scope: "col" }, "Value")];
  return make("table", {}, make("thead", {}, make("tr", {}, ...head)), make("tbody", {}, ...rows));
}
