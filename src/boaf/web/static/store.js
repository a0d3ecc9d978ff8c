/* Objects kept in this browser as JSON. Storage may be refused or hold anything: what is no object reads as an empty
   one, and what cannot be written is not. */

/** The object stored under a key. */
export function readStored(key) {
  try {
    const found = JSON.parse(localStorage.getItem(key));
    return typeof found === "object" && found !== null && !Array.isArray(found) ? found : {};
  } catch {
    return {};
  }
}

export function writeStored(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Storage is refused or full: the value holds for this visit.
  }
}
