/* Where the files of the package are: next to this one. The single-file build replaces this module by one that has them
   in it, the worker as {code} and the others as {deflated}, in base 64. */

const FILES = ["kernel.wasm", "players.wasm", "difficulty.json", "endgame-7.bin", "shipped.boaf"];

/** The worker: the address of a module, or {code}. */
export function workerSource() {
  return new URL("worker.js", import.meta.url).href;
}

/** The other files, by name: an address, bytes, or {deflated}. */
export function fileSources() {
  return Object.fromEntries(FILES.map((name) => [name, new URL(name, import.meta.url).href]));
}
