/* What ratings, players and predictions need beyond kernel.wasm: files that are read when one of them is first asked for.
   `read` gives the bytes of a file by its name. */

import { Machine } from "./machine.js";
import { inflated, readModel } from "./predict.js";

/** The files that a question needs, by the names under which its answer takes what they hold. */
const RATING = { players: "players.wasm", model: "difficulty.json", tables: "endgame-7.bin" };
const NEEDED = {
  rate: RATING,
  generate: RATING,
  think: { players: "players.wasm" },
  predict: { players: "players.wasm", model: "shipped.boaf" },
};
const TABLES_HEAD = 54;

export class Resources {
  #read;
  #kept = new Map();

  constructor(read) {
    this.#read = read;
  }

  /** What the answer to a question takes; a file that could not be read is tried again by the next question. */
  async for(path) {
    const names = Object.entries(NEEDED[path] ?? {});
    const found = await Promise.all(names.map(([, file]) => this.#once(file, async () => opened(file, await this.#read(file)))));
    const needed = Object.fromEntries(names.map(([name], k) => [name, found[k]]));
    if (needed.tables) await this.#once("tables in place", async () => needed.players.fill("table", needed.tables));
    return needed;
  }

  async #once(name, make) {
    if (!this.#kept.has(name)) this.#kept.set(name, make());
    try {
      return await this.#kept.get(name);
    } catch (error) {
      this.#kept.delete(name);
      throw error;
    }
  }
}

function opened(file, bytes) {
  if (file.endsWith(".wasm")) return Machine.from(bytes);
  if (file.endsWith(".json")) return JSON.parse(new TextDecoder().decode(bytes));
  return file.endsWith(".boaf") ? readModel(bytes) : unpackTables(bytes);
}

/** The endgame tables in their file, which boaf.kernel.tables describes, without the codes of the patterns. */
async function unpackTables(bytes) {
  const content = await inflated(bytes.slice(TABLES_HEAD), "deflate").arrayBuffer();
  const patterns = new DataView(content).getUint32(0, true);
  return new Uint8Array(content, 4 + 4 * patterns);
}
