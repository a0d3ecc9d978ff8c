/* The worker: takes questions {id, path, body}, answers each with {id, answer} or {id, error}, one after another.

   A message {id} alone drops a question. Work is done in portions of a few milliseconds: an answer is a generator that
   yields between two of them, and then messages are read. */

import { Board } from "../board.js";
import { ANSWERS } from "./answers.js";
import { Machine } from "./machine.js";
import { Resources } from "./resources.js";

const FAILED = { message: "The solver made a mistake; the console of the browser says which.", code: "solver.failed" };
const CANNOT_LOAD = { message: "The solver could not be loaded. You can play on without it.", code: "solver.cannotLoad" };
const CANNOT_RUN = { message: "This browser cannot run the solver. You can play on without it.", code: "solver.cannotRun" };
const BLOCKED = {
  message: "The settings of this site do not allow the solver. It needs script-src 'wasm-unsafe-eval'.",
  code: "solver.blocked",
};
const questions = new Map();
const turn = new MessageChannel();
let current = null;
let loading = null;
let resources = new Resources(read);

self.addEventListener("message", ({ data }) => {
  const { id, path, body } = data;
  if (path === undefined) questions.delete(id);
  else questions.set(id, { path, body });
  if (!current) takeNext();
});
turn.port1.addEventListener("message", goOn);
turn.port1.start();
machine().catch(() => {}); // the first question reports what is wrong

function takeNext() {
  const [first] = questions;
  current = null;
  if (first === undefined) return;
  const [id, { path, body }] = first;
  current = { id, work: answer(path, body) };
  turn.port2.postMessage(null);
}

async function goOn() {
  const { id, work } = current;
  if (questions.has(id)) {
    try {
      const { done, value } = await work.next();
      if (!done) {
        turn.port2.postMessage(null);
        return;
      }
      self.postMessage({ id, answer: value });
    } catch (error) {
      self.postMessage({ id, error: inWords(error) });
    }
    questions.delete(id);
  }
  takeNext();
}

/** What to tell the player; after a mistake of the kernel's own, the next question gets a fresh one. */
function inWords(error) {
  if (error instanceof RangeError) return { message: error.message, code: error.code };
  console.error(error);
  loading = null;
  resources = new Resources(read);
  return FAILED;
}

async function* answer(path, body) {
  const board = Board.parse(body.board);
  return yield* ANSWERS[path](await machine(), board, body, await opened(resources.for(path)));
}

/** The kernel, loaded once; when that failed, the next question tries again. */
async function machine() {
  loading ??= load();
  try {
    return await loading;
  } catch (error) {
    loading = null;
    throw error;
  }
}

async function load() {
  return opened(Machine.from(await read("kernel.wasm")));
}

/** The bytes of a file next to this one. */
async function read(name) {
  const response = await fetch(new URL(name, import.meta.url)).catch(() => null);
  if (!response?.ok) throw refusal(CANNOT_LOAD);
  return response.arrayBuffer();
}

/** What a promise brings; if a browser refuses a module, the reason is in words for the player. */
function opened(promise) {
  return promise.catch((error) => {
    if (/content.security.policy|unsafe-eval/i.test(error.message)) throw refusal(BLOCKED);
    throw error instanceof WebAssembly.CompileError ? refusal(CANNOT_RUN) : error;
  });
}

function refusal({ message, code }) {
  return Object.assign(new RangeError(message), { code });
}
