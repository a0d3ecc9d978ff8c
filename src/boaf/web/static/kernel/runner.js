/* Answers questions one after another, in a worker or in the thread of the caller.

   An answer is a generator that yields after every few milliseconds of work. Between two portions other events are
   handled, so that a question can be dropped and a page stays alive even without a worker. */

import { ANSWERS } from "./answers.js";
import { KernelError } from "./errors.js";
import { Machine, MOST_CELLS } from "./machine.js";
import { parse } from "./parse.js";
import { inflated } from "./predict.js";
import { Resources } from "./resources.js";
import { Limits } from "./solver.js";

export class Runner {
  #files;
  #tell;
  #questions = new Map();
  #current = null;
  #loading = null;
  #resources = new Resources((name) => this.#read(name));

  /** `files` has the files of the package by name, as files.js gives them; `tell` is handed {id, answer} or {id, error}. */
  constructor(files, tell) {
    this.#files = files;
    this.#tell = tell;
  }

  /** Take a question {id, name, board, limits, moves}; one with an id alone drops the question of that id. */
  take({ id, name, ...question }) {
    if (name === undefined) this.#questions.delete(id);
    else this.#questions.set(id, { name, ...question });
    if (!this.#current) this.#begin();
  }

  #begin() {
    const [first] = this.#questions;
    this.#current = null;
    if (first === undefined) return;
    const [id, question] = first;
    this.#current = { id, work: this.#answer(question) };
    nextTurn(() => this.#goOn());
  }

  async #goOn() {
    const { id, work } = this.#current;
    if (this.#questions.has(id)) {
      try {
        const { done, value } = await work.next();
        if (!done) {
          nextTurn(() => this.#goOn());
          return;
        }
        this.#tell({ id, answer: value });
      } catch (error) {
        this.#tell({ id, error: this.#inWords(error) });
      }
      this.#questions.delete(id);
    }
    this.#begin();
  }

  /** An error as it passes between threads. After a mistake of the kernel's own the next question gets a fresh one. */
  #inWords({ name, message, code, stack }) {
    if (typeof code === "string") return { name, message, code };
    this.#loading = null;
    this.#resources = new Resources((file) => this.#read(file));
    return { name: "KernelError", message: `the solver made a mistake: ${message}`, code: "failed", stack };
  }

  async *#answer({ name, board: text, limits, ...asked }) {
    if (name === "load") {
      await this.#machine();
      return null;
    }
    const board = text === undefined ? null : parse(text);
    if (board && board.stacks.length > MOST_CELLS) {
      const message = `a ${board.rows} × ${board.cols} board has ${board.stacks.length} cells; the solver takes up to ${MOST_CELLS}`;
      throw new KernelError(message, "tooLarge");
    }
    const needed = await readable(this.#resources.for(name));
    return yield* ANSWERS[name](await this.#machine(), board, new Limits(limits), asked, needed);
  }

  /** The bytes of a file. */
  async #read(name) {
    const source = this.#files[name];
    if (source === undefined) throw new KernelError(`this needs the file ${name}: see the option files`, "cannotLoad");
    if (typeof source === "string") return readAddress(source);
    return source.deflated ? inflated(bytesIn(source.deflated), "deflate-raw").arrayBuffer() : source;
  }

  /** The kernel, loaded once; if that failed, the next question tries again. */
  async #machine() {
    this.#loading ??= readable(this.#read("kernel.wasm").then((bytes) => Machine.from(bytes)));
    try {
      return await this.#loading;
    } catch (error) {
      this.#loading = null;
      throw error;
    }
  }
}

/** What a promise brings; if the code that it loads cannot run, the error says why. */
function readable(promise) {
  return promise.catch((error) => {
    if (/content.security.policy|unsafe-eval/i.test(error.message)) {
      const remedy = "it needs script-src 'wasm-unsafe-eval'";
      throw new KernelError(`the Content-Security-Policy does not allow the solver: ${remedy}`, "blocked");
    }
    if (error instanceof WebAssembly.CompileError) throw new KernelError(`the solver cannot run: ${error.message}`, "cannotRun");
    throw error;
  });
}

/** The bytes of a file, by its address. */
function readAddress(address) {
  const files = address.startsWith("file:") ? globalThis.process?.getBuiltinModule?.("node:fs/promises") : null;
  const read = () => files.readFile(new URL(address)).then((bytes) => new Uint8Array(bytes).buffer);
  const found = files ? read() : fetch(address).then(bytesOf);
  return found.catch((error) => {
    throw new KernelError(`the solver could not be loaded from ${address}: ${error.message}`, "cannotLoad");
  });
}

function bytesIn(base64) {
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
}

function bytesOf(response) {
  if (!response.ok) throw new Error(`status ${response.status}`);
  return response.arrayBuffer();
}

let turns = null;

/** Do something after the events that wait now; a timer would wait for milliseconds more. */
function nextTurn(act) {
  if (globalThis.setImmediate) {
    setImmediate(act);
    return;
  }
  if (!turns) {
    const { port1, port2 } = new MessageChannel();
    turns = { port2, waiting: [] };
    port1.onmessage = () => turns.waiting.shift()();
  }
  turns.waiting.push(act);
  turns.port2.postMessage(null);
}
