/* Watch a player: it thinks about the position, shows what it weighed, and moves. The person may step, let it run, or
   take over at any time. */

import { answer, HAS_SERVER, settle } from "./answers.js";
import { make, symbol } from "./dom.js";
import { Pace } from "./pace.js";
import { bar, verdictMark, VERDICT_WORDS } from "./parts.js";

const PLAYERS = {
  greedy: "Greedy",
  mcts: "Monte Carlo tree search",
  flock: "Flock",
  random: "Random",
  perfect: "Perfect",
};
const SEARCHING = ["mcts", "flock"];
const BUDGETS = [100, 300, 1000, 3000];
const SHOWN = 8;
const REASONS = {
  policy: "its rule likes it best",
  lookahead: "looking ahead decided",
  search: "its search likes it best",
  solution: "it knows a solution",
  lost: "it knows that the board is lost",
  undecided: "it found no solution in its time, and its rule likes it best",
};

export class Watch {
  #game;
  #controller = new AbortController();
  #pace = new Pace(() => this.#turn());
  #seed = 1;
  #player = select("watch-player", Object.entries(PLAYERS));
  #budget = select("watch-budget", BUDGETS.map((n) => [n, n.toLocaleString("en")]));
  #run = make("button", { type: "button", class: "button small", onclick: () => this.#toggle() });
  #thought = make("div", { class: "thought", id: "watch-thought", role: "status" });

  constructor(game, container) {
    this.#game = game;
    if (!HAS_SERVER) {
      container.append(make("p", { class: "note" }, "The players need Python: install boaf and start boaf play."));
      return;
    }
    const step = { type: "button", class: "button small", onclick: () => this.#step() };
    const player = make("label", { class: "grow" }, "Player ", this.#player);
    container.append(
      make("div", { class: "row" }, player, make("label", {}, "Iterations ", this.#budget)),
      make("div", { class: "row" }, make("button", step, symbol("icon-step"), "Step"), this.#run),
      this.#thought,
    );
    this.#player.addEventListener("change", () => this.#showControls());
    game.addEventListener("change", ({ detail }) => {
      if (detail.kind === "plan" || detail.by === "watch") return;
      this.pause();
      this.#thought.replaceChildren();
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
    const { board } = this.#game;
    const [player, iterations] = [this.#player.value, Number(this.#budget.value)];
    let more = false;
    let isOutdated = true;
    await settle(
      () => answer("think", { board: board.text, player, iterations, seed: this.#seed++ }, this.#controller.signal),
      ({ move, reason, candidates }) => {
        isOutdated = false;
        this.#say(move ? `Played ${move}: ${this.#reason(reason)}.` : "No move is left.");
        if (!move) return;
        this.#thought.append(weighed(move, candidates));
        this.#game.play(board.readMove(move), "watch");
        more = !this.#game.board.isOver;
      },
      ({ message }) => {
        isOutdated = false;
        this.#say(message);
      },
    );
    if (isOutdated) return false;
    if (!more) this.#pace.stop();
    this.#showControls();
    return more;
  }

  #reason(reason) {
    return this.#player.value === "random" ? "drawn at random" : (REASONS[reason] ?? reason);
  }

  #say(text) {
    this.#thought.replaceChildren(make("p", { class: "note" }, text));
  }

  #showControls() {
    const [name, text] = this.#pace.isRunning ? ["icon-pause", "Pause"] : ["icon-play", "Play"];
    this.#run.replaceChildren(symbol(name), text);
    this.#budget.disabled = !SEARCHING.includes(this.#player.value);
  }
}

function select(id, options) {
  return make("select", { id }, ...options.map(([value, text]) => make("option", { value }, text)));
}

/** What the player weighed, best first: by visits if it searches, by value otherwise. */
function weighed(move, candidates) {
  const most = Math.max(0, ...candidates.map(({ visits }) => visits ?? 0));
  const values = candidates.map(({ value }) => value);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const share = ({ visits, value }) => (most > 0 ? visits / most : (value - low) / (high - low || 1));
  const number = (value) => make("td", { class: "number" }, value.toLocaleString("en", { maximumFractionDigits: 2 }));
  const rows = candidates
    .toSorted((one, other) => share(other) - share(one))
    .slice(0, SHOWN)
    .map((candidate) =>
      make(
        "tr",
        { class: candidate.move === move ? "is-chosen" : "" },
        make("th", { scope: "row" }, candidate.move, ...fate(candidate.verdict)),
        make("td", {}, bar(share(candidate))),
        most > 0 ? number(candidate.visits) : make("td", { class: "number" }, "–"),
        number(candidate.value),
      ),
    );
  const title = (text) => make("th", { scope: "col" }, text);
  const head = make("tr", {}, title("Move"), make("td"), title("Visits"), title("Value"));
  return make("table", {}, make("thead", {}, head), make("tbody", {}, ...rows));
}

/** What the player knows about the board after a move, if anything. */
function fate(verdict) {
  if (verdict !== "solvable" && verdict !== "unsolvable") return [];
  return [make("span", { class: "fate", "data-verdict": verdict, title: VERDICT_WORDS[verdict] }, verdictMark(verdict))];
}
