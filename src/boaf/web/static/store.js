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
  return attempt(() => asObject(JSON.parse(localStorage.getItem(key))), {}, !IS_EMBEDDED || key === LOOKS);
}

/** Store an object; tells whether that was possible. */
export function writeStored(key, value) {
  return attempt(() => (localStorage.setItem(key, JSON.stringify(value)), true), false);
}

export function removeStored(...keys) {
  attempt(() => keys.forEach((key) => localStorage.removeItem(key)));
}

/** The keys in use that begin with a text. */
export function storedKeys(prefix) {
  return attempt(() => Object.keys(localStorage).filter((key) => key.startsWith(prefix)), []);
}

/** Bring what an earlier version of the page stored into the present form; what cannot be moved stays where it is. */
export function migrate() {
  attempt(() => {
    if (localStorage.getItem(VERSION_KEY) === String(VERSION)) return;
    const older = readStored("boaf-results");
    for (const [start, record] of Object.entries(older)) {
      if (localStorage.getItem(RESULT + start) === null) writeStored(RESULT + start, asObject(record));
    }
    localStorage.setItem(VERSION_KEY, VERSION);
    localStorage.removeItem("boaf-results");
  });
}

/** What `act` gives, or `otherwise` where storage is refused or full, or not to be used. */
function attempt(act, otherwise = undefined, isAllowed = !IS_EMBEDDED) {
  try {
    return isAllowed ? act() : otherwise;
  } catch {
    return otherwise;
  }
}

function asObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? value : {};
}
