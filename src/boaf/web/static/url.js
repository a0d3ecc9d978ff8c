/* The address holds the game: #deal=1264&moves=7H-6C.6H-7H, with &rows=5&cols=5 when it is not 4 × 4, or
   #board=…&moves=… for a board that is not a numbered deal. What else is known of the deal stands there as well, its
   date and difficulty, and &analyse=graph.solution with the parts of the analysis that are open (&analyse=on for none
   of them). So a link shares all that is seen; what could be redone is kept in the browser's history (main.js). */

import { isDay } from "./days.js";
import { isShownSize } from "./deals.js";
import { deal, parse } from "./kernel/boaf.js";
import { t } from "./messages.js";

const CARD = String.raw`(?:[A2-9TJQK][CDHS]|[1-9]\d*\.[1-9]\d*)`;
const MOVE = new RegExp(`(${CARD}-${CARD})(?:\\.|$)`, "y");
export const LESSON = "learn";
export const RUSH = "rush";

/** What names the start of a game: its number and size, or its cards. */
export function startOf(game) {
  const { rows, cols, text } = game.first;
  if (game.origin.seed === null) {
    return `board=${encodeURIComponent(text).replaceAll("%20", "+").replaceAll("%2F", "/")}`;
  }
  const size = rows !== 4 || cols !== 4 ? `&rows=${rows}&cols=${cols}` : "";
  return `deal=${game.origin.seed}${size}`;
}

/** The fragment of a game, without #; `analyse` lists the open parts of the analysis or is null. */
export function fragmentOf(game, { moves = game.played, analyse = null } = {}) {
  if (game.origin.isLesson) return LESSON;
  if (game.origin.isRush) return RUSH;
  const { date, difficulty } = game.origin;
  const parts = [startOf(game)];
  if (date) parts.push(`date=${date}`);
  if (difficulty) parts.push(`difficulty=${difficulty}`);
  if (moves.length > 0) parts.push(`moves=${moves.join(".")}`);
  if (analyse) parts.push(`analyse=${analyse.join(".") || "on"}`);
  return parts.join("&");
}

/** The start, the moves and the analysis of a fragment; null when it is empty; {error} when it names no board. */
export function readFragment(fragment) {
  const values = new URLSearchParams(fragment.replace(/^#/, ""));
  const { moves, rest } = readMoves(values.get("moves") ?? "");
  const analyse = values.has("analyse") ? values.get("analyse").split(".") : null;
  if (values.has("deal")) {
    const text = values.get("deal");
    const [seed, rows, cols] = [text, values.get("rows") ?? 4, values.get("cols") ?? 4].map(Number);
    if (text.trim() === "" || !Number.isSafeInteger(seed)) {
      return { error: t("link.badNumber") };
    }
    if (!isShownSize(rows, cols)) return { error: t("link.badSize") };
    return { board: deal(seed, rows, cols), origin: { seed, ...facts(values) }, moves, rest, analyse };
  }
  if (values.has("board")) {
    try {
      const board = parse(values.get("board"));
      if (!isShownSize(board.rows, board.cols)) return { error: t("link.badSize") };
      return { board, origin: { seed: null, ...facts(values) }, moves, rest, analyse };
    } catch {
      return { error: t("link.badBoard") };
    }
  }
  return null;
}

/** The moves at the beginning of a text, and what follows that is none. */
function readMoves(text) {
  const moves = [];
  MOVE.lastIndex = 0;
  let end = 0;
  for (let found = MOVE.exec(text); found; found = MOVE.exec(text)) {
    moves.push(found[1]);
    end = MOVE.lastIndex;
  }
  return { moves, rest: text.slice(end) };
}

function facts(values) {
  const [date, difficulty] = [values.get("date"), Number(values.get("difficulty"))];
  return {
    ...(date && isDay(date) ? { date } : {}),
    ...(Number.isInteger(difficulty) && difficulty >= 1 && difficulty <= 5 ? { difficulty } : {}),
  };
}
