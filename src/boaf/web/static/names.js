/* Cards and moves as the player reads and hears them: 10♠ on the screen, "ten of spades" aloud, in his language. */

import { parseCard, suitLetter } from "./kernel/boaf.js";
import { make } from "./dom.js";
import { t } from "./messages.js";

const SIGNS = { C: "♣\ufe0e", D: "♦\ufe0e", H: "♥\ufe0e", S: "♠\ufe0e" };

/** A card as it is read aloud: seven of hearts. */
export function spoken(card) {
  const suit = suitLetter(card);
  if (!suit) return t("card.plain", { rank: String(card.rank), suit: String(card.suit) });
  return t("card.spoken", { rank: t(`rank.${card.rank}`), suit: t(`suit.${suit}`) });
}

/** The card that a text names, with its rank as in any language or as it is printed here, or null. */
export function readCardName(text) {
  return parseCard(text, { rankNames: t("card.ranks").split(" ") });
}

/** The rank as it is printed on a card. */
export function rankText({ rank, isStandard }) {
  return isStandard ? t("card.ranks").split(" ")[rank - 1] : String(rank);
}

/** A card as rank and sign: 10♠. */
export function shortName(card) {
  return card.isStandard ? rankText(card) + SIGNS[suitLetter(card)] : card.text;
}

/** The same as an element in the colour of its suit. */
export function cardName(card) {
  return make("span", { class: "card-name", "data-suit": suitLetter(card) }, shortName(card));
}

/** A move such as 7H-6C as two cards and an arrow, which stay on one line. */
export function moveName(text) {
  const [from, to] = text.split("-").map((card) => parseCard(card));
  const arrow = make("i", { "aria-label": t("move.onto") }, "→");
  return make("span", { class: "move-name" }, cardName(from), arrow, cardName(to));
}

/** The same as text: 7♥→6♣. */
export function moveText(text) {
  return text.split("-").map((card) => shortName(parseCard(card))).join("→");
}
