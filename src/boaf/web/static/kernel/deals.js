/* Numbered deals, by the shuffler of Microsoft FreeCell, and the draws of SplitMix64 that choose among them. */

import { Board } from "./board.js";
import { standardDeck } from "./cards.js";
import { BoafError, requireWhole, shown } from "./errors.js";

const SEEDS = 2 ** 31;
const DECK = 52;
const MASK = (1n << 64n) - 1n;

/** The numbered deal of an integer seed; seeds a multiple of 2^31 apart are the same deal. */
export function deal(seed, rows = 4, cols = 4) {
  requireSize(rows, cols);
  requireWhole("seed", seed);
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

/** Refuse a size that 52 cards cannot fill. */
export function requireSize(rows, cols) {
  for (const [name, side] of Object.entries({ rows, cols })) {
    if (!Number.isInteger(side) || side < 1) throw new BoafError(`${name} must be a whole number from 1 on, not ${shown(side)}`);
  }
  if (rows * cols > DECK) {
    throw new BoafError(`${rows} × ${cols} has ${rows * cols} cells; the deck fills at most ${DECK}`, "tooLarge");
  }
}

/** The number of the deal that is drawn after `number` others: by SplitMix64, whose states are evenly spaced. */
export function draw(seed, number) {
  requireWhole("seed", seed);
  requireWhole("number", number, 0, Number.MAX_SAFE_INTEGER);
  let x = (BigInt(seed) + BigInt(number + 1) * 0x9e3779b97f4a7c15n) & MASK;
  x = ((x ^ (x >> 30n)) * 0xbf58476d1ce4e5b9n) & MASK;
  x = ((x ^ (x >> 27n)) * 0x94d049bb133111ebn) & MASK;
  x ^= x >> 31n;
  return Number(((x >> 32n) * BigInt(SEEDS)) >> 32n);
}
