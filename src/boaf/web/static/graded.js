/* Deals whose difficulty is known, without a generator: the draws of `boaf.generate` and `boaf.daily`, graded when the
   page was made (graded.json, by tools/grade_deals.py). A deal is known by the number of its draw. */

import { dayNumber, weekdayOf } from "./days.js";
import { draw } from "./kernel/boaf.js";

const EPOCH = 719_163; // The ordinal number of 1970-01-01, which seeds the draws of that day.

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

  /** The first day that has a deal. */
  get first() {
    return this.#daily.first;
  }

  /** The deal of a day: {seed, difficulty, date}, or null for a day before the first. After the last day of the table,
      which has the days of some ten years, it is one of the graded deals, drawn by the day. */
  dealOf(date) {
    if (date < this.first) return null;
    const number = dayNumber(date);
    const difficulty = this.#daily.levels[weekdayOf(date)];
    const drawn = this.#daily.draws[number - dayNumber(this.first)];
    if (drawn !== undefined) return { seed: draw(number + EPOCH, drawn), difficulty, date };
    const numbers = this.#numbers("4x4", difficulty);
    return { seed: draw(0, numbers[draw(number + EPOCH, 0) % numbers.length]), difficulty, date };
  }

  /** How many deals of each difficulty there are, from 1 on. */
  counts(size) {
    const grades = this.#sizes[size];
    return [1, 2, 3, 4, 5].map((level) => grades.split(String(level)).length - 1);
  }

  /** Some deal of a size and difficulty, another than `last` if there is one: {seed, difficulty}. */
  some(size, difficulty, last = null) {
    const seeds = this.#numbers(size, difficulty).map((number) => draw(0, number));
    const others = seeds.filter((seed) => seed !== last || seeds.length === 1);
    return { seed: others[Math.floor(Math.random() * others.length)], difficulty };
  }

  /** The numbers of the draws of a size that have a difficulty. */
  #numbers(size, difficulty) {
    return [...this.#sizes[size]].flatMap((grade, k) => (Number(grade) === difficulty ? [k] : []));
  }
}
