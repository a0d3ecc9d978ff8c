/* A card is one shared object {rank, suit, text}, both numbers counted from 1, so that cards compare by ===.

   The standard deck writes its cards 7H; a larger deck, as the reduction from 3-SAT needs it, writes rank and suit as
   numbers, 57.51. The matching rule is the same for all of them. */

const RANKS = "A23456789TJQK";
const SUITS = "CDHS";

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

/** The card that a text such as 7H or 57.51 names, or null. */
export function parseCard(text) {
  const numeric = /^([1-9]\d{0,8})\.([1-9]\d{0,8})$/.exec(text);
  if (numeric) return card(Number(numeric[1]), Number(numeric[2]));
  const rank = RANKS.indexOf(text[0]);
  const suit = SUITS.indexOf(text[1]);
  return text.length === 2 && rank >= 0 && suit >= 0 ? card(rank + 1, suit + 1) : null;
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
