/* What the player has done so far, with help called help; and the file in which he can keep it. */

import { toast } from "./announce.js";
import { clockTime } from "./clock.js";
import { byId, feathers, make, note, whenIdle } from "./dom.js";
import { formatted, t } from "./messages.js";
import { ownData, takeData } from "./own_data.js";
import { download } from "./picture.js";
import { areResultsKept, isOwnWin, onOtherResults, results } from "./results.js";
import { today } from "./days.js";

export class Statistics {
  constructor(journal) {
    journal.addEventListener("written", ({ detail }) => detail.isSeen && show());
    onOtherResults(show);
    byId("data-import").addEventListener("change", () => importFile(byId("data-import").files[0]));
    byId("data-export").addEventListener("click", () => {
      download(`boaf-${today()}.json`, JSON.stringify(ownData(), null, 1), "application/json");
    });
    whenIdle(show);
  }
}

async function importFile(file) {
  byId("data-import").value = "";
  if (!file) return;
  try {
    const added = takeData(JSON.parse(await file.text()));
    show();
    toast(t("data.imported", { n: added }));
  } catch {
    toast(t("data.refused"));
  }
}

function show() {
  const all = [...results().values()].filter((record) => record.begun || record.won);
  if (all.length === 0) {
    byId("statistics").replaceChildren(note(t("statistics.none")));
    return;
  }
  const levels = [1, 2, 3, 4, 5]
    .map((level) => [level, all.filter((record) => record.difficulty === level)])
    .filter(([, records]) => records.length > 0);
  byId("statistics").replaceChildren(
    ...(areResultsKept() ? [] : [make("p", { class: "error" }, t("statistics.notKept"))]),
    figures(all),
    ...besides(all),
    ...averages(all.filter(isOwnWin)),
    make("ul", { class: "levels" }, ...levels.map(([level, records]) => levelRow(level, records))),
  );
}

function wonBy(winner, records) {
  return records.filter((record) => record.by === winner).length;
}

function figures(all) {
  const shown = { played: all.length, alone: wonBy("you", all), hints: wonBy("hints", all) };
  const parts = Object.entries(shown).map(([name, number]) =>
    make("div", {}, make("dt", {}, t(`statistics.${name}`)), make("dd", {}, formatted(number))),
  );
  return make("dl", { class: "figures" }, ...parts);
}

/** What is no win of the player's own, and losses. */
function besides(all) {
  const lost = all.reduce((sum, record) => sum + record.lost, 0);
  const parts = ["machine", "link"].map((winner) => [`statistics.${winner}`, wonBy(winner, all)]);
  const texts = [...parts, ["statistics.lost", lost]].filter(([, n]) => n > 0).map(([key, n]) => t(key, { n }));
  return texts.length > 0 ? [note(texts.join(" "))] : [];
}

/** Time, moves taken back and hints of the games won: the best and the average. */
function averages(won) {
  if (won.length === 0) return [];
  const row = (key, values, text) => {
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    const cells = [Math.min(...values), mean].map((value) => make("td", { class: "number" }, text(value)));
    return make("tr", {}, make("th", { scope: "row" }, t(key)), ...cells);
  };
  const timed = won.map(({ seconds }) => seconds).filter((seconds) => seconds > 0);
  const figure = (value) => formatted(value, { maximumFractionDigits: 1 });
  const head = ["statistics.perWin", "statistics.best", "statistics.average"].map((key) => make("th", { scope: "col" }, t(key)));
  const rows = [
    ...(timed.length > 0 ? [row("statistics.time", timed, clockTime)] : []),
    row("statistics.undos", won.map(({ undos }) => undos), figure),
    row("statistics.hintsUsed", won.map(({ hints }) => hints), figure),
  ];
  return [make("table", {}, make("thead", {}, make("tr", {}, ...head)), make("tbody", {}, ...rows))];
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
  const label = { class: "feathers", role: "img", "aria-label": t("deal.difficulty", { level: t(`level.${level}`) }) };
  const share = t("statistics.share", { won: you + hints, n: records.length });
  return make("li", {}, make("span", label, ...feathers(level)), bar, share);
}
