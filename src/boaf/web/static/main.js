/* Everything meets here: the game, its address, the board, help, outcome, analysis, and the keys. */

import { Analyse } from "./analyse.js";
import { announce, toast } from "./announce.js";
import { PositionQuestions, ServerError } from "./api.js";
import { BoardView } from "./board_view.js";
import { spoken } from "./cards.js";
import { Choose } from "./choose.js";
import { deal } from "./deals.js";
import { byId, count } from "./dom.js";
import { enableDrag } from "./drag.js";
import { Help } from "./help.js";
import { Outcome } from "./outcome.js";
import { applyLooks, remember, setting } from "./settings.js";
import { enableShortcuts } from "./shortcuts.js";
import { showStatus } from "./status.js";
import { Game } from "./game.js";
import { fragmentOf, readFragment } from "./url.js";

const FIRST_GAME = { board: deal(1, 4, 4), origin: { seed: 1 }, moves: [] };

const game = new Game();
const questions = new PositionQuestions(game);
let droppedFrom = null;
const view = new BoardView(byId("grid"), (from, to, start) => {
  droppedFrom = start;
  game.play(game.board.move(from, to));
});

game.addEventListener("change", ({ detail }) => {
  if (detail.kind !== "plan") view.show(game.board, detail, droppedFrom);
  droppedFrom = null;
  showStatus(game);
  keepAddress(detail.kind);
  describe(detail);
});

enableDrag(byId("grid"), view);
const help = new Help(game, questions, view);
const choose = new Choose((board, origin) => {
  game.start(board, origin);
  view.focus();
});
const outcome = new Outcome(game, questions, view, nextDeal);
const analyse = new Analyse(game, questions, view);

async function nextDeal() {
  try {
    await choose.winnable();
  } catch (error) {
    if (!(error instanceof ServerError)) throw error;
    toast(error.message);
  }
}

/* The address follows the game. A deal makes an entry in the browser's history, a move does not. */
let isReading = false;

function keepAddress(kind) {
  const fragment = fragmentOf(game);
  remember("game", fragment);
  if (isReading) return;
  history[kind === "deal" ? "pushState" : "replaceState"](null, "", `#${fragment}`);
}

function readAddress() {
  const found = readFragment(location.hash) ?? readFragment(setting("game"));
  const { board, origin, moves } = found?.board ? found : FIRST_GAME;
  isReading = true;
  const played = game.start(board, origin, moves);
  isReading = false;
  history.replaceState(null, "", `#${fragmentOf(game)}`);
  if (found?.error) {
    toast(`${found.error} Here is deal ${origin.seed} instead.`);
  } else if (played < moves.length) {
    toast(`Move ${played + 1} of the link, ${moves[played]}, is not legal; this is the position before it.`);
  }
}

addEventListener("hashchange", () => location.hash.slice(1) !== fragmentOf(game) && readAddress());

/* What has happened, for those who listen. */
function describe({ kind, to }) {
  const { board } = game;
  const left = `${count(board.stackCount, "stack")} left, ${count(board.legalMoves.length, "legal move")}.`;
  if (kind === "move") announce(`${spoken(board.top(to))} tops a stack of ${board.stacks[to].length}. ${left}`);
  else if (kind === "back") announce(`Taken back. ${left}`);
  else if (kind === "jump") announce(`After ${count(game.played.length, "move")}. ${left}`);
}

async function share() {
  try {
    await navigator.clipboard.writeText(location.href);
    toast("Link to this position copied.");
  } catch {
    toast("Copy the link from the address bar: it holds this position.");
  }
}

/* Buttons, keys, dialogs, settings. */
const actions = {
  u: () => game.undo(),
  y: () => game.redo(),
  r: () => game.goTo(0),
  h: () => help.more(),
  n: () => choose.open(),
  a: () => analyse.toggle(),
  "?": () => byId("rules").showModal(),
  Escape: () => (outcome.isOpen ? outcome.close() : view.pick(null)),
};
enableShortcuts(actions);
byId("undo").addEventListener("click", actions.u);
byId("redo").addEventListener("click", actions.y);
byId("restart").addEventListener("click", actions.r);
byId("hint").addEventListener("click", actions.h);
byId("share").addEventListener("click", share);
byId("choose-open").addEventListener("click", actions.n);
byId("rules-open").addEventListener("click", actions["?"]);
for (const dialog of document.querySelectorAll("dialog")) {
  dialog.addEventListener("click", (event) => {
    if (event.target.closest("[data-close]") || isOutside(event, dialog)) dialog.close();
  });
}

/** Whether a click, not one that a key made, fell on the backdrop. */
function isOutside({ target, clientX, clientY }, dialog) {
  const { left, right, top, bottom } = dialog.getBoundingClientRect();
  const isInside = left <= clientX && clientX <= right && top <= clientY && clientY <= bottom;
  return target === dialog && !isInside;
}

for (const input of document.getElementsByName("theme")) {
  input.checked = input.value === setting("theme");
  input.addEventListener("change", () => (remember("theme", input.value), applyLooks()));
}
for (const [id, name] of [["four-colours", "fourColours"], ["shortcuts", "shortcuts"]]) {
  byId(id).checked = setting(name);
  byId(id).addEventListener("change", () => (remember(name, byId(id).checked), applyLooks()));
}

applyLooks();
readAddress();
document.body.classList.add("is-ready");
