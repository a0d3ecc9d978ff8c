/* Watch a player: it thinks about the position, shows what it weighed, and moves. The person may step, let it run, or
   take over at any time. */

import { answer, askPlugin, PLUGINS, settle } from "./answers.js";
import { make, note, symbol, whenIdle } from "./dom.js";
import { formatted, rich, t } from "./messages.js";
import { moveName } from "./names.js";
import { Pace } from "./pace.js";
import { bar, verdictMark } from "./parts.js";

const PLAYERS = ["greedy", "mcts", "flock", "random", "perfect"];
const SEARCHING = ["mcts", "flock"];
const BUDGETS = [100, 300, 1000, 3000];
const SHOWN = 8;
const REASONS = ["policy", "lookahead", "search", "solution", "lost", "undecided"];

export class Watch {
  #game;
  #controller = new AbortController();
  #pace = new Pace(() => this.#turn());
  #seed = 1;
  #player = make(
    "select",
    { id: "watch-player" },
    ...options(PLAYERS.map((name) => [name, t(`player.${name}`)])),
    ...options(PLUGINS.map((name) => [name, t("player.plugin", { name })])),
  );
  #budget = make("select", { id: "watch-budget" });
  #run = make("button", { class: "button small", onclick: () => this.#toggle() });
  #thought = make("div", { class: "thought", id: "watch-thought", role: "status" });

  constructor(game, container) {
    this.#game = game;
    const step = { class: "button small", onclick: () => this.#step() };
    const player = make("label", { class: "grow" }, t("watch.player"), " ", this.#player);
    container.append(
      make("div", { class: "row" }, player, make("label", {}, t("watch.iterations"), " ", this.#budget)),
      make("div", { class: "row" }, make("button", step, symbol("icon-step"), t("solution.step")), this.#run),
      this.#thought,
    );
    whenIdle(() => this.#budget.append(...options(BUDGETS.map((n) => [n, formatted(n)]))));
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
    const { signal } = this.#controller;
    const [player, iterations, seed] = [this.#player.value, Number(this.#budget.value), this.#seed++];
    const isPlugin = PLUGINS.includes(player);
    const asking = note(t("watch.asking", { name: player }));
    if (isPlugin) this.#thought.replaceChildren(asking);
    let more = false;
    let isOutdated = true;
    await settle(
      () =>
        isPlugin
          ? askPlugin({ board: board.text, player, seed }, signal)
          : answer("think", { board: board.text, player, iterations, seed }, signal),
      ({ move, reason, candidates }) => {
        isOutdated = false;
        this.#say(...(move ? rich(this.#reason(reason), { move: moveName(move) }) : [t("stuck.title")]));
        if (!move) return;
        if (!isPlugin) this.#thought.append(weighed(move, candidates));
        this.#game.play(board.readMove(move), "watch");
        more = !this.#game.board.isOver;
      },
      ({ message }) => {
        isOutdated = false;
        this.#say(message);
      },
    );
    asking.remove();
    if (isOutdated) return false;
    if (!more) this.#pace.stop();
    this.#showControls();
    return more;
  }

  #reason(reason) {
    if (this.#player.value === "random") return "watch.random";
    if (reason === "plug-in") return "watch.plugin";
    return REASONS.includes(reason) ? `watch.${reason}` : "watch.policy";
  }

  #say(...texts) {
    this.#thought.replaceChildren(note(...texts));
  }

  #showControls() {
    const [name, text] = this.#pace.isRunning ? ["icon-pause", t("solution.pause")] : ["icon-play", t("solution.play")];
    this.#run.replaceChildren(symbol(name), text);
    this.#budget.disabled = !SEARCHING.includes(this.#player.value);
  }
}

function options(found) {
  return found.map(([value, text]) => make("option", { value }, text));
}

/** What the player weighed, best first: by visits if it searches, by value otherwise. */
function weighed(move, candidates) {
  const most = Math.max(0, ...candidates.map(({ visits }) => visits ?? 0));
  const values = candidates.map(({ value }) => value);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const share = ({ visits, value }) => (most > 0 ? visits / most : (value - low) / (high - low || 1));
  const number = (value) => make("td", { class: "number" }, formatted(value));
  const rows = candidates
    .toSorted((one, other) => share(other) - share(one))
    .slice(0, SHOWN)
    .map((candidate) =>
      make(
        "tr",
        { class: candidate.move === move ? "is-chosen" : "" },
        make("th", { scope: "row" }, moveName(candidate.move), ...fate(candidate.verdict)),
        make("td", {}, bar(share(candidate))),
        ...(most > 0 ? [number(candidate.visits)] : []),
        number(candidate.value),
      ),
    );
  const title = (text) => make("th", { scope: "col" }, text);
  const figures = [...(most > 0 ? ["visits"] : []), "value"].map((name) => title(t(`watch.${name}`)));
  const head = make("tr", {}, title(t("watch.move")), make("td"), ...figures);
  return make("table", {}, make("thead", {}, head), make("tbody", {}, ...rows));
}

/** What the player knows about the board after a move, if anything. */
function fate(verdict) {
  if (verdict !== "solvable" && verdict !== "unsolvable") return [];
  return [make("span", { class: "fate", "data-verdict": verdict, title: t(`verdict.${verdict}`) }, verdictMark(verdict))];
}
