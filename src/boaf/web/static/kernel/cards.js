/* A card is one shared object {rank, suit, text}, both numbers counted from 1, so that cards compare by ===.

   The standard deck writes its cards 7H; a larger deck, as the reduction from 3-SAT needs it, writes rank and suit as
   numbers, 57.51. The matching rule is the same for all of them. */

import { BoafError, quoted } from "./errors.js";

export const RANKS = [..."A23456789TJQK"];
const SUITS = "CDHS";
const SUIT_SIGNS = { "♣": "C", "♦": "D", "♥": "H", "♠": "S", "♧": "C", "♢": "D", "♡": "H", "♤": "S" };

const shared = new Map();

/** The card of this rank and suit. */
function card(rank, suit) {
  const numeric = `${rank}.${suit}`;
  if (!shared.has(numeric)) {
    const isStandard = rank <= RANKS.length && suit <= SUITS.length;
    const text = isStandard ? RANKS[rank - 1] + SUITS[suit - 1] : numeric;
    shared.set(numeric, Object.freeze({ rank, suit, text, numeric, isStandard }));
  }
  return shared.get(numeric);
}

/** The card that a text such as 7H, th, 10♥ or 57.51 names: {card}, or {what, remedy, code} if it names none. Ranks
    may have the names of another language. */
export function readCard(text, rankNames = RANKS) {
  const numeric = /^([1-9]\d{0,8})\.([1-9]\d{0,8})$/.exec(text);
  if (numeric) return { card: card(Number(numeric[1]), Number(numeric[2])) };
  const signs = [...text.toUpperCase().replace(/[\ufe0e\ufe0f]/g, "")].map((sign) => SUIT_SIGNS[sign] ?? sign);
  const [name, suit] = [signs.slice(0, -1).join(""), SUITS.indexOf(signs.at(-1) ?? "")];
  const rank = [[...rankNames].indexOf(name), RANKS.indexOf(name.replace("10", "T"))].find((k) => k >= 0) ?? -1;
  const what = `card ${quoted(text)}`;
  if (name === "" || rank < 0) return { what, remedy: `rank must be one of ${RANKS.join("")}`, code: "badRank" };
  return suit < 0 ? { what, remedy: `suit must be one of ${SUITS}`, code: "badSuit" } : { card: card(rank + 1, suit + 1) };
}

/** The card that a text names, or null; `rankNames` as for `parse`. */
export function parseCard(text, { rankNames = RANKS } = {}) {
  if (typeof text !== "string") throw new BoafError(`parseCard takes a text such as 7H, not ${String(text)}`);
  return readCard(text, rankNames).card ?? null;
}

/** A fresh standard deck: AC AD AH AS 2C … KS. */
export function standardDeck() {
  return Array.from({ length: RANKS.length * SUITS.length }, (_, k) => card((k >> 2) + 1, (k & 3) + 1));
}

/** Match by card: the same suit, or ranks that differ by at most one (the king is not next to the ace). */
export function matches(one, other) {
  return one.suit === other.suit || Math.abs(one.rank - other.rank) <= 1;
}

/** The letter of a standard suit, which also names its symbol; null in a larger deck. */
export function suitLetter({ suit, isStandard }) {
  return isStandard ? SUITS[suit - 1] : null;
}
