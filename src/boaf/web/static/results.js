/* What became of every deal that was played here: {start: record}, where `start` names the deal as in the address and a
   record is

     {date, difficulty, begun, hints, undos, seconds, analysed, seen, lost, stars, won, by, last}

   `begun` says that the player has moved, `hints` counts the positions in which help was asked for, `analysed` says that
   the analysis was on, `seen` that the solution was shown; `lost` counts how often no move was left. `won` is the day of
   the win, `stars` its stars, and `by` who won: "you", "hints" (you, with hints or analysis), "link" (from a position
   that somebody else reached) or "machine" (moves of the solver or of a player). `last` is the day of the last move.

   All records are read once and kept in memory, also where storage is refused. A change writes one record; another tab's
   change comes as an event. What is stored may have been written by anything, so every record is checked. */

import { dayNumber, isDay, today } from "./days.js";
import { migrate, readStored, removeStored, RESULT, storedKeys, writeStored } from "./store.js";

const MOST = 5000;
/** Best first: a better win replaces a worse one. */
const WINNERS = ["you", "hints", "link", "machine"];

const isCount = (value) => Number.isFinite(value) && value >= 0;
const isBoolean = (value) => typeof value === "boolean";
const isDate = (value) => typeof value === "string" && isDay(value);
const CHECKS = new Map(
  Object.entries({
    date: isDate,
    difficulty: (value) => Number.isInteger(value) && value >= 1 && value <= 5,
    hints: isCount,
    undos: isCount,
    seconds: isCount,
    lost: isCount,
    begun: isBoolean,
    analysed: isBoolean,
    seen: isBoolean,
    stars: (value) => [1, 2, 3].includes(value),
    won: isDate,
    by: (value) => WINNERS.includes(value),
    last: isDate,
  }),
);
const EMPTY = { begun: false, hints: 0, undos: 0, seconds: 0, lost: 0, analysed: false, seen: false, won: null, by: null };

let records = null;
let isKept = true;
const listeners = [];

/** All records by their start. */
export function results() {
  records ??= readAll();
  return records;
}

/** The record of a start, or an empty one. */
export function resultOf(start) {
  return results().get(start) ?? EMPTY;
}

/** Change the record of a start: `change` gives what is new of it. */
export function changeResult(start, change) {
  const before = resultOf(start);
  const record = { ...before, ...change(before), last: today() };
  results().set(start, record);
  isKept = writeStored(RESULT + start, record);
  if (records.size > MOST) forgetOldest();
}

/** Whether the last record could be written; a player should know when it could not. */
export function areResultsKept() {
  return isKept;
}

/** Take over records of a file; a better win wins, other counts stay what they were here. Gives how many were new. */
export function mergeResults(found) {
  let added = 0;
  for (const [start, value] of Object.entries(found)) {
    const record = checked(value);
    const before = results().get(start);
    if (before && !isBetter(record, before)) continue;
    added += 1;
    records.set(start, record);
    isKept = writeStored(RESULT + start, record);
  }
  return added;
}

/** Whether a record has a win that should replace that of another. */
export function isBetter({ won, by }, other) {
  return Boolean(won) && (!other.won || WINNERS.indexOf(by) < WINNERS.indexOf(other.by));
}

/** Call `listener` when another tab has changed the records. */
export function onOtherResults(listener) {
  listeners.push(listener);
}

globalThis.addEventListener?.("storage", ({ key }) => {
  if (key !== null && !key.startsWith(RESULT)) return;
  if (key === null) records = null;
  else if (records) records.set(key.slice(RESULT.length), checked(readStored(key)));
  for (const listener of listeners) listener();
});

function readAll() {
  migrate();
  const found = storedKeys(RESULT).map((key) => [key.slice(RESULT.length), checked(readStored(key))]);
  return new Map(found);
}

/** Games that were not won go first, then the oldest. */
function forgetOldest() {
  const order = ([, one], [, other]) =>
    Boolean(one.won) - Boolean(other.won) || (one.last ?? "").localeCompare(other.last ?? "");
  const gone = [...records].sort(order).slice(0, Math.ceil(MOST / 20)).map(([start]) => start);
  for (const start of gone) records.delete(start);
  removeStored(...gone.map((start) => RESULT + start));
}

function checked(record) {
  const good = Object.entries(record ?? {}).filter(([name, value]) => CHECKS.get(name)?.(value));
  return { ...EMPTY, ...Object.fromEntries(good) };
}

/** How the deals of the day went: {day: record}. */
export function dailyResults() {
  return Object.fromEntries([...results().values()].filter(({ date }) => date).map((record) => [record.date, record]));
}

/** Whether a win is the player's own, with or without hints. */
export function isOwnWin(record) {
  return Boolean(record?.won) && ["you", "hints"].includes(record.by);
}

/** Days in a row whose deal was won on the day: {current, best}. A day that is not over yet breaks nothing. */
export function streaks(daily = dailyResults()) {
  const isOnTheDay = (day) => isOwnWin(daily[day]) && daily[day].won === day;
  const days = Object.keys(daily).filter(isOnTheDay).map(dayNumber).sort((a, b) => a - b);
  let [length, best] = [0, 0];
  days.forEach((day, k) => {
    length = k > 0 && days[k - 1] === day - 1 ? length + 1 : 1;
    best = Math.max(best, length);
  });
  const isAlive = days.length > 0 && days.at(-1) >= dayNumber(today()) - 1;
  return { current: isAlive ? length : 0, best };
}
