/* The player's own data, results and settings, as one object for a file; and back again on this or another device. */

import { mergeResults, results } from "./results.js";
import { allSettings, remember, rememberAll, setting } from "./settings.js";

const KIND = "boaf-player";
const VERSION = 2;

/** All data; a random name tells the files of this player from those of others. */
export function ownData() {
  if (!setting("player")) remember("player", randomName());
  const player = setting("player");
  return { kind: KIND, version: VERSION, player, settings: allSettings(), results: Object.fromEntries(results()) };
}

function randomName() {
  return Array.from(crypto.getRandomValues(new Uint8Array(6)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Take over what a file of this or an earlier version holds; gives the number of results that were new. */
export function takeData(found) {
  if (found?.kind !== KIND || !(found.version <= VERSION)) throw new RangeError("not a file of this page");
  const { language: _, ...settings } = found.settings ?? {};
  rememberAll(settings);
  return mergeResults(found.results ?? {});
}

/** Ask the browser not to clear what is stored when space is short. */
export function askToPersist() {
  globalThis.navigator?.storage?.persist?.().catch(() => {});
}
