/* Makes dist/, or another folder that is given, from the modules that boaf's page uses, src/boaf/web/static/kernel:

     boaf.js, worker.js, *.wasm, …     the package as files that must stay together
     boaf.single.js                    the same in one file, for bundlers and for pages on another origin

   The bytes depend on the sources and on the version of esbuild alone. */

import { copyFileSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { constants, deflateRawSync } from "node:zlib";
import { build } from "esbuild";

const BOAF = fileURLToPath(new URL("../src/boaf/", import.meta.url));
const KERNEL = `${BOAF}web/static/kernel/`;
const DIST = process.argv[2] ? `${resolve(process.argv[2])}/` : fileURLToPath(new URL("dist/", import.meta.url));
const { version } = JSON.parse(readFileSync(new URL("package.json", import.meta.url), "utf-8"));
const SHARED = {
  bundle: true,
  format: "esm",
  target: "es2022",
  charset: "utf8",
  legalComments: "none",
  logLevel: "warning",
  banner: { js: `/* boaf ${version}, MIT License */` },
};

/** The files that the package reads, by name. */
const FILES = {
  "kernel.wasm": "web/static/kernel/",
  "players.wasm": "web/static/kernel/",
  "difficulty.json": "puzzles/",
  "endgame-7.bin": "kernel/",
  "shipped.boaf": "models/",
};
/** The model that only predictions need, which would double the single file. */
const LEFT_OUT = "shipped.boaf";

/** Put the worker and the files into the bundle, in place of the module that knows where they are. */
function inlined(worker) {
  const deflated = (name) => deflateRawSync(readFileSync(`${BOAF}${FILES[name]}${name}`), { level: constants.Z_BEST_COMPRESSION });
  const names = Object.keys(FILES).filter((name) => name !== LEFT_OUT);
  const files = Object.fromEntries(names.map((name) => [name, { deflated: deflated(name).toString("base64") }]));
  const contents = `
    const FILES = ${JSON.stringify(files)};
    export function workerSource() { return { code: ${JSON.stringify(worker)} }; }
    export function fileSources() { return FILES; }`;
  return {
    name: "inlined",
    setup({ onLoad }) {
      onLoad({ filter: /[\\/]kernel[\\/]files\.js$/ }, () => ({ contents }));
    },
  };
}

rmSync(DIST, { recursive: true, force: true });
mkdirSync(DIST);
await build({ ...SHARED, entryPoints: [`${KERNEL}boaf.js`, `${KERNEL}worker.js`], outdir: DIST });
for (const [name, folder] of Object.entries(FILES)) copyFileSync(`${BOAF}${folder}${name}`, `${DIST}${name}`);
const options = { ...SHARED, minify: true };
const worker = await build({ ...options, entryPoints: [`${KERNEL}worker.js`], format: "iife", write: false });
const plugins = [inlined(worker.outputFiles[0].text)];
await build({ ...options, entryPoints: [`${KERNEL}boaf.js`], outfile: `${DIST}boaf.single.js`, plugins });
