/* The switch "Analyse": what the exact solver, the graph, the models and the players know about the position. The
   verdict and the moves always show; the other parts are asked for when they are opened. */

import { byId, count, feathers, isOn, make, onSwitch } from "./dom.js";
import { graphView } from "./graph_view.js";
import { describeGraph } from "./graph_text.js";
import { Overlay } from "./overlay.js";
import { bar, fillPart, verdictMark, verdictTag, VERDICT_WORDS } from "./parts.js";
import { cardName } from "./record.js";
import { Solution } from "./solution.js";
import { Watch } from "./watch.js";

const SECTIONS = ["graph", "solution", "rating", "watch", "predictions"];
const MANY = 16;
const TITLES = { solvable: "This can be won", unsolvable: "This cannot be won", unknown: "Undecided" };
const NO_SHORT_REASON = "There is no short reason: every way on was followed, and none ends in one stack.";

export class Analyse extends EventTarget {
  #game;
  #questions;
  #view;
  #journal;
  #overlay;
  #fates = null;

  constructor(game, questions, view, journal) {
    super();
    this.#game = game;
    this.#questions = questions;
    this.#view = view;
    this.#journal = journal;
    this.#overlay = new Overlay(byId("overlay"), view, byId("grid"));
    new Solution(game, questions, journal, byId("solution"));
    this.watch = new Watch(game, byId("watch"));
    onSwitch(byId("analyse-switch"), () => this.#switched());
    for (const name of SECTIONS) section(name).addEventListener("toggle", () => this.#toggled(name));
    byId("grid").addEventListener("picked", () => this.#lightTargets());
    game.addEventListener("change", ({ detail }) => detail.kind !== "plan" && this.#refresh());
  }

  get isOn() {
    return isOn(byId("analyse-switch"));
  }

  /** The names of the parts that are open, or null when the analysis is off. */
  get open() {
    return this.isOn ? SECTIONS.filter((name) => section(name).open) : null;
  }

  /** Switch the analysis off (null), or on with these parts open. */
  set open(names) {
    for (const name of SECTIONS) section(name).open = names?.includes(name) ?? false;
    if (this.isOn !== (names !== null)) this.toggle();
  }

  toggle() {
    byId("analyse-switch").click();
  }

  #switched() {
    byId("analysis").hidden = !this.isOn;
    if (!this.isOn) {
      this.watch.pause();
      this.#view.mark({});
    }
    this.#refresh();
    this.dispatchEvent(new Event("switched"));
  }

  #toggled(name) {
    if (section(name).open && this.isOn) this.#fillSection(name);
    this.dispatchEvent(new Event("switched"));
  }

  #refresh() {
    this.#setFates(null);
    byId("proof").replaceChildren();
    byId("proof").classList.remove("is-waiting");
    if (!this.isOn) return;
    if (!this.#game.board.isOver) this.#journal.hint();
    fillPart(byId("verdict"), () => this.#questions.ask("analyze"), (answer) => this.#showVerdict(answer));
    fillPart(byId("moves-list"), () => this.#questions.ask("analyze"), (answer) => this.#showMoves(answer));
    for (const name of SECTIONS) if (section(name).open) this.#fillSection(name);
  }

  #fillSection(name) {
    const ask = (path) => () => this.#questions.ask(path);
    const askLater = (path) => () => this.#questions.askWhenStill(path);
    if (name === "graph") fillPart(byId("graph-text"), ask("graph"), (answer) => this.#showGraph(answer));
    if (name === "predictions") fillPart(byId("predictions"), askLater("predict"), showPredictions);
    if (name === "rating") fillPart(byId("rating"), askLater("rate"), showRating);
  }

  #showVerdict({ verdict, moves }) {
    if (verdict === "unsolvable") {
      fillPart(byId("proof"), () => this.#questions.ask("explain"), (answer) => this.#showProof(answer));
    }
    const tag = make("p", { class: "tag", "data-verdict": verdict }, verdictMark(verdict), TITLES[verdict]);
    return [tag, make("p", {}, summary(verdict, moves))];
  }

  #showProof({ proof }) {
    if (!proof) return [make("p", {}, NO_SHORT_REASON)];
    this.#view.mark(Object.fromEntries(proof.cells.map((cell) => [cell, "proof"])));
    const name = proof.condition.replaceAll("-", " ");
    return [make("h3", {}, `Why: ${name}`), ...proof.text.map((sentence) => make("p", {}, sentence))];
  }

  #showMoves({ moves }) {
    const { board } = this.#game;
    this.#setFates(moves.map(({ move, verdict }) => ({ ...board.readMove(move), verdict })));
    if (moves.length === 0) return [make("p", { class: "note" }, "There is no legal move.")];
    return ["solvable", "unknown", "unsolvable"]
      .map((verdict) => [verdict, this.#fates.filter((fate) => fate.verdict === verdict)])
      .filter(([, fates]) => fates.length > 0)
      .toSorted(([, one], [, other]) => one.length - other.length)
      .map(([verdict, fates]) => this.#moveGroup(verdict, fates));
  }

  /** The moves of one verdict; many are folded away. */
  #moveGroup(verdict, fates) {
    const words = { solvable: "keep it winnable", unsolvable: "lose it", unknown: "undecided" }[verdict];
    const chips = fates.map((move) => {
      const point = () => this.#overlay.point(move.text);
      const leave = () => this.#overlay.point(null);
      const label = { class: "chip", type: "button", "aria-label": `Play ${move.text}, ${VERDICT_WORDS[verdict]}` };
      const events = { onpointerenter: point, onfocus: point, onpointerleave: leave, onblur: leave };
      const cards = move.text.split("-").flatMap((card, k) => [...(k > 0 ? ["→"] : []), cardName(card)]);
      return make("button", { ...label, ...events, onclick: () => this.#game.play(move) }, ...cards);
    });
    const isFew = fates.length <= MANY;
    const title = [verdictMark(verdict), ` ${fates.length} ${words}`];
    const head = make(isFew ? "p" : "summary", { class: "group-head" }, ...title);
    const list = make("div", { class: "chips" }, ...chips);
    return make(isFew ? "div" : "details", { class: "move-group", "data-verdict": verdict }, head, list);
  }

  #showGraph(graph) {
    const { board } = this.#game;
    const point = (cell) => this.#view.mark(cell === null ? {} : { [cell]: "hint-from" });
    return [graphView(graph, board, point), ...describeGraph(graph, board)];
  }

  #setFates(fates) {
    this.#fates = fates;
    this.#overlay.set(this.isOn ? fates : null);
    this.#lightTargets();
  }

  /** While a stack is picked up, its targets say what the move is worth. */
  #lightTargets() {
    const fates = this.isOn && this.#view.picked !== null ? (this.#fates ?? []) : [];
    const own = new Map(fates.filter(({ from }) => from === this.#view.picked).map(({ to, verdict }) => [to, verdict]));
    this.#view.board?.stacks.forEach((_, cell) => {
      if (own.has(cell)) this.#view.cell(cell).dataset.verdict = own.get(cell);
      else delete this.#view.cell(cell).dataset.verdict;
    });
  }
}

function section(name) {
  return byId(`section-${name}`);
}

/** What the moves are worth, in a sentence that names the exception. */
function summary(verdict, moves) {
  const number = (wanted) => moves.filter((move) => move.verdict === wanted).length;
  const [good, bad] = [number("solvable"), number("unsolvable")];
  if (moves.length === 0) return "";
  if (verdict === "unsolvable") return "No move helps any more.";
  if (number("unknown") > 0) return `${good} of ${count(moves.length, "move")} are known to keep it so.`;
  if (bad === 0 && good === 1) return "The only move keeps it so.";
  if (bad === 0) return `Every one of the ${moves.length} moves keeps it so.`;
  if (good === 1) return `Only one of the ${moves.length} moves keeps it so.`;
  if (bad < good) return bad === 1 ? "One move loses it." : `${bad} of ${moves.length} moves lose it.`;
  return `Only ${good} of ${moves.length} moves keep it so.`;
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
