/* Why a position is lost, in plain words: what a player can see on the board. The solver's proof says which condition
   holds and which cards show it; where it has no picture, the move that lost the game is set against one that kept it. */

import { Board, graphOf, matches } from "./kernel/boaf.js";
import { listed, rich } from "./messages.js";
import { cardName, moveName } from "./names.js";

/** The reason that a proof of a board shows, as texts and elements; null where it shows no cards. */
export function plainReason(proof, board) {
  if (!proof || proof.cells.length === 0) return null;
  const names = (cells) => listed(cells.map((cell) => cardName(board.top(cell))));
  const { condition, cells, edges } = proof;
  const n = cells.length;
  if (condition === "cut-edge") {
    const [u, w] = edges[0];
    return rich("reason.cut-edge", { cards: names(cells.filter((cell) => cell !== w)), one: names([u]), other: names([w]) });
  }
  if (condition === "lollipop-stick") {
    const [[x, u], [, w]] = edges;
    return rich("reason.lollipop-stick", { one: names([x]), two: names([u]), three: names([w]) });
  }
  if (condition === "cut-vertex") {
    const card = joiner(board, cells);
    return rich("reason.cut-vertex", { card: names([card]), cards: names(cells.filter((cell) => cell !== card)) });
  }
  return rich(`reason.${condition}`, { n, cards: names(cells) });
}

/** The one of some cards that joins the others to the rest. */
function joiner(board, cells) {
  const joins = (cell) => {
    const stacks = board.stacks.map((stack, other) => (other === cell ? [] : stack));
    const { flocks: parts } = graphOf(new Board(board.rows, board.cols, stacks));
    const isOther = (one) => one !== cell && cells.includes(one);
    return parts.length > 1 && parts.every((part) => part.every(isOther) || !part.some(isOther));
  };
  return cells.find(joins) ?? cells[0];
}

/** What a move took away, set against a move that kept the game alive. */
export function contrast(before, move, good) {
  const n = good.length;
  const played = moveName(move.text);
  const sentences = [rich("reason.contrast", { n, move: played, good: moveName(good[0].text) })];
  const alone = lastPartner(before, move);
  if (alone) sentences.unshift(rich("reason.lastPartner", alone));
  return sentences.flatMap((sentence, k) => (k > 0 ? [" ", ...sentence] : sentence));
}

/** A card that could go with the covered card only, of all cards left or of those in line: {card, partner}. */
function lastPartner(before, { from, to }) {
  const after = before.push({ from, to });
  const cells = after.stacks.flatMap((stack, cell) => (stack.length > 0 && cell !== to ? [cell] : []));
  const partners = (board, cell) => [...board.stacks.keys()].filter((other) => isPartner(board, cell, other));
  const legal = (board, cell) => board.targets(cell);
  for (const count of [partners, legal]) {
    const alone = cells.find((cell) => count(before, cell).length > 0 && count(after, cell).length === 0);
    if (alone !== undefined) {
      const lost = count(before, alone).find((cell) => cell === to || cell === from);
      if (lost !== undefined) return { card: cardName(before.top(alone)), partner: cardName(before.top(lost)) };
    }
  }
  return null;
}

function isPartner(board, one, other) {
  return one !== other && board.top(other) !== null && matches(board.top(one), board.top(other));
}
