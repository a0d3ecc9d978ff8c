/* The rule, with a picture for each part of it. */

import { stackFace } from "./card_face.js";
import { parseCard } from "./cards.js";
import { make } from "./dom.js";

const EXAMPLES = [
  ["In line", "A stack moves onto another in its row or column, at any distance,", ["7H", null, "2H"]],
  ["Same suit", "if the top cards have the same suit,", ["9C", "KC"]],
  ["Near in rank", "or equal or neighbouring ranks. Ace and two are neighbours, ace and king are not.", ["5S", "6D"]],
];

export function ruleExamples() {
  return EXAMPLES.map(([title, text, cards]) =>
    make(
      "div",
      { class: "rule" },
      make("div", { class: "example", "aria-hidden": "true" }, ...cards.map(exampleCard)),
      make("p", {}, make("b", {}, title), text),
    ),
  );
}

function exampleCard(name) {
  if (!name) return make("div", { class: "example-cell is-empty" });
  return make("div", { class: "example-cell" }, stackFace([parseCard(name)]));
}
