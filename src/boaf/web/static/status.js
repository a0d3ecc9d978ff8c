/* Which deal this is, how far it has come, and the page's title. */

import { byId, feathers } from "./dom.js";
import { longDay } from "./days.js";
import { formatted, t } from "./messages.js";

/** The name of a deal: its day, its kind, or its number. */
export function titleOf({ seed, date, difficulty, isLesson, isRush }, board = null) {
  if (isLesson) return t("deal.lesson");
  if (isRush) return t("rush.title");
  if (date) return t("deal.daily", { day: longDay(date) });
  if (seed === null) return t("deal.own");
  if (!difficulty || !board) return t("deal.numbered", { seed: String(seed) });
  return t("deal.graded", { level: t(`level.${difficulty}`), rows: board.rows, cols: board.cols });
}

export function showStatus(game) {
  const { board, origin } = game;
  const title = titleOf(origin, board);
  const level = origin.difficulty ? t("deal.difficulty", { level: t(`level.${origin.difficulty}`) }) : "";
  const number = origin.seed !== null && !origin.date ? t("deal.numbered", { seed: String(origin.seed) }) : "";
  document.title = `${title} · ${t("game.name")}`;
  byId("deal-title").textContent = title;
  byId("deal-title").title = number;
  byId("deal-size").textContent = t("deal.size", { rows: board.rows, cols: board.cols });
  byId("deal-difficulty").replaceChildren(...(origin.difficulty ? feathers(origin.difficulty) : []));
  byId("deal-level").textContent = origin.date && origin.difficulty ? t(`level.${origin.difficulty}`) : "";
  byId("deal-difficulty").title = level;
  byId("score").textContent = formatted(board.score);
  byId("best-score").textContent = ` / ${formatted(board.bestScore)}`;
  say("stacks-left", "stacks-noun", board.stackCount, "count.stacksLeft");
  say("legal-moves", "moves-noun", board.legalMoves.length, "count.legalMoves");
  byId("undo").disabled = byId("restart").disabled = game.played.length === 0;
  byId("redo").disabled = game.ahead.length === 0;
}

/** A figure and the words after it. */
function say(figure, noun, number, key) {
  byId(figure).textContent = formatted(number);
  byId(noun).textContent = t(key, { n: number }).replace(formatted(number), "").trim();
}
