/* What the player prefers, kept in this browser: theme, suit colours, single-key shortcuts, the difficulty and size
   chosen last, and the game in play. Where storage is refused, the choice holds until the page is closed. */

const KEY = "boaf";
const DEFAULTS = { theme: "auto", fourColours: true, shortcuts: true, difficulty: 2, size: "4x4", game: "" };

function stored() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? {};
  } catch {
    return {};
  }
}

const values = { ...DEFAULTS, ...stored() };

export function setting(name) {
  return values[name];
}

export function remember(name, value) {
  values[name] = value;
  try {
    localStorage.setItem(KEY, JSON.stringify(values));
  } catch {
    // Storage is refused: the value holds for this visit.
  }
}

/** Put theme and suit colours on the document. */
export function applyLooks() {
  document.documentElement.dataset.theme = values.theme;
  document.documentElement.dataset.suits = values.fourColours ? "four" : "two";
}
