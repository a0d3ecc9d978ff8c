/* Numbered deals, by the shuffler of Microsoft FreeCell, as the server deals them. The page deals them itself so that a
   link opens at once, with or without a server. */

import { standardDeck } from "./cards.js";
import { Board } from "./board.js";

export const SEEDS = 2 ** 31;

/** The sizes that are offered; any other comes in by a link or as a pasted board. */
export const SIZES = [[2, 2], [3, 3], [4, 4], [5, 5], [6, 6], [7, 7], [4, 13]];

/** The numbered deal of an integer seed; seeds a multiple of 2^31 apart are the same deal. */
export function deal(seed, rows, cols) {
  const deck = standardDeck();
  let state = ((seed % SEEDS) + SEEDS) % SEEDS;
  const stacks = [];
  for (let left = deck.length; stacks.length < rows * cols; left--) {
    state = (state * 214013 + 2531011) % SEEDS;
    const drawn = Math.floor(state / 65536) % left;
    stacks.push([deck[drawn]]);
    deck[drawn] = deck[left - 1];
  }
  return new Board(rows, cols, stacks);
}

/** Whether the page shows boards of this size. */
export function isShownSize(rows, cols) {
  const isSide = (side) => Number.isInteger(side) && side >= 1 && side <= 7;
  return (isSide(rows) && isSide(cols)) || ["4x13", "13x4"].includes(`${rows}x${cols}`);
}

export function randomSeed() {
  return Math.floor(Math.random() * 1_000_000);
}
