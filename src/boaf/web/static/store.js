/* What is kept in this browser, as JSON under keys that begin with "boaf". Storage may be refused, full, or hold
   anything: what is no object reads as an empty one, and what cannot be written holds for this visit.

   VERSION counts the ways in which things were kept. Version 1 had one object with all results under "boaf-results";
   in version 2 each has a key of its own, so that a move writes one record and two tabs do not overwrite each other.

   In a frame of another page (embed.js) nothing is written, and only the looks are read. */

const VERSION = 2;
const VERSION_KEY = "boaf-version";
const LOOKS = "boaf";
export const RESULT = "boaf-result:";
export const IS_EMBEDDED = globalThis.document?.documentElement.hasAttribute("data-embedded") ?? false;

/** The object stored under a key. */
export function readStored(key) {
  if (IS_EMBEDDED && key !== LOOKS) return {};
  try {
    return asObject(JSON.parse(localStorage.getItem(key)));
  } catch {
    return {};
  }
}

/** Store an object; tells whether that was possible. */
export function writeStored(key, value) {
  if (IS_EMBEDDED) return false;
  try {
    localStorage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

export function removeStored(...keys) {
  if (IS_EMBEDDED) return;
  try {
    for (const key of keys) localStorage.removeItem(key);
  } catch {
    // Nothing was stored.
  }
}

/** The keys in use that begin with a text. */
export function storedKeys(prefix) {
  if (IS_EMBEDDED) return [];
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(prefix));
  } catch {
    return [];
  }
}

/** Bring what an earlier version of the page stored into the present form. */
export function migrate() {
  if (IS_EMBEDDED) return;
  try {
    if (localStorage.getItem(VERSION_KEY) === String(VERSION)) return;
    const older = readStored("boaf-results");
    for (const [start, record] of Object.entries(older)) {
      if (localStorage.getItem(RESULT + start) === null) writeStored(RESULT + start, asObject(record));
    }
    localStorage.setItem(VERSION_KEY, VERSION);
    localStorage.removeItem("boaf-results");
  } catch {
    // Storage is refused or full: what could not be moved stays where it is.
  }
}

function asObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? value : {};
}
