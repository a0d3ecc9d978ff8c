/* For how many lost positions does the page have a reason in plain words?

     node tools/node/plain_reasons.mjs --positions 10000 --out results/plain-reasons.json

   Players of boaf play numbered 4 × 4 deals until they have lost; each lost game gives one position, that after the move
   that lost it (the deal itself, where that cannot be won), which is what "Why?" on the page is about. Counted are the
   reasons as the page gives them: a condition with its cards; else the move played next to one that kept the game
   winnable, with the card that lost its last partner or without; else only that the solver tried everything. */

import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { ask, load, read } from "./kernel.mjs";

const PLAYERS = [
  { player: "random" },
  { player: "greedy" },
  { player: "mcts", iterations: 30 },
];
const FALLBACK = "fallback";

const { values } = parseArgs({ options: { positions: { type: "string", default: "10000" }, out: { type: "string" } } });
const positions = Number(values.positions);
globalThis.document = { createElement: () => ({ setAttribute() {}, append() {} }) }; // for the names of cards
const { useMessages } = await load("messages.js");
useMessages(JSON.parse(new TextDecoder().decode(read("en.json", "web/static/messages/"))), "en");
const { deal } = await load("kernel/boaf.js");
const { contrast, plainReason } = await load("reasons.js");

/** The moves of a game that a player plays to its end. */
async function play(board, options, seed) {
  const moves = [];
  for (let game = 0; !board.isOver; game++) {
    const { move } = await ask("think", { board: board.text, ...options, seed: 1000 * seed + game });
    moves.push(move);
    board = board.push(board.readMove(move));
  }
  return { moves, isWon: board.isSolved };
}

/** How the page explains the first lost position of a game. */
async function explained(first, moves) {
  const { lost_at: lostAt } = await ask("history", { board: first.text, moves });
  const boards = [first];
  for (const move of moves) boards.push(boards.at(-1).push(boards.at(-1).readMove(move)));
  const lost = boards[lostAt];
  const { proof } = await ask("explain", { board: lost.text });
  if (plainReason(proof, lost)) return proof.condition;
  if (lostAt === 0) return FALLBACK;
  const before = boards[lostAt - 1];
  const { moves: fates } = await ask("analyze", { board: before.text });
  const good = fates.filter(({ verdict }) => verdict === "solvable").map(({ move }) => before.readMove(move));
  if (good.length === 0) return FALLBACK;
  const sentence = contrast(before, before.readMove(moves[lostAt - 1]), good).join("");
  return /^Before/.test(sentence) ? "contrast" : "last partner";
}

const counts = {};
let [seed, done, isStopped] = [0, 0, false];
process.once("SIGINT", () => (isStopped = true));
for (; done < positions && !isStopped; seed++) {
  const first = deal(seed, 4, 4);
  for (const options of PLAYERS) {
    const { moves, isWon } = await play(first, options, seed);
    if (isWon || done === positions) continue;
    const found = await explained(first, moves);
    const own = (counts[options.player] ??= {});
    own[found] = (own[found] ?? 0) + 1;
    done++;
  }
  if (process.stderr.isTTY) process.stderr.write(`\r${done} of ${positions} positions`);
  await new Promise(setImmediate); // for Ctrl-C
}
const all = {};
for (const own of Object.values(counts)) for (const [name, n] of Object.entries(own)) all[name] = (all[name] ?? 0) + n;
const share = (names) => names.reduce((sum, name) => sum + (all[name] ?? 0), 0) / done;
const shown = Object.keys(all).filter((name) => !["contrast", "last partner", FALLBACK].includes(name));
const record = {
  "made by": "tools/node/plain_reasons.mjs",
  positions: done,
  deals: [0, seed - 1],
  players: PLAYERS,
  counts,
  "share with a reason": share(Object.keys(all).filter((name) => name !== FALLBACK)),
  "share with cards that show it": share(shown),
  "share by the last partner": share(["last partner"]),
  "share by contrast alone": share(["contrast"]),
};
const text = `${JSON.stringify(record, null, 1)}\n`;
if (values.out && !isStopped) writeFileSync(values.out, text);
process.stdout.write(text);
