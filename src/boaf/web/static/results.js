/* What became of every deal that was played here, kept in this browser: {start: record}, where `start` names the deal
   as in the address and a record is

     {date, difficulty, begun, hints, undos, seconds, seen, won, by}

   `begun` says that the player has moved, `seen` that the solution was shown; `won` is the day of the first win, and
   `by` who won: "you", "hints" (you, with hints), "machine" (moves of the solver or of a player) or "link" (from a
   position that somebody else reached).
   What is stored may have been written by anything, so every record is checked. Another tab may write too, so a record
   is read again before it is changed. */

import { dayNumber, isDay, today } from "./days.js";
import { readStored, writeStored } from "./store.js";

const KEY = "boaf-results";
const MOST = 5000;
export const WINNERS = ["you", "hints", "machine", "link"];

const isCount = (value) => Number.isFinite(value) && value >= 0;
const CHECKS = {
  date: (value) => typeof value === "string" && isDay(value),
  difficulty: (value) => Number.isInteger(value) && value >= 1 && value <= 5,
  hints: isCount,
  undos: isCount,
  seconds: isCount,
  begun: (value) => typeof value === "boolean",
  seen: (value) => typeof value === "boolean",
  won: (value) => typeof value === "string" && isDay(value),
  by: (value) => WINNERS.includes(value),
};
const EMPTY = Object.freeze({ begun: false, hints: 0, undos: 0, seconds: 0, seen: false, won: null, by: null });

/** All records: {start: record}. */
export function results() {
  const found = Object.entries(readStored(KEY)).filter(([, record]) => typeof record === "object" && record !== null);
  return Object.fromEntries(found.map(([start, record]) => [start, checked(record)]));
}

/** The record of a start, or an empty one. */
export function resultOf(start) {
  return results()[start] ?? EMPTY;
}

/** Change the record of a start: `change` gives what is new of it. The oldest records make room for the newest. */
export function changeResult(start, change) {
  const { [start]: before = EMPTY, ...others } = results();
  const kept = Object.fromEntries(Object.entries(others).slice(-(MOST - 1)));
  writeStored(KEY, { ...kept, [start]: { ...before, ...change(before) } });
}

/** Call `listener` when another tab has changed the records. */
export function onOtherResults(listener) {
  addEventListener("storage", ({ key }) => key === KEY && listener());
}

function checked(record) {
  const good = Object.entries(record).filter(([name, value]) => CHECKS[name]?.(value));
  return { ...EMPTY, ...Object.fromEntries(good) };
}

/** How the deals of the day went: {day: record}. */
export function dailyResults() {
  return Object.fromEntries(Object.values(results()).filter(({ date }) => date).map((record) => [record.date, record]));
}

/** Whether a deal of the day was won by the player, with or without hints, on its own day. */
function keepsStreak(record) {
  return record?.won === record?.date && ["you", "hints"].includes(record?.by);
}

/** Days in a row whose deal was won on the day: {current, best}. A day that is not over yet breaks nothing. */
export function streaks(daily = dailyResults()) {
  const days = Object.keys(daily).filter((day) => keepsStreak(daily[day])).map(dayNumber).sort((a, b) => a - b);
  let [length, best] = [0, 0];
  days.forEach((day, k) => {
    length = k > 0 && days[k - 1] === day - 1 ? length + 1 : 1;
    best = Math.max(best, length);
  });
  const isAlive = days.length > 0 && days.at(-1) >= dayNumber(today()) - 1;
  return { current: isAlive ? length : 0, best };
}
