/* What the player prefers, kept in this browser. What is stored is checked value by value, since anything may have
   written it, and each choice is written into what is stored at that moment, since another tab may have chosen too.
   Where storage is refused, a choice holds until the page is closed. */

import { SIZES } from "./deals.js";
import { readStored, writeStored } from "./store.js";

const KEY = "boaf";
const isBoolean = (value) => typeof value === "boolean";
const SETTINGS = {
  theme: ["auto", (value) => ["auto", "light", "dark"].includes(value)],
  fourColours: [true, isBoolean],
  shortcuts: [true, isBoolean],
  timer: [false, isBoolean],
  difficulty: [2, (value) => Number.isInteger(value) && value >= 1 && value <= 5],
  size: ["4x4", (value) => SIZES.some(([rows, cols]) => value === `${rows}x${cols}`)],
  taught: [false, isBoolean],
};
const DEFAULTS = Object.fromEntries(Object.entries(SETTINGS).map(([name, [value]]) => [name, value]));

let values = { ...DEFAULTS, ...stored() };
const listeners = [];

function stored() {
  const found = Object.entries(readStored(KEY));
  return Object.fromEntries(found.filter(([name, value]) => SETTINGS[name]?.[1](value)));
}

export function setting(name) {
  return values[name];
}

export function remember(name, value) {
  values = { ...values, ...stored(), [name]: value };
  writeStored(KEY, values);
  for (const listener of listeners) listener();
}

/** Call `listener` whenever a setting changes, here or in another tab. */
export function onSettings(listener) {
  listeners.push(listener);
}

addEventListener("storage", ({ key }) => {
  if (key !== KEY) return;
  values = { ...DEFAULTS, ...stored() };
  for (const listener of listeners) listener();
});

/** Put theme and suit colours on the document. */
export function applyLooks() {
  document.documentElement.dataset.theme = values.theme;
  document.documentElement.dataset.suits = values.fourColours ? "four" : "two";
  const paper = getComputedStyle(document.body).backgroundColor;
  document.querySelector("meta[name='theme-color']").content = paper;
}
