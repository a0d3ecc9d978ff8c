/* What the player has done so far, with help called help. */

import { byId, count, feathers, make } from "./dom.js";
import { onOtherResults, results } from "./results.js";

export class Statistics {
  constructor(journal) {
    journal.addEventListener("written", show);
    onOtherResults(show);
    show();
  }
}

function show() {
  const all = Object.values(results()).filter((record) => record.begun || record.won);
  if (all.length === 0) {
    const note = "Nothing yet. What you win is counted here, in this browser only.";
    byId("statistics").replaceChildren(make("p", { class: "note" }, note));
    return;
  }
  const levels = [1, 2, 3, 4, 5]
    .map((level) => [level, all.filter((record) => record.difficulty === level)])
    .filter(([, records]) => records.length > 0);
  const rows = levels.map(([level, records]) => levelRow(level, records));
  byId("statistics").replaceChildren(figures(all), ...besides(all), make("ul", { class: "levels" }, ...rows));
}

function wonBy(winner, records) {
  return records.filter((record) => record.by === winner).length;
}

function figures(all) {
  const shown = {
    played: all.length,
    "won without help": wonBy("you", all),
    "won with hints": wonBy("hints", all),
  };
  const parts = Object.entries(shown).map(([text, number]) =>
    make("div", {}, make("dt", {}, text), make("dd", {}, String(number))),
  );
  return make("dl", { class: "figures" }, ...parts);
}

/** What is no win of the player's own. */
function besides(all) {
  const kinds = { machine: "solved by the machine", link: "finished from a shared position" };
  const parts = Object.entries(kinds)
    .map(([winner, text]) => [wonBy(winner, all), text])
    .filter(([number]) => number > 0)
    .map(([number, text]) => `${number} ${text}`);
  return parts.length > 0 ? [make("p", { class: "note" }, `Besides, ${parts.join(", ")}.`)] : [];
}

/** A bar for the deals of a difficulty: won without help, with hints, and the rest. */
function levelRow(level, records) {
  const [you, hints] = [wonBy("you", records), wonBy("hints", records)];
  const bar = make("span", { class: "level-bar", "aria-hidden": "true" });
  for (const [kind, number] of [["you", you], ["hints", hints]]) {
    const part = make("span", { "data-kind": kind });
    part.style.setProperty("--share", number / records.length);
    bar.append(part);
  }
  const label = { class: "feathers", role: "img", "aria-label": `Difficulty ${level}` };
  return make("li", {}, make("span", label, ...feathers(level)), bar, `${you + hints} of ${count(records.length, "deal")}`);
}
