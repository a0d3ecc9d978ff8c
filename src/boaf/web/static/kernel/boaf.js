/* boaf for JavaScript: the rules of Birds of a Feather, its numbered deals, and the compiled solver.

   This is what the package `boaf` exports; js/ makes the package of it. The page uses nothing else of this folder. */

export { Board } from "./board.js";
export { matches, parseCard, standardDeck, suitLetter } from "./cards.js";
export { Kernel } from "./client.js";
export { deal, draw } from "./deals.js";
export { BoafError, IllegalMoveError, KernelError, ParseError } from "./errors.js";
export { graphOf } from "./graph.js";
export { parse } from "./parse.js";
export { analyze, bestScore, explain, generate, history, load, predict, rate, solve, think } from "./shared.js";
