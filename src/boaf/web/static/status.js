/* Which deal this is, how far it has come, and the page's title. */

import { byId, count, feathers } from "./dom.js";
import { longDay } from "./days.js";

export function titleOf({ seed, date, isLesson }) {
  if (isLesson) return "How to play";
  if (date) return `Deal of ${longDay(date)}`;
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
  say("stacks-left", "stacks-noun", board.stackCount, "stack", " left");
  say("legal-moves", "moves-noun", board.legalMoves.length, "legal move", "");
  byId("undo").disabled = byId("restart").disabled = game.played.length === 0;
  byId("redo").disabled = game.ahead.length === 0;
}

function say(figure, noun, number, word, after) {
  byId(figure).textContent = number;
  byId(noun).textContent = `${count(number, word).replace(/^\S+ /, "")}${after}`;
}
