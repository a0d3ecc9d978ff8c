/* Deals whose difficulty is known, without a generator: the draws of `boaf.generate` and `boaf.daily`, graded when the
   page was made (graded.json, by tools/grade_deals.py). A deal is known by the number of its draw. */

import { SEEDS } from "./deals.js";
import { dayNumber, dayOf, weekdayOf } from "./days.js";

const EPOCH = 719_163; // The ordinal number of 1970-01-01, which seeds the draws of that day.
const MASK = (1n << 64n) - 1n;

let loading = null;

/** The table, loaded once. */
export function gradedDeals() {
  loading ??= fetch(new URL("graded.json", import.meta.url))
    .then((response) => (response.ok ? response.json() : Promise.reject(new Error("no table of deals"))))
    .then((table) => new GradedDeals(table));
  loading.catch(() => (loading = null));
  return loading;
}

class GradedDeals {
  #daily;
  #sizes;

  constructor({ daily, sizes }) {
    this.#daily = daily;
    this.#sizes = sizes;
  }

  /** The first and the last day that has a deal. */
  get days() {
    const first = dayNumber(this.#daily.first);
    return [this.#daily.first, dayOf(first + this.#daily.draws.length - 1)];
  }

  /** The deal of a day: {seed, difficulty, date}, or null for a day outside the table. */
  dealOf(date) {
    const number = dayNumber(date);
    const drawn = this.#daily.draws[number - dayNumber(this.#daily.first)];
    if (drawn === undefined) return null;
    return { seed: draw(number + EPOCH, drawn), difficulty: this.#daily.levels[weekdayOf(date)], date };
  }

  /** How many deals of each difficulty there are, from 1 on. */
  counts(size) {
    const grades = this.#sizes[size];
    return [1, 2, 3, 4, 5].map((level) => grades.split(String(level)).length - 1);
  }

  /** Some deal of a size and difficulty, another than `last` if there is one: {seed, difficulty}. */
  some(size, difficulty, last = null) {
    const grades = [...this.#sizes[size]];
    const numbers = grades.flatMap((grade, k) => (Number(grade) === difficulty ? [k] : []));
    const seeds = numbers.map((number) => draw(0, number)).filter((seed, _, all) => seed !== last || all.length === 1);
    return { seed: seeds[Math.floor(Math.random() * seeds.length)], difficulty };
  }
}

/** The number of the deal that is drawn after `number` others: by SplitMix64, whose states are evenly spaced. */
export function draw(seed, number) {
  let x = (BigInt(seed) + BigInt(number + 1) * 0x9e3779b97f4a7c15n) & MASK;
  x = ((x ^ (x >> 30n)) * 0xbf58476d1ce4e5b9n) & MASK;
  x = ((x ^ (x >> 27n)) * 0x94d049bb133111ebn) & MASK;
  x ^= x >> 31n;
  return Number(((x >> 32n) * BigInt(SEEDS)) >> 32n);
}
