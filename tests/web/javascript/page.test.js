/* Unit tests of the modules that need no browser: rules, records, migration, sharing, messages, rating. */

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { install } from "./storage.js";

const STATIC = new URL("../../../src/boaf/web/static/", import.meta.url);
const english = JSON.parse(readFileSync(new URL("messages/en.json", STATIC), "utf-8"));
install();
const load = (name) => import(new URL(name, STATIC));
const { useMessages, t, listed } = await load("messages.js");
useMessages(english, "en");
const { deal, parse } = await load("kernel/boaf.js");
const { Game } = await load("game.js");

/** The records module afresh, reading what is stored now. */
let copies = 0;
async function results(stored = {}) {
  install(stored);
  return import(`${new URL("results.js", STATIC)}?${copies++}`);
}

test("a stack moves along a row or column onto a card of its suit or of the same or next rank", () => {
  const board = parse("7H 6C / 8S 2H");
  assert.equal(board.objection(0, 1), null);
  assert.equal(board.objection(0, 3), "line");
  assert.equal(board.objection(1, 3), "card");
  assert.equal(board.push({ from: 0, to: 1 }).text, "-- 7H+6C / 8S 2H");
  assert.equal(parse("KH AC").objection(0, 1), "card");
});

test("the page takes nothing from the folder of the package except what the package exports", () => {
  const modules = readdirSync(STATIC).filter((name) => name.endsWith(".js"));
  const taken = modules.flatMap((name) => [...readFileSync(new URL(name, STATIC), "utf-8").matchAll(/"\.\/(kernel\/[^"]+)"/g)]);
  assert.deepEqual([...new Set(taken.map(([, path]) => path))], ["kernel/boaf.js"]);
});

test("the numbered deals are those of the shuffler", () => {
  assert.equal(deal(1, 4, 4).text.slice(0, 11), "JD 2D 9H JC");
  assert.equal(deal(1 + 2 ** 31, 4, 4).text, deal(1, 4, 4).text);
});

test("a move that is made again is its new maker's, and a redone one its old maker's", () => {
  const game = new Game();
  game.start(parse("7H 6C / 8C 2H"), { seed: null }, { moves: ["7H-6C"] });
  assert.deepEqual(game.makers, ["link"]);
  game.goTo(0);
  game.redo();
  assert.deepEqual(game.makers, ["link"]);
  game.undo();
  game.play(game.board.readMove("7H-6C"));
  assert.deepEqual(game.makers, ["player"]);
  assert.deepEqual(game.log.map(({ text, back }) => text ?? back), ["7H-6C", 1, "7H-6C", 1, "7H-6C"]);
});

test("results of the first version are taken over, one key each", async () => {
  const older = { "deal=1": { won: "2026-11-16", by: "you", begun: true }, "deal=2": 3 };
  const { results: all } = await results({ "boaf-results": JSON.stringify(older) });
  assert.equal(all().get("deal=1").by, "you");
  assert.equal(all().get("deal=2").won, null);
  assert.equal(localStorage.getItem("boaf-results"), null);
  assert.equal(JSON.parse(localStorage.getItem("boaf-result:deal=1")).won, "2026-11-16");
  assert.equal(localStorage.getItem("boaf-version"), "2");
});

test("whatever is stored, a record is one", async () => {
  const rubbish = { "boaf-result:a": "[1]", "boaf-result:b": "{", "boaf-result:c": '{"constructor":1,"hints":-1,"by":"x"}' };
  const { results: all } = await results(rubbish);
  for (const record of all().values()) assert.deepEqual([record.hints, record.by, record.won], [0, null, null]);
});

test("a better win replaces a worse one, never the other way", async () => {
  const { isBetter } = await results();
  const win = (by) => ({ won: "2026-11-16", by });
  assert.ok(isBetter(win("you"), win("link")));
  assert.ok(isBetter(win("hints"), { won: null }));
  assert.ok(!isBetter(win("machine"), win("link")));
  assert.ok(!isBetter(win("you"), win("you")));
});

test("a streak counts days won on the day, without a gap", async () => {
  const { streaks } = await results();
  const { dayNumber, dayOf, today } = await load("days.js");
  const day = (ago) => dayOf(dayNumber(today()) - ago);
  const won = (ago, late = 0, by = "you") => [day(ago), { won: day(ago - late), by }];
  const daily = Object.fromEntries([won(1), won(2, 0, "hints"), won(3, 1), won(5), won(6), won(7), won(8, 0, "machine")]);
  assert.deepEqual(streaks(daily), { current: 2, best: 3 });
});

test("a file of results is taken over once, and another file is refused", async () => {
  install();
  const { ownData, takeData } = await load("own_data.js");
  const { results: all } = await load("results.js");
  const file = { kind: "boaf-player", version: 2, settings: { theme: "dark", size: 7 }, results: { "deal=9": { won: "2026-11-16", by: "you" } } };
  assert.equal(takeData(file), 1);
  assert.equal(takeData(file), 0);
  assert.equal(all().get("deal=9").by, "you");
  const own = ownData();
  assert.equal(own.settings.theme, "dark");
  assert.match(own.player, /^[0-9a-f]{12}$/);
  assert.equal(ownData().player, own.player);
  assert.equal(takeData({ ...file, settings: { player: "0123456789ab" } }), 0);
  assert.equal(ownData().player, "0123456789ab");
  for (const other of [[], null, {}, { kind: "boaf-player", version: 99 }]) assert.throws(() => takeData(other), RangeError);
});

test("the shared line has one sign for each move and each move taken back", async () => {
  const { flightLine, turningPoint } = await load("review.js");
  const step = (kind, winning, all) => ({ kind, winning, moves: Array.from({ length: all }) });
  const review = [step("safe", 3, 4), step("lost", 2, 5), { kind: "back" }, step("only", 1, 6), step("safe", 2, 2)];
  assert.equal(flightLine(review, true), ".x<!.");
  assert.equal([...flightLine(review).replaceAll("\ufe0f", "")].length, 5);
  assert.equal(turningPoint(review), review[3]);
  assert.equal(turningPoint([step("safe", 2, 2)]), null);
});

test("the shared text names the deal and the stars, and no card", async () => {
  const { resultText } = await load("texts.js");
  const game = new Game();
  game.start(parse("7H 6C"), { seed: null }, { moves: ["7H-6C"], makers: ["player"] });
  const review = [{ kind: "safe" }];
  const text = resultText(game, { merit: t("won.alone"), stars: 3, review, isPlain: false, streak: 2 });
  assert.deepEqual(text.split("\n"), ["Birds of a Feather · Your board ★★★", "Won without help.", "2 days in a row.", "🟩"]);
  game.undo();
  assert.match(resultText(game, { merit: "", stars: null, review: null }), /Can you bring all cards together\?$/);
});

test("messages take values, plural forms and lists", () => {
  assert.equal(t("count.stacksLeft", { n: 1 }), "1 stack left");
  assert.equal(t("count.stacksLeft", { n: 1234 }), "1,234 stacks left");
  assert.equal(listed(["a", "b", "c"]).join(""), "a, b, and c");
  assert.equal(t("no.such"), "no.such");
});

test("a rating rises with a right answer, more so against a harder position", async () => {
  const { rated } = await load("rush.js");
  assert.equal(rated(1000, 1000, true), 1012);
  assert.ok(rated(1000, 1400, true) > 1020);
  assert.ok(rated(1000, 1400, false) > 995);
  assert.equal(rated(100, 2000, false), 100);
});

test("plain words name the cards of a proof, or set the move against a better one", async () => {
  globalThis.document = { createElement: () => ({ setAttribute() {}, append(...parts) { this.text = parts.map((part) => part.text ?? part).join(""); } }) };
  const { plainReason, contrast } = await load("reasons.js");
  const words = (parts) => parts.map((part) => part.text ?? part).join("").replaceAll("\ufe0e", "");
  const board = parse("7H 2C / 9S 3C");
  const bird = { condition: "odd-bird", cells: [0], edges: [], text: [] };
  assert.match(words(plainReason(bird, board)), /^7♥ has no partner left/);
  assert.equal(plainReason({ condition: "collapse", cells: [], edges: [], text: [] }, board), null);
  const before = parse("7H 8H / 7S 2C");
  const move = before.readMove("8H-7H");
  assert.match(words(contrast(before, move, [before.readMove("7H-7S")])), /7♥→7♠; after it none does\.$/);
  delete globalThis.document;
});
