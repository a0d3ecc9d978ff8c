/* The package as npm would deliver it: in Node, in Deno, through a bundler, and with its types. */

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { build } from "esbuild";
import * as boaf from "boaf";
import * as single from "boaf/single";

const HERE = fileURLToPath(new URL("..", import.meta.url));
const run = promisify(execFile);
const TOOLS = join(HERE, "node_modules", ".bin");
const PROGRAM = `
import { bestScore, deal, explain, Kernel, rate, solve } from "boaf";
const board = deal(1264);
const { verdict } = await solve(board);
const { proof } = await explain(board);
const { score } = await bestScore(board);
const here = new Kernel({ worker: false });
console.log(JSON.stringify([verdict, proof.condition, score, (await here.solve(deal(1))).moves.length, (await rate(deal(2))).difficulty]));
`;
const EXPECTED = ["unsolvable", "multiple-flocks", 198, 15, 1];

/** A folder in which a program can import the package as if npm had installed it. */
function installed(program) {
  const folder = mkdtempSync(join(tmpdir(), "boaf-"));
  writeFileSync(join(folder, "package.json"), '{ "type": "module", "dependencies": { "boaf": "*" } }');
  writeFileSync(join(folder, "program.js"), program);
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(HERE, join(folder, "node_modules", "boaf"), "junction");
  return folder;
}

test("the package has the documented names, in both builds and in its types", () => {
  const types = readFileSync(join(HERE, "boaf.d.ts"), "utf-8");
  const declared = [...types.matchAll(/^export (?:class|function) (\w+)/gm)].map(([, name]) => name);
  assert.deepEqual(Object.keys(boaf).sort(), declared.sort());
  assert.deepEqual(Object.keys(single).sort(), declared);
});

for (const [what, library] of [["separate files", boaf], ["the single file", single]]) {
  test(`${what} answer in a worker and in the same thread`, async () => {
    for (const worker of [true, false]) {
      const kernel = new library.Kernel({ worker });
      assert.equal((await kernel.solve("7H 6C / -- 6H")).verdict, "solvable");
      assert.equal((await kernel.bestScore(library.deal(1264))).score, 198);
      kernel.close();
      await assert.rejects(kernel.solve("7H 6C"), { name: "KernelError", code: "closed" });
    }
  });
}

test("a program in Node ends by itself", async () => {
  const { stdout } = await run(process.execPath, ["program.js"], { cwd: installed(PROGRAM), timeout: 60_000 });
  assert.deepEqual(JSON.parse(stdout), EXPECTED);
});

test("a program in Deno ends by itself", async () => {
  const folder = installed(PROGRAM);
  const options = { cwd: folder, timeout: 60_000, env: { ...process.env, DENO_NO_UPDATE_CHECK: "1", DENO_DIR: join(folder, "cache") } };
  const command = ["run", "--allow-read", "--node-modules-dir=manual", "program.js"];
  const { stdout } = await run(join(TOOLS, "deno"), command, options);
  assert.deepEqual(JSON.parse(stdout), EXPECTED);
});

test("a bundle of esbuild is one file that needs no other", async () => {
  for (const platform of ["browser", "node"]) {
    const folder = installed(PROGRAM);
    const entryPoints = [join(folder, "program.js")];
    const outfile = join(mkdtempSync(join(tmpdir(), "boaf-")), "bundle.mjs");
    const { warnings } = await build({ entryPoints, bundle: true, format: "esm", platform, outfile, logLevel: "silent", preserveSymlinks: true });
    assert.deepEqual(warnings, []);
    const { stdout } = await run(process.execPath, [outfile], { timeout: 60_000 });
    assert.deepEqual(JSON.parse(stdout), EXPECTED);
  }
});

test("the types fit a program in TypeScript", async () => {
  const files = [join(HERE, "test", "types.ts")];
  const options = ["--noEmit", "--strict", "--target", "es2022", "--module", "nodenext", "--skipLibCheck", "false"];
  await run(join(TOOLS, "tsc"), [...options, ...files], { cwd: HERE, timeout: 60_000 });
});

test("npm packs the build, the types, the licence and the README, and nothing else", async () => {
  const { stdout } = await run("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], { cwd: HERE, timeout: 60_000 });
  const [{ files }] = JSON.parse(stdout);
  const read = ["difficulty.json", "endgame-7.bin", "kernel.wasm", "players.wasm", "shipped.boaf"];
  const built = ["boaf.js", "boaf.single.js", "worker.js", ...read].map((name) => `dist/${name}`);
  const expected = ["LICENSE", "README.md", "boaf.d.ts", "package.json", ...built];
  assert.deepEqual(files.map(({ path }) => path).sort(), expected.sort());
  assert.equal(readFileSync(join(HERE, "LICENSE"), "utf-8"), readFileSync(join(HERE, "..", "LICENSE"), "utf-8"));
});

test("the examples of the README and of the guide run", async () => {
  const texts = ["README.md", "../docs/guide/app-maker.md"].map((name) => readFileSync(join(HERE, name), "utf-8"));
  const examples = texts.flatMap((text) => [...text.matchAll(/^```js\n(.*?)^```\n/gms)].map(([, code]) => code));
  assert.ok(examples.length >= 6);
  for (const code of examples) {
    const shown = [...code.matchAll(/\/\/ → (.*)$/gm)].map(([, line]) => line);
    const { stdout } = await run(process.execPath, ["--input-type=module", "-e", code], { cwd: HERE, timeout: 60_000 });
    assert.deepEqual(stdout.split("\n").slice(0, -1), shown, code);
  }
});
