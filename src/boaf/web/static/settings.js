/* What the player prefers, kept in this browser. What is stored is checked value by value, since anything may have
   written it, and each choice is written into what is stored at that moment, since another tab may have chosen too.
   Where storage is refused, a choice holds until the page is closed. */

import { SIZES } from "./deals.js";
import { readStored, writeStored } from "./store.js";

const KEY = "boaf";
const isBoolean = (value) => typeof value === "boolean";
const SETTINGS = new Map(
  Object.entries({
    theme: ["auto", (value) => ["auto", "light", "dark"].includes(value)],
    language: ["auto", (value) => /^[a-z]{2,4}$/.test(value)],
    fourColours: [true, isBoolean],
    largeIndex: [false, isBoolean],
    contrast: [false, isBoolean],
    shortcuts: [true, isBoolean],
    timer: [false, isBoolean],
    sound: [false, isBoolean],
    haptics: [false, isBoolean],
    difficulty: [2, (value) => Number.isInteger(value) && value >= 1 && value <= 5],
    size: ["4x4", (value) => SIZES.some(([rows, cols]) => value === `${rows}x${cols}`)],
    taught: [false, isBoolean],
    rating: [null, (value) => Number.isFinite(value) && value >= 0 && value <= 5000],
    player: [null, (value) => /^[0-9a-f]{12}$/.test(value)],
    rushBest: [0, (value) => Number.isInteger(value) && value >= 0],
  }),
);
const DEFAULTS = Object.fromEntries([...SETTINGS].map(([name, [value]]) => [name, value]));

let values = { ...DEFAULTS, ...stored() };
const listeners = [];

/** The good ones among some values. */
function checked(found) {
  return Object.fromEntries(Object.entries(found ?? {}).filter(([name, value]) => SETTINGS.get(name)?.[1](value)));
}

function stored() {
  return checked(readStored(KEY));
}

export function setting(name) {
  return values[name];
}

/** All that was chosen, to be kept in a file. */
export function allSettings() {
  return { ...values };
}

export function remember(name, value) {
  rememberAll({ [name]: value });
}

/** Take over settings, those that make sense. */
export function rememberAll(found) {
  values = { ...values, ...stored(), ...checked(found) };
  writeStored(KEY, values);
  for (const listener of listeners) listener();
}

/** Call `listener` whenever a setting changes, here or in another tab. */
export function onSettings(listener) {
  listeners.push(listener);
}

globalThis.addEventListener?.("storage", ({ key }) => {
  if (key !== KEY) return;
  values = { ...DEFAULTS, ...stored() };
  for (const listener of listeners) listener();
});

/** Put theme, suit colours and contrast on the document. */
export function applyLooks() {
  const { dataset } = document.documentElement;
  dataset.theme = values.theme;
  dataset.suits = values.fourColours ? "four" : "two";
  dataset.index = values.largeIndex ? "large" : "normal";
  dataset.contrast = values.contrast ? "more" : "normal";
  requestAnimationFrame(() => {
    document.querySelector("meta[name='theme-color']").content = getComputedStyle(document.body).backgroundColor;
  });
}
