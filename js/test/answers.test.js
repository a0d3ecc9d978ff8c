/* Questions and their answers: limits, cancellation, errors, puzzles. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { Board, BoafError, deal, draw, explain, generate, graphOf, history, IllegalMoveError, Kernel, parse, parseCard, rate, solve, think } from "boaf";

const TOO_HARD =
  "KS QS 4H 6D AC TH 2C 7D 9H / TD 6H 2S 4C 7H KC 9D AS QC / 2H TC KD AH QD 5S 7S 9C 6S / 6C 3D 7C 9S TS AD KH QH 2D";

test("a question that is cancelled ends, and the next one is answered", async () => {
  for (const worker of [true, false]) {
    const kernel = new Kernel({ worker });
    const controller = new AbortController();
    const hard = kernel.solve(TOO_HARD, { signal: controller.signal });
    const easy = kernel.solve(deal(1));
    setTimeout(() => controller.abort(), 50);
    await assert.rejects(hard, { name: "AbortError" });
    assert.equal((await easy).verdict, "solvable");
    await assert.rejects(kernel.solve(deal(1), { signal: controller.signal }), { name: "AbortError" });
    kernel.close();
  }
});

test("past a limit the verdict is unknown", async () => {
  assert.equal((await solve(TOO_HARD, { maxNodes: 1000 })).verdict, "unknown");
  assert.equal((await solve(TOO_HARD, { maxSeconds: 0.05 })).verdict, "unknown");
  assert.equal((await rate(deal(1), { maxSeconds: 0 })).difficulty, null);
  assert.deepEqual(await generate({ difficulty: 5, maxSeconds: 0 }), []);
});

test("closing a kernel rejects what is open", async () => {
  const kernel = new Kernel();
  const open = kernel.solve(TOO_HARD);
  kernel.close();
  await assert.rejects(open, { name: "KernelError", code: "closed" });
});

test("mistakes are named, in promises too", async () => {
  await assert.rejects(solve("7H XX"), { name: "ParseError", row: 1, column: 2, token: "XX", start: 3, end: 5 });
  await assert.rejects(solve(7), BoafError);
  await assert.rejects(solve(deal(1), { max_nodes: 3 }), /unknown option 'max_nodes': choose from maxNodes, maxSeconds, signal/);
  await assert.rejects(solve(deal(1), { maxNodes: -1 }), /maxNodes must be 0 or more, not -1/);
  assert.deepEqual(graphOf("7H 6C / -- 6H"), graphOf(parse("7H 6C / -- 6H")));
  await assert.rejects(solve(deal(1), { maxNodes: 1.5 }), /maxNodes must be a whole number from 0 to 9,007,199,254,740,991, not 1.5/);
  await assert.rejects(history("7H 6C", ["7H-2C"]), { name: "IllegalMoveError", message: "7H-2C: 2C is not the top card of a stack" });
  await assert.rejects(generate({ difficulty: 6 }), /difficulty must be a whole number from 1 to 5, not 6/);
  await assert.rejects(think(deal(1), { player: "nobody" }), /unknown player nobody: choose from random, greedy, mcts, flock, perfect/);
  await assert.rejects(think(deal(1), { iterations: 0 }), /iterations must be a whole number from 1 to 10,000,000, not 0/);
  await assert.rejects(think(deal(1), { seed: "x" }), /seed must be a whole number, not 'x'/);
  await assert.rejects(solve(`14.1${" --".repeat(64)}`), { name: "KernelError", code: "tooLarge" });
  assert.throws(() => deal(1, 8, 8), /8 × 8 has 64 cells; the deck fills at most 52/);
  assert.throws(() => deal(1.5), /seed must be a whole number, not 1.5/);
  assert.throws(() => deal("1264"), /seed must be a whole number, not '1264'/);
  assert.throws(() => deal(2 ** 53), /seed must be a whole number from -9,007,199,254,740,991 to 9,007,199,254,740,991, not 9007199254740992/);
  assert.throws(() => draw("x", 0), /seed must be a whole number, not 'x'/);
  assert.throws(() => parseCard(null), /parseCard takes a text such as 7H, not null/);
  assert.throws(() => deal(1).move(99, 1), /there is no stack in cell 99/);
  for (const stacks of [[], null, Array(4).fill(["7H"]), Array(4).fill("")]) {
    assert.throws(() => new Board(2, 2, stacks), /a 2 × 2 board has 4 stacks, each a list of cards/);
  }
  assert.throws(() => new Board(2.5, 2, []), /rows must be a whole number/);
  assert.throws(() => new Kernel({ workers: false }), /unknown option 'workers': choose from worker, files/);
  assert.throws(() => new Kernel(null), /options must be an object, not null/);
  await assert.rejects(solve(deal(1), null), /options must be an object, not null/);
  assert.equal((await solve(deal(1), { signal: null })).verdict, "solvable");
  assert.throws(() => deal(1264n), /seed must be a whole number, not 1264n/);
  assert.throws(() => parse("7H 6C", { rows: "1" }), /rows must be a whole number from 1 to .*, not '1'/);
  assert.equal(parse("7H 6C", null).cols, 2);
  await assert.rejects(history(deal(1), [null]), { name: "IllegalMoveError" });
  await assert.rejects(solve(deal(1), { signal: 1 }), /signal must be an AbortSignal, not 1/);
  await assert.rejects(think(deal(1), { players: "flock" }), /unknown option 'players': choose from maxNodes, maxSeconds, player/);
  assert.throws(() => deal(1).push(undefined), { name: "IllegalMoveError", message: /write it as two cards, such as 7H-6C/ });
  assert.throws(() => parse("7H 6C / 8S 2H").push("7H-2H"), { name: "IllegalMoveError", code: "line" });
  assert.throws(() => parse("KH AC").push({ from: 0, to: 1 }), IllegalMoveError);
});

test("a file that is not there is named, and the next question tries again", async () => {
  const kernel = new Kernel({ worker: false, files: { "kernel.wasm": new URL("nothing.wasm", import.meta.url) } });
  for (let k = 0; k < 2; k++) await assert.rejects(kernel.solve(deal(1)), { code: "cannotLoad", message: /nothing\.wasm/ });
});

test("boards are values: a move gives another board, and the text reads back", () => {
  const board = parse("7h 6C / -- 6♥");
  assert.equal(board.text, "7H 6C / -- 6H");
  const after = board.push("7H-6C");
  assert.equal(after.text, "-- 7H+6C / -- 6H");
  assert.equal(parse(after.text).push("6H-7H").isSolved, true);
  assert.equal(board.text, "7H 6C / -- 6H");
  assert.ok(after instanceof Board);
  assert.equal(parse("D♥ B♣", { rankNames: ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "B", "D", "K"] }).text, "QH JC");
});

test("kernels work in parallel, each with its own worker", async () => {
  const kernels = Array.from({ length: 2 }, () => new Kernel());
  const answers = await Promise.all(kernels.map((kernel, k) => kernel.explain(deal(1264 + k))));
  assert.deepEqual(answers.map(({ verdict }) => verdict), ["unsolvable", (await explain(deal(1265))).verdict]);
  for (const kernel of kernels) kernel.close();
});
