/* The switch "Analyse": what the exact solver, the graphs, the models and the players know about the position. */

import { byId, count, feathers, isOn, make, onSwitch } from "./dom.js";
import { describeGraph } from "./graph_text.js";
import { Overlay } from "./overlay.js";
import { bar, fillPart, verdictMark, verdictTag, VERDICT_WORDS } from "./parts.js";
import { Solution } from "./solution.js";
import { Watch } from "./watch.js";

export class Analyse {
  #game;
  #questions;
  #view;
  #overlay;
  #fates = null;
  #graph = null;

  constructor(game, questions, view) {
    this.#game = game;
    this.#questions = questions;
    this.#view = view;
    this.#overlay = new Overlay(byId("overlay"), view, byId("grid"));
    new Solution(game, questions, byId("solution"));
    this.watch = new Watch(game, byId("watch"));
    onSwitch(byId("analyse-switch"), () => this.#switched());
    onSwitch(byId("moves-switch"), () => this.#drawOverlay());
    onSwitch(byId("graph-switch"), () => this.#drawOverlay());
    byId("grid").addEventListener("picked", () => this.#lightTargets());
    game.addEventListener("change", ({ detail }) => detail.kind !== "plan" && this.#refresh());
  }

  get isOn() {
    return isOn(byId("analyse-switch"));
  }

  toggle() {
    byId("analyse-switch").click();
  }

  #switched() {
    document.body.classList.toggle("is-analysing", this.isOn);
    byId("analysis").hidden = !this.isOn;
    if (!this.isOn) {
      this.watch.pause();
      this.#view.mark({});
    }
    this.#refresh();
  }

  #refresh() {
    this.#fates = this.#graph = null;
    this.#drawOverlay();
    byId("proof").replaceChildren();
    byId("proof").classList.remove("is-waiting");
    if (!this.isOn) return;
    const ask = (path) => () => this.#questions.ask(path);
    const askLater = (path) => () => this.#questions.askWhenStill(path);
    fillPart(byId("verdict"), ask("analyze"), (answer) => this.#showVerdict(answer));
    fillPart(byId("moves-list"), ask("analyze"), (answer) => this.#showMoves(answer));
    fillPart(byId("graph-text"), ask("graph"), (answer) => this.#showGraph(answer));
    fillPart(byId("predictions"), askLater("predict"), showPredictions);
    fillPart(byId("rating"), askLater("rate"), showRating);
  }

  #showVerdict({ verdict, moves }) {
    if (verdict === "unsolvable") {
      fillPart(byId("proof"), () => this.#questions.ask("explain"), (answer) => this.#showProof(answer));
    }
    const good = moves.filter((move) => move.verdict === "solvable").length;
    const open = moves.some((move) => move.verdict === "unknown");
    const words = moves.length === 0 ? "" : ` ${good} of ${count(moves.length, "move")} keep it so.`;
    return [verdictTag(verdict), verdict === "solvable" && !open ? words : ""];
  }

  #showProof({ proof }) {
    if (!proof) return [];
    this.#view.mark(Object.fromEntries(proof.cells.map((cell) => [cell, "proof"])));
    const name = proof.condition.replaceAll("-", " ");
    return [make("h3", {}, `Why: ${name}`), ...proof.text.map((sentence) => make("p", {}, sentence))];
  }

  #showMoves({ moves }) {
    const { board } = this.#game;
    this.#fates = moves.map(({ move, verdict }) => ({ ...board.readMove(move), verdict }));
    this.#drawOverlay();
    if (moves.length === 0) return [make("p", { class: "note" }, "There is no legal move.")];
    return ["solvable", "unknown", "unsolvable"].flatMap((verdict) => {
      const fates = this.#fates.filter((fate) => fate.verdict === verdict);
      return fates.length > 0 ? [this.#moveGroup(verdict, fates)] : [];
    });
  }

  #moveGroup(verdict, fates) {
    const words = { solvable: "keep it winnable", unsolvable: "lose it", unknown: "undecided" }[verdict];
    const chips = fates.map((move) => {
      const label = { class: "chip", type: "button", "aria-label": `Play ${move.text}, ${VERDICT_WORDS[verdict]}` };
      return make("button", { ...label, onclick: () => this.#game.play(move) }, move.text);
    });
    const head = make("p", { class: "group-head" }, verdictMark(verdict), ` ${fates.length} ${words}`);
    const list = make("div", { class: "chips" }, ...chips);
    return make("div", { class: "move-group", "data-verdict": verdict }, head, list);
  }

  #showGraph(graph) {
    this.#graph = graph;
    this.#drawOverlay();
    return describeGraph(graph, this.#game.board);
  }

  #drawOverlay() {
    this.#overlay.set({
      moves: this.isOn && isOn(byId("moves-switch")) ? this.#fates : null,
      graph: this.isOn && isOn(byId("graph-switch")) ? this.#graph : null,
    });
    byId("felt").classList.toggle("shows-graph", this.isOn && isOn(byId("graph-switch")));
    this.#lightTargets();
  }

  /** While a stack is picked up, its targets say what the move is worth. */
  #lightTargets() {
    const fates = this.isOn ? (this.#fates ?? []) : [];
    this.#view.board?.stacks.forEach((_, cell) => {
      const fate = fates.find(({ from, to }) => from === this.#view.picked && to === cell);
      if (fate) this.#view.cell(cell).dataset.verdict = fate.verdict;
      else delete this.#view.cell(cell).dataset.verdict;
    });
  }
}

function showPredictions({ verdict, predictions }) {
  if (predictions.length === 0) return [make("p", { class: "note" }, "No learned model speaks about this board.")];
  const rows = predictions.map(({ model, text, probability }) => {
    const guess = probability >= 0.5 ? "solvable" : "unsolvable";
    const right = verdict === "unknown" ? "" : guess === verdict ? "right" : "wrong";
    const name = make("th", { scope: "row" }, model, make("small", {}, text));
    return make("tr", {}, name, make("td", {}, bar(probability), percent(probability)), make("td", {}, right));
  });
  const head = ["Model", "Chance of a win", "It is"].map((title) => make("th", { scope: "col" }, title));
  const truth = make("p", {}, "The truth: ", verdictTag(verdict));
  return [truth, make("table", {}, make("thead", {}, make("tr", {}, ...head)), make("tbody", {}, ...rows))];
}

function showRating({ verdict, difficulty, attributes }) {
  const none = verdict === "unknown" ? "It could not be rated in time." : "Only a board that can be won has a difficulty.";
  const level =
    difficulty === null
      ? make("p", { class: "note" }, none)
      : make("p", {}, make("span", { class: "feathers" }, ...feathers(difficulty)), ` ${difficulty} of 5`);
  const rows = attributes.map(({ name, value, text }) => {
    const figures = make("td", { class: "number" }, figure(value));
    return make("tr", {}, make("th", { scope: "row" }, name.replaceAll("_", " "), make("small", {}, text)), figures);
  });
  return [level, make("table", {}, make("tbody", {}, ...rows))];
}

function percent(share) {
  return `${(100 * share).toFixed(share > 0.01 && share < 0.99 ? 0 : 1)} %`;
}

function figure(value) {
  return typeof value === "number" ? value.toLocaleString("en", { maximumFractionDigits: 2 }) : String(value ?? "–");
}
