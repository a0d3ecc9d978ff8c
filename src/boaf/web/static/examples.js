/* The rule in one picture: same row or column, and same suit, same rank or next rank. */

import { stackFace } from "./card_face.js";
import { parseCard } from "./kernel/boaf.js";
import { make } from "./dom.js";
import { t } from "./messages.js";

const PARTS = { line: [["7H", null, "2H"]], card: [["9C", "KC"], ["5S", "5D"], ["5S", "6D"]] };

export function ruleExamples() {
  const parts = Object.entries(PARTS).map(([name, rows]) =>
    make(
      "div",
      { class: "rule" },
      make("div", { class: "examples", "aria-hidden": "true", dir: "ltr" }, ...rows.map(example)),
      make("p", {}, make("b", {}, t(`rule.${name}.title`)), t(`rule.${name}.text`)),
    ),
  );
  return [parts[0], make("p", { class: "rule-and" }, t("rule.and")), ...parts.slice(1)];
}

function example(cards) {
  return make("div", { class: "example" }, ...cards.map(exampleCard));
}

function exampleCard(name) {
  if (!name) return make("div", { class: "example-cell is-empty" });
  return make("div", { class: "example-cell" }, stackFace([parseCard(name)]));
}
