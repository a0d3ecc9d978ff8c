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

const { graphOf, Kernel, parse } = await load("kernel/boaf.js");
const files = Object.fromEntries(Object.entries(PLACES).map(([name, folder]) => [name, new URL(`${folder}${name}`, BOAF)]));
const kernel = new Kernel({ worker: false, files });

/** The answer to a question of the package. */
export async function ask(name, { board, moves, ...options }) {
  if (name === "parse") return parse(board, options).text;
  if (name === "graph") return graphOf(parse(board));
  if (name === "generate") return kernel.generate(options);
  return moves ? kernel.history(board, moves, options) : kernel[name](board, options);
}
