/* The modules of the page in Node: the solver, the players and the models, for measurements and tests. */

import { readFileSync } from "node:fs";

const BOAF = new URL("../../src/boaf/", import.meta.url);
const PLACES = { "endgame-7.bin": "kernel/", "shipped.boaf": "models/", "difficulty.json": "puzzles/" };

/** A module of the page. */
export function load(name) {
  return import(new URL(`web/static/${name}`, BOAF));
}

/** The bytes of a file of boaf. */
export function read(name, folder = PLACES[name] ?? "web/static/kernel/") {
  const bytes = readFileSync(new URL(`${folder}${name}`, BOAF));
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
}

const { Board } = await load("board.js");
const { ANSWERS } = await load("kernel/answers.js");
const { Machine } = await load("kernel/machine.js");
const { Resources } = await load("kernel/resources.js");
const machine = await Machine.from(read("kernel.wasm"));
const resources = new Resources(async (name) => read(name));

/** The answer to a question, as the page's worker gives it. */
export async function ask(path, body) {
  const work = ANSWERS[path](machine, Board.parse(body.board), body, await resources.for(path));
  let step = work.next();
  while (!step.done) step = work.next();
  return step.value;
}
