/* Numbered deals, by the shuffler of Microsoft FreeCell, as the server deals them. The page deals them itself so that a
   link opens at once and play goes on when the server is away. */

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

/** Whether there are numbered deals of this size. */
export function isDealSize(rows, cols) {
  return Number.isInteger(rows) && Number.isInteger(cols) && rows > 0 && cols > 0 && rows * cols <= 52;
}

export function randomSeed() {
  return Math.floor(Math.random() * 1_000_000);
}
