/* Days of the calendar as texts such as 2026-11-16, on the player's own clock. */

import { format, locale } from "./messages.js";

const DAY = 86_400_000;

/** Days since 1970-01-01. */
export function dayNumber(day) {
  return Date.parse(`${day}T00:00:00Z`) / DAY;
}

export function dayOf(number) {
  return new Date(number * DAY).toISOString().slice(0, 10);
}

export function today() {
  const now = new Date();
  return dayOf(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate()) / DAY);
}

/** Milliseconds until tomorrow begins. */
export function untilTomorrow() {
  const now = new Date();
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1) - now;
}

export function isDay(text) {
  return /^\d{4}-\d\d-\d\d$/.test(text) && Number.isInteger(dayNumber(text)) && dayOf(dayNumber(text)) === text;
}

/** 0 for Monday to 6 for Sunday. */
export function weekdayOf(day) {
  return (dayNumber(day) + 3) % 7;
}

/** The weekday with which a week begins where the player lives, 0 for Monday. */
export function firstWeekday() {
  const found = new Intl.Locale(locale());
  const { firstDay } = found.getWeekInfo?.() ?? found.weekInfo ?? { firstDay: 1 };
  return firstDay - 1;
}

/** As people write it: 16 November 2026. */
export function longDay(day, options = { day: "numeric", month: "long", year: "numeric" }) {
  return format("DateTimeFormat", { ...options, timeZone: "UTC" }).format(dayNumber(day) * DAY);
}
