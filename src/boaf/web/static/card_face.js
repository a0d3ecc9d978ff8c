/* A stack as it is drawn: the top card, the edges of those below it, and a badge with the height. */

import { suitLetter } from "./kernel/boaf.js";
import { make, symbol } from "./dom.js";
import { rankText } from "./names.js";

const MOST_EDGES = 4;
/** The birds of jack, queen and king. */
const COURTS = ["bird", "court-12", "court-13"];

export function stackFace(stack) {
  const edges = Math.min(stack.length - 1, MOST_EDGES);
  const element = make("div", { class: "stack", "data-card": stack[0].text });
  element.style.setProperty("--edges", edges);
  for (let k = edges; k > 0; k--) {
    const edge = make("div", { class: "edge" });
    edge.style.setProperty("--depth", k);
    element.append(edge);
  }
  element.append(cardFace(stack[0]));
  if (stack.length > 1) element.append(make("span", { class: "badge" }, String(stack.length)));
  return element;
}

function cardFace(card) {
  const suit = suitLetter(card);
  if (!suit) return make("div", { class: "card" }, make("span", { class: "plain" }, card.text));
  return make(
    "div",
    { class: "card", "data-suit": suit },
    make("span", { class: "index" }, rankText(card), symbol(`suit-${suit}`, "corner")),
    ...(card.rank > 10 ? [symbol(COURTS[card.rank - 11], "court")] : []),
    symbol(`suit-${suit}`, "pip"),
  );
}
