/* Everything meets here: the game, its address, the board, help, outcome, analysis, and the keys. */

import { Analyse } from "./analyse.js";
import { announce, toast } from "./announce.js";
import { HAS_SERVER, PositionQuestions, prepare } from "./answers.js";
import { BoardView } from "./board_view.js";
import { spoken } from "./cards.js";
import { Choose } from "./choose.js";
import { Clock } from "./clock.js";
import { today } from "./days.js";
import { deal } from "./deals.js";
import { byId, count } from "./dom.js";
import { enableDrag } from "./drag.js";
import { Editor } from "./editor.js";
import { ruleExamples } from "./examples.js";
import { keepFocus } from "./focus.js";
import { Game } from "./game.js";
import { gradedDeals } from "./graded.js";
import { Help } from "./help.js";
import { install } from "./install.js";
import { Journal } from "./journal.js";
import { Lost } from "./lost.js";
import { Outcome } from "./outcome.js";
import { Record } from "./record.js";
import { setting } from "./settings.js";
import { showSettings } from "./settings_view.js";
import { Sharing } from "./sharing.js";
import { enableShortcuts } from "./shortcuts.js";
import { Statistics } from "./statistics.js";
import { showStatus, titleOf } from "./status.js";
import { readStored, writeStored } from "./store.js";
import { Strip } from "./strip.js";
import { Teach } from "./teach.js";
import { Today } from "./today.js";
import { fragmentOf, LESSON, readFragment } from "./url.js";

const LAST_GAME = "boaf-game";
const FIRST_GAME = { board: deal(1, 4, 4), origin: { seed: 1 }, moves: [] };

const game = new Game();
const questions = new PositionQuestions(game);
let droppedFrom = null;
const view = new BoardView(byId("grid"), (from, to, start) => {
  droppedFrom = start;
  game.play(game.board.move(from, to));
});
keepFocus(game, view);

game.addEventListener("change", ({ detail }) => {
  if (detail.kind !== "plan") view.show(game.board, detail, droppedFrom);
  droppedFrom = null;
  showStatus(game);
  describe(detail);
});

enableDrag(byId("grid"), view);
const journal = new Journal(game);
const clock = new Clock(game, journal);
const strip = new Strip(view);
const lost = new Lost(game, questions, view, strip);
const help = new Help(game, questions, view, strip, lost, journal);
const choose = new Choose(begin);
const editor = new Editor(begin);
const sharing = new Sharing(game, questions, journal);
const another = () => choose.winnable(game.origin.seed);
new Outcome(game, strip, lost, journal, {
  "Next deal": another,
  "Share": () => sharing.open(),
  "Play it again": () => game.goTo(0),
});
const analyse = new Analyse(game, questions, view, journal);
const record = new Record(game, questions, journal, () => analyse.isOn);
const teach = new Teach(game, view, strip, { "Today’s deal": () => choose.daily(today()), "An easy one": another });
new Today(game, journal, (day) => choose.daily(day));
new Statistics(journal);

/** Begin a game that was chosen. */
function begin(board, origin, { moves = [], analyse: parts = null } = {}) {
  clock.write();
  game.start(board, origin, { moves });
  if (parts) analyse.open = parts;
  view.focus();
}

/* The address follows the game. A deal makes an entry in the browser's history, a move does not; what could be redone,
   and who made which move, is kept with the entry. */
let isReading = false;

function keepAddress(kind) {
  const fragment = fragmentOf(game, { analyse: analyse.open });
  const state = { ahead: game.ahead, makers: game.makers };
  if (!game.origin.isLesson) writeStored(LAST_GAME, { fragment, ...state });
  if (isReading) return;
  history[kind === "deal" ? "pushState" : "replaceState"](state, "", `#${fragment}`);
}

game.addEventListener("change", ({ detail }) => keepAddress(detail.kind));
analyse.addEventListener("switched", () => {
  record.refresh();
  keepAddress("switch");
});

async function readAddress() {
  if (location.hash === `#${LESSON}`) {
    reading(() => teach.begin());
    return;
  }
  const last = readStored(LAST_GAME);
  const hasLast = !location.hash.slice(1) && typeof last.fragment === "string";
  const found = readFragment(hasLast ? last.fragment : location.hash);
  if (!found && !setting("taught")) {
    reading(() => teach.begin());
  } else if (!found?.board && (await choose.daily(today()).catch(() => false))) {
    if (found) toast(`${found.error} Here is the deal of the day instead.`);
  } else {
    openGame(found?.board ? found : FIRST_GAME, hasLast ? last : history.state);
  }
}

/** Show the game of an address; `state` is what was kept besides it. */
function openGame({ board, origin, moves, rest = "", analyse: parts = null }, state) {
  const { ahead, makers } = checkedState(state);
  clock.write();
  const played = reading(() => {
    const number = game.start(board, origin, { moves, ahead, makers });
    analyse.open = parts;
    return number;
  });
  if (played < moves.length) {
    toast(`Move ${played + 1} of the link, ${moves[played]}, is not legal; this is the position before it.`);
  } else if (rest) {
    toast(`“${rest.slice(0, 30)}” in the link is not a move; this is the position before it.`);
  }
  if (origin.date) checkDate(origin);
}

/** A link may say anything: a date stays only if this is the deal of that day. */
async function checkDate(origin) {
  const found = (await gradedDeals()).dealOf(origin.date);
  if (found?.seed === origin.seed || game.origin !== origin) return;
  const { date: _, ...others } = origin;
  game.origin = others;
  showStatus(game);
  keepAddress("switch");
}

function checkedState(state) {
  const texts = (value) => (Array.isArray(value) && value.every((text) => typeof text === "string") ? value : []);
  return { ahead: texts(state?.ahead), makers: texts(state?.makers) };
}

/** Do something that comes from the address, which then needs no further entry in the history. */
function reading(act) {
  isReading = true;
  const result = act();
  isReading = false;
  keepAddress("switch");
  return result;
}

addEventListener("hashchange", () => {
  if (location.hash.slice(1) !== fragmentOf(game, { analyse: analyse.open })) readAddress();
});

/* What has happened, for those who listen. */
function describe({ kind, to, text }) {
  const { board, origin } = game;
  const left = `${count(board.stackCount, "stack")} left, ${count(board.legalMoves.length, "legal move")}.`;
  if (kind === "move") announce(`${spoken(board.top(to))} tops a stack of ${board.stacks[to].length}. ${left}`);
  else if (kind === "back") announce(`Taken back: ${text}. ${left}`);
  else if (kind === "jump") announce(`After ${count(game.played.length, "move")}. ${left}`);
  else if (kind === "deal") announce(`${titleOf(origin)}. ${left}`);
}

/* Buttons, keys, dialogs, settings. */
const actions = {
  u: () => game.undo(),
  y: () => game.redo(),
  r: () => game.goTo(0),
  h: () => help.more(),
  n: () => choose.open(),
  m: another,
  a: () => analyse.toggle(),
  t: () => view.focusNext(),
  "?": () => byId("rules").showModal(),
  "Ctrl+z": () => game.undo(),
  "Ctrl+y": () => game.redo(),
  "Ctrl+Shift+z": () => game.redo(),
  Escape: () => (view.picked === null ? strip.rest() : view.pick(null)),
};
enableShortcuts(actions);
const clicks = {
  undo: actions.u,
  redo: actions.y,
  restart: actions.r,
  hint: actions.h,
  share: () => sharing.open(),
  "choose-open": actions.n,
  "rules-open": actions["?"],
  "teach-open": () => (byId("rules").close(), clock.write(), teach.begin(), view.focus()),
  "editor-open": () => editor.open(game.board),
};
for (const [id, act] of Object.entries(clicks)) byId(id).addEventListener("click", act);
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

byId("rules-examples").append(...ruleExamples());
byId("colophon").textContent = HAS_SERVER
  ? "Served by boaf play on this machine."
  : "Everything runs in this browser, also offline. Ratings, players and predictions need Python: boaf play.";
showSettings();
install();
await readAddress();
document.body.classList.add("is-ready");
prepare();
