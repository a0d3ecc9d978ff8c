/* The switch "Analyse": what the exact solver, the graph, the models and the players know about the position. The
   verdict and the moves always show; the other parts are asked for when they are opened. */

import { byId, feathers, isOn, make, note, onSwitch } from "./dom.js";
import { graphView } from "./graph_view.js";
import { describeGraph } from "./graph_text.js";
import { Overlay } from "./overlay.js";
import { proofOf } from "./mattered.js";
import { formatted, t } from "./messages.js";
import { moveName, moveText } from "./names.js";
import { bar, fillPart, verdictMark, verdictTag } from "./parts.js";
import { contrast, plainReason } from "./reasons.js";
import { Solution } from "./solution.js";
import { Watch } from "./watch.js";

const SECTIONS = ["graph", "solution", "rating", "watch", "predictions"];
const MANY = 16;

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
    if (!this.#game.board.isOver) this.#journal.analysed();
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
      fillPart(byId("proof"), () => this.#askWhy(), (answer) => this.#showProof(answer));
    }
    const tag = make("p", { class: "tag", "data-verdict": verdict }, verdictMark(verdict), t(`verdict.title.${verdict}`));
    return [tag, make("p", {}, summary(verdict, moves))];
  }

  /** The proof of a lost position, and the reason in plain words: its own, or that of the move which lost the game. */
  async #askWhy() {
    const { proof } = await this.#questions.ask("explain");
    const own = plainReason(proof, this.#game.board);
    if (own || !proof) return { proof, reason: own };
    const { lost_at: lostAt } = await this.#questions.history();
    if (!lostAt) return { proof, reason: [t("reason.start")] };
    const { moves } = await this.#questions.ask("analyze", lostAt - 1);
    const before = this.#game.boardAfter(lostAt - 1);
    const good = moves.filter(({ verdict }) => verdict === "solvable").map(({ move }) => before.readMove(move));
    const lost = before.readMove(this.#game.played[lostAt - 1]);
    return { proof, reason: good.length > 0 ? contrast(before, lost, good) : [t("reason.start")] };
  }

  #showProof({ proof, reason }) {
    if (!proof) return [make("p", {}, t("proof.none"))];
    this.#view.mark(Object.fromEntries(proof.cells.map((cell) => [cell, "proof"])));
    return [make("h3", {}, t("lost.why")), make("p", {}, ...reason), ...proofOf(proof)];
  }

  #showMoves({ moves }) {
    const { board } = this.#game;
    this.#setFates(moves.map(({ move, verdict }) => ({ ...board.readMove(move), verdict })));
    if (moves.length === 0) return [note(t("stuck.title"))];
    return ["solvable", "unknown", "unsolvable"]
      .map((verdict) => [verdict, this.#fates.filter((fate) => fate.verdict === verdict)])
      .filter(([, fates]) => fates.length > 0)
      .toSorted(([, one], [, other]) => one.length - other.length)
      .map(([verdict, fates]) => this.#moveGroup(verdict, fates));
  }

  /** The moves of one verdict; many are folded away. */
  #moveGroup(verdict, fates) {
    const name = (move) => `${t("hint.play", { move: moveText(move.text) })}, ${t(`verdict.${verdict}`)}`;
    const chips = fates.map((move) => {
      const point = () => this.#overlay.point(move.text);
      const leave = () => this.#overlay.point(null);
      const label = { class: "chip", "aria-label": name(move) };
      const events = { onpointerenter: point, onfocus: point, onpointerleave: leave, onblur: leave };
      return make("button", { ...label, ...events, onclick: () => this.#game.play(move) }, moveName(move.text));
    });
    const isFew = fates.length <= MANY;
    const title = [verdictMark(verdict), " ", t(`moves.${verdict}`, { n: fates.length })];
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
  const [good, bad, all] = [number("solvable"), number("unsolvable"), moves.length];
  if (all === 0) return "";
  if (verdict === "unsolvable") return t("summary.none");
  if (number("unknown") > 0) return t("summary.known", { n: good, all });
  if (bad === 0) return t("summary.all", { n: all });
  return bad < good ? t("summary.losing", { n: bad, all }) : t("summary.only", { n: good, all });
}

function showPredictions({ verdict, predictions }) {
  const rows = predictions.map(({ model, probability }) => {
    const guess = probability >= 0.5 ? "solvable" : "unsolvable";
    const right = verdict === "unknown" ? "" : t(guess === verdict ? "predictions.right" : "predictions.wrong");
    const name = make("th", { scope: "row" }, t(`model.${model}`), make("small", {}, t(`model.${model}.is`)));
    return make("tr", {}, name, make("td", {}, bar(probability), percent(probability)), make("td", {}, right));
  });
  const head = ["model", "chance", "is"].map((title) => make("th", { scope: "col" }, t(`predictions.${title}`)));
  const truth = make("p", {}, t("predictions.truth"), " ", verdictTag(verdict));
  return [truth, make("table", {}, make("thead", {}, make("tr", {}, ...head)), make("tbody", {}, ...rows))];
}

/** The difficulty in a sentence, and the figures it comes from, folded away. */
function showRating({ verdict, difficulty, attributes }) {
  const none = t(verdict === "unknown" ? "rating.unknown" : "rating.lost");
  const words = () => ` ${t("rating.level", { level: t(`level.${difficulty}`), number: difficulty })}`;
  const level =
    difficulty === null
      ? note(none)
      : make("p", {}, make("span", { class: "feathers" }, ...feathers(difficulty)), words());
  const rows = attributes.map(({ name, value }) =>
    make("tr", {}, make("th", { scope: "row" }, t(`attribute.${name}`)), make("td", { class: "number" }, formatted(value))),
  );
  const table = make("table", {}, make("tbody", {}, ...rows));
  return [level, make("details", { class: "formal" }, make("summary", {}, t("rating.figures")), table)];
}

function percent(share) {
  const digits = share > 0.01 && share < 0.99 ? 0 : 1;
  return formatted(share, { style: "percent", maximumFractionDigits: digits });
}
