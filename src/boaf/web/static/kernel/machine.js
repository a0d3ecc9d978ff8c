/* The compiled kernel: its functions, and positions as it reads them.

   kernel.wasm and players.wasm are compiled by tools/native from the Python source of boaf. A position is, for each of its
   numbers, the mask of the others that it matches by card, and of those in line with it. Up to 16 numbers take the
   narrow arrays, up to 64 the wide ones; every function is there for both. Masks are read and written byte by byte. */

import { matches } from "./cards.js";
import { KernelError } from "./errors.js";

export const NARROW = 16;
export const MOST_CELLS = 64;
const PAGE = 65536;

/** How a function of the kernel ended. */
export const Status = Object.freeze({ EXHAUSTED: 0, SOLVED: 1, PAUSED: 2, FULL: 3, DONE: 4 });

export class Machine {
  #functions;
  #offsets = {};
  #heap;
  #bytes;
  #found;

  /** The kernel that these bytes of WebAssembly hold. */
  static async from(bytes) {
    const module = await WebAssembly.compile(bytes);
    const [facts] = WebAssembly.Module.customSections(module, "boaf");
    const instance = await WebAssembly.instantiate(module, { env: Math }); // for logarithms
    return new Machine(instance, JSON.parse(new TextDecoder().decode(facts)));
  }

  constructor({ exports }, facts) {
    this.#heap = exports.__heap_base.value;
    this.#functions = exports;
    this.facts = facts;
    for (const [name, offset] of Object.entries(facts.offsets)) this.#offsets[name] = this.#heap + offset;
    this.#reserve(facts.sizes.narrow);
  }

  /** Make room for this many bytes; what was read from memory before is void. */
  #reserve(bytes) {
    const { memory } = this.#functions;
    const missing = this.#heap + bytes - memory.buffer.byteLength;
    if (missing <= 0 && this.#bytes) return;
    try {
      memory.grow(Math.ceil(Math.max(missing, 0) / PAGE));
    } catch {
      throw new KernelError("This device has not enough memory to solve boards of this size.", "cannotRun");
    }
    this.#bytes = new Uint8Array(memory.buffer);
    this.#found = new Int32Array(memory.buffer, this.#offsets.found, 8);
  }

  /** Write the position of some stacks {card, cell} of a board, numbered as they come; a card may be null. */
  place(stacks, cols) {
    const width = stacks.length > NARROW ? "wide" : "narrow";
    this.#reserve(this.facts.sizes[width]);
    const size = width === "wide" ? 8 : 2;
    const [match, line] = [this.#offsets[`${width}_match`], this.#offsets[`${width}_line`]];
    this.#bytes.fill(0, match, match + 8 * size * size);
    this.#bytes.fill(0, line, line + 8 * size * size);
    stacks.forEach((one, i) => {
      stacks.forEach((other, j) => {
        if (i === j) return;
        const [byte, bit] = [i * size + (j >> 3), 1 << (j & 7)];
        if (isInLine(one.cell, other.cell, cols)) this.#bytes[line + byte] |= bit;
        if (one.card && other.card && matches(one.card, other.card)) this.#bytes[match + byte] |= bit;
      });
    });
    this.#write(this.#offsets.occupied, stacks.flatMap(({ card }, i) => (card ? [i] : [])));
    return width;
  }

  /** Write in which cells the stacks of a mini-board stand. */
  placeCells(stacks) {
    stacks.forEach(({ cell }, i) => (this.#bytes[this.#offsets.mini_cells + i] = cell));
  }

  /** Hand masks, as lists of numbers, to the next call. */
  give(...masks) {
    masks.forEach((numbers, k) => this.#write(this.#offsets.given + 8 * k, numbers));
  }

  /** Write bytes to an array of the kernel. */
  fill(name, bytes) {
    this.#bytes.set(bytes, this.#offsets[name]);
  }

  /** Hand a whole number of 64 bits to the next call. */
  giveNumber(number) {
    new BigUint64Array(this.#bytes.buffer, this.#offsets.given, 1)[0] = number;
  }

  /** Make room for a search tree of this many nodes. */
  makeRoom(nodes) {
    const first = Math.ceil(this.facts.sizes.wide / PAGE) * PAGE;
    this.#reserve(first + nodes * this.facts.node);
    new Int32Array(this.#bytes.buffer, this.#offsets.room, 4).set([first, 0, nodes, 0]);
  }

  /** The numbers with a fraction that the last call found. */
  get values() {
    return new Float64Array(this.#bytes.buffer, this.#offsets.values, this.facts.features.length).slice();
  }

  /** Call a function of the kernel for a width. */
  call(width, name, ...values) {
    const compiled = this.#functions[`${width}_${name}`];
    if (!compiled) throw new KernelError(`this question is answered for boards of up to ${NARROW} cells only`, "tooLarge");
    return compiled(...values);
  }

  /** Whether the mini-board that is in place can be collapsed. */
  collapses(cols) {
    return this.#functions.collapses(cols) !== 0;
  }

  /** One of the numbers that the last call found. */
  number(k) {
    return this.#found[2 * k];
  }

  /** One of the masks that the last call found, as a list of numbers. */
  mask(k) {
    const first = this.#offsets.found + 8 * k;
    return Array.from({ length: MOST_CELLS }, (_, i) => i).filter((i) => (this.#bytes[first + (i >> 3)] >> (i & 7)) & 1);
  }

  /** So many moves of the solution found, as pairs of cells. */
  path(length) {
    const steps = new Uint16Array(this.#bytes.buffer, this.#offsets.path, length);
    return Array.from(steps, (step) => [step >> 8, step & 255]);
  }

  #write(place, numbers) {
    this.#bytes.fill(0, place, place + 8);
    for (const i of numbers) this.#bytes[place + (i >> 3)] |= 1 << (i & 7);
  }
}

function isInLine(one, other, cols) {
  return Math.floor(one / cols) === Math.floor(other / cols) || one % cols === other % cols;
}
