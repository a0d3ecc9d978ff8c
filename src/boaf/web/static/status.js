/* The line above the board: which deal, score, moves to a win, legal moves; and the page's title. */

import { byId, feathers } from "./dom.js";

export function titleOf({ seed, date }) {
  if (date) return `Deal of ${date}`;
  return seed === null ? "Your board" : `Deal ${seed}`;
}

export function showStatus(game) {
  const { board, origin } = game;
  const title = titleOf(origin);
  document.title = `${title} · Birds of a Feather`;
  byId("deal-title").textContent = title;
  byId("deal-size").textContent = `${board.rows} × ${board.cols}`;
  byId("deal-difficulty").replaceChildren(...(origin.difficulty ? feathers(origin.difficulty) : []));
  byId("deal-difficulty").title = origin.difficulty ? `Difficulty ${origin.difficulty} of 5` : "";
  byId("score").textContent = board.score;
  byId("best-score").textContent = ` / ${board.bestScore}`;
  byId("moves-left").textContent = board.stackCount - 1;
  byId("legal-moves").textContent = board.legalMoves.length;
  byId("undo").disabled = byId("restart").disabled = game.played.length === 0;
  byId("redo").disabled = game.ahead.length === 0;
}
