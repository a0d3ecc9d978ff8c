/* Everything meets here: the game, its address, the board, help, outcome, analysis, and the keys. */

import { Analyse } from "./analyse.js";
import { announce, toast } from "./announce.js";
import { HAS_SERVER, PositionQuestions, prepare } from "./answers.js";
import { BoardView } from "./board_view.js";
import { Choose } from "./choose.js";
import { Clock } from "./clock.js";
import { today } from "./days.js";
import { button, byId, whenIdle } from "./dom.js";
import { enableDrag } from "./drag.js";
import { Editor } from "./editor.js";
import { Embedding } from "./embed.js";
import { ruleExamples } from "./examples.js";
import { feel } from "./feel.js";
import { keepFocus } from "./focus.js";
import { Game } from "./game.js";
import { gradedDeals } from "./graded.js";
import { Help } from "./help.js";
import { install } from "./install.js";
import { Journal } from "./journal.js";
import { deal } from "./kernel/boaf.js";
import { Lost } from "./lost.js";
import { Mattered } from "./mattered.js";
import { loadMessages, t } from "./messages.js";
import { moveText, spoken } from "./names.js";
import { Outcome } from "./outcome.js";
import { askToPersist } from "./own_data.js";
import { Record } from "./record.js";
import { dailyResults, isOwnWin } from "./results.js";
import { reviewGame, turningPoint } from "./review.js";
import { Rush } from "./rush.js";
import { setting } from "./settings.js";
import { showSettings } from "./settings_view.js";
import { Sharing } from "./sharing.js";
import { enableShortcuts } from "./shortcuts.js";
import { Statistics } from "./statistics.js";
import { showStatus, titleOf } from "./status.js";
import { IS_EMBEDDED, readStored, writeStored } from "./store.js";
import { Strip } from "./strip.js";
import { Teach } from "./teach.js";
import { dailyNote, Today } from "./today.js";
import { fragmentOf, LESSON, readFragment, RUSH, startOf } from "./url.js";

const LAST_GAME = "boaf-game";
const FIRST_GAME = { board: deal(1, 4, 4), origin: { seed: 1 }, moves: [] };

await loadMessages();
const game = new Game();
const questions = new PositionQuestions(game);
let droppedFrom = null;
const view = new BoardView(
  byId("grid"),
  (from, to, start) => {
    droppedFrom = start;
    game.play(game.board.move(from, to));
    if (!game.board.isSolved) feel("move");
  },
  (texts) => strip.note(texts),
);
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
const mattered = new Mattered(game, questions);
const lost = new Lost(game, questions, (number) => mattered.explainLoss(number));
const help = new Help(game, questions, view, strip, lost, journal);
const choose = new Choose(begin);
let editor = null;
const another = () => choose.winnable(game.origin.seed);
const playToday = () => choose.daily(today());
const outcome = new Outcome(game, view, strip, lost, journal, { next: afterWin, daily: dailyNote });
const sharing = new Sharing(game, questions, journal, outcome);
const analyse = new Analyse(game, questions, view, journal);
const record = new Record(game, questions, journal, () => analyse.isOn);
const teach = new Teach(game, view, strip, () => [[t("today.play"), playToday], [t("lesson.easy"), another]]);
const rush = new Rush(game, view, strip, () => [[t("today.play"), playToday]]);
new Today(game, journal, (day) => choose.daily(day));
new Statistics(journal);
const embedding = IS_EMBEDDED
  ? new Embedding(game, questions, journal, { open: (found) => openGame(found, null), hint: () => help.more() })
  : null;

/** What is offered after a win: first what the player does most likely want. */
function afterWin() {
  const isTodayOpen = !isOwnWin(dailyResults()[today()]);
  const next = isTodayOpen && game.origin.date !== today() ? [t("today.play"), playToday] : [t("won.next"), another];
  const share = [t("tool.share"), () => sharing.open()];
  const best = [t("won.mattered"), showTurningPoint];
  if (IS_EMBEDDED) return [best, [t("tool.restart"), () => game.goTo(0)]];
  return game.origin.date ? [share, next, best] : [next, share, best];
}

async function showTurningPoint() {
  const review = await reviewGame(game).catch(() => null);
  const found = review && turningPoint(review);
  if (found) mattered.showWin(found);
  else toast(t("mattered.nothing"));
}

/** Begin a game that was chosen. */
function begin(board, origin, { moves = [], analyse: parts = null } = {}) {
  clock.write();
  game.start(board, origin, { moves });
  if (parts) analyse.open = parts;
  view.focus();
}

/* The address follows the game. A deal makes an entry in the browser's history, a move does not; what could be redone,
   who made which move and what was taken back is kept with the entry. */
let isReading = false;

function keepAddress(kind) {
  const fragment = fragmentOf(game, { analyse: analyse.open });
  const state = { ahead: game.ahead, makers: game.makers, log: game.log };
  if (game.isOrdinary) writeStored(LAST_GAME, { fragment, day: today(), moves: game.played, start: startOf(game), ...state });
  if (isReading) return;
  history[kind === "deal" && !game.origin.isRush && !IS_EMBEDDED ? "pushState" : "replaceState"](state, "", `#${fragment}`);
}

game.addEventListener("change", ({ detail }) => keepAddress(detail.kind));
analyse.addEventListener("switched", () => {
  record.refresh();
  keepAddress("switch");
});

async function readAddress() {
  const fragment = location.hash.slice(1);
  const isFirstVisit = !fragment && !setting("taught") && !readStored(LAST_GAME).fragment && !IS_EMBEDDED;
  if (fragment === LESSON || isFirstVisit) {
    reading(() => teach.begin());
    return;
  }
  if (fragment === RUSH) {
    await rush.begin();
    return;
  }
  const found = fragment ? readFragment(fragment) : lastGame();
  if (found?.board) openGame(found, found.state ?? ownState(found) ?? history.state);
  else if (!(await playToday().catch(() => false))) openGame(FIRST_GAME, null);
  if (found?.error) toast(t("link.instead", { error: found.error }));
}

/** The game to go on with: one that was not over today. An older one is offered while the deal of the day is shown. */
function lastGame() {
  const last = readStored(LAST_GAME);
  const found = typeof last.fragment === "string" ? readFragment(last.fragment) : null;
  if (!found?.board) return null;
  const end = found.moves.reduce((board, text) => board && (board.readMove(text) ? board.push(board.readMove(text)) : null), found.board);
  if (!end || found.moves.length === 0 || (end.isOver && (found.origin.date !== today() || !end.isSolved))) return null;
  const again = { ...found, state: last };
  if (last.day === today()) return again;
  const go = () => (openGame(again, last), (byId("toast").hidden = true));
  setTimeout(() => toast(t("link.unfinished"), button(t("link.continue"), go)), 0);
  return null;
}

/** A link that holds the player's own moves, as when he opens his own address in another tab: what was kept of them. */
function ownState({ board, origin, moves }) {
  const last = readStored(LAST_GAME);
  const { ahead, makers, log } = checkedState(last);
  if (last.start !== startOf({ first: board, origin }) || !Array.isArray(last.moves) || moves.length === 0) return null;
  const line = [...last.moves, ...ahead];
  return moves.every((move, k) => move === line[k]) ? { ahead: line.slice(moves.length), makers, log } : null;
}

/** Show the game of an address; `state` is what was kept besides it. */
function openGame({ board, origin, moves, rest = "", analyse: parts = null }, state) {
  clock.write();
  const played = reading(() => {
    const number = game.start(board, origin, { moves, ...checkedState(state) });
    analyse.open = parts;
    return number;
  });
  if (played < moves.length) {
    toast(t("link.illegal", { number: played + 1, move: moveText(moves[played]) }));
  } else if (rest) {
    toast(t("link.noMove", { text: rest.slice(0, 30) }));
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
  const isStep = (step) => typeof step?.text === "string" || Number.isInteger(step?.back);
  const log = Array.isArray(state?.log) && state.log.every(isStep) ? state.log.slice() : null;
  return { ahead: texts(state?.ahead), makers: texts(state?.makers), log };
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
  const left = t("read.left", {
    stacks: t("count.stacksLeft", { n: board.stackCount }),
    moves: t("count.legalMoves", { n: board.legalMoves.length }),
  });
  const happened = {
    move: () => t("read.tops", { card: spoken(board.top(to)), n: board.stacks[to].length }),
    back: () => t("read.back", { move: moveText(text) }),
    jump: () => t("read.after", { n: game.played.length }),
    deal: () => `${titleOf(origin, board)}.`,
  }[kind];
  if (happened) announce(`${happened()} ${left}`);
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
  b: () => toast(view.describe()),
  l: () => toast(view.describeMoves()),
  "?": showRules,
  "Ctrl+z": () => game.undo(),
  "Ctrl+y": () => game.redo(),
  "Ctrl+Shift+z": () => game.redo(),
  Escape: () => (view.picked !== null ? view.pick(null) : game.isOrdinary && strip.rest()),
};
const { n: _choose, m: _another, a: _analyse, "?": _rules, ...moving } = actions;
enableShortcuts(IS_EMBEDDED ? moving : actions);

function showRules() {
  if (!byId("rules-examples").hasChildNodes()) byId("rules-examples").append(...ruleExamples());
  byId("rules").showModal();
}

const clicks = {
  skip: () => view.focus(),
  undo: actions.u,
  redo: actions.y,
  restart: actions.r,
  hint: actions.h,
  share: () => sharing.open(),
  "new-deal": actions.m,
  "choose-open": actions.n,
  "rules-open": actions["?"],
  "read-board": actions.b,
  "read-moves": actions.l,
  "rush-open": () => (byId("choose").close(), clock.write(), rush.begin()),
  "teach-open": () => (byId("rules").close(), clock.write(), teach.begin(), view.focus()),
  "editor-open": () => (editor ??= new Editor(begin)).open(game.board),
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

byId("colophon").textContent = t(HAS_SERVER ? "colophon.served" : "colophon.static");
showSettings(() => location.reload());
await readAddress();
for (const part of document.querySelectorAll("[inert]")) part.inert = false;
document.body.classList.add("is-ready");
embedding?.ready();
whenIdle(() => {
  prepare();
  if (IS_EMBEDDED) return;
  install(() => game.played.length > 0 && !game.board.isOver);
  askToPersist();
});
