/* The worker: takes questions {id, path, body}, answers each with {id, answer} or {id, error}, one after another.

   A message {id} alone drops a question. Work is done in portions of a few milliseconds: an answer is a generator that
   yields between two of them, and then messages are read. */

import { Board } from "../board.js";
import { ANSWERS } from "./answers.js";
import { Machine } from "./machine.js";

const FAILED = "The solver made a mistake; the console of the browser says which.";
const CANNOT_LOAD = "The solver could not be loaded. You can play on without it.";
const CANNOT_RUN = "This browser cannot run the solver. You can play on without it.";
const questions = new Map();
const turn = new MessageChannel();
let current = null;
let loading = null;

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
  if (error instanceof RangeError) return error.message;
  console.error(error);
  loading = null;
  return FAILED;
}

async function* answer(path, body) {
  const board = Board.parse(body.board);
  return yield* ANSWERS[path](await machine(), board, body);
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
  const response = await fetch(new URL("kernel.wasm", import.meta.url)).catch(() => null);
  if (!response?.ok) throw new RangeError(CANNOT_LOAD);
  const bytes = await response.arrayBuffer();
  return Machine.from(bytes).catch((error) => {
    throw error instanceof WebAssembly.CompileError ? new RangeError(CANNOT_RUN) : error;
  });
}
