/* The worker: its first message has the files, every other one is a question for the runner. */

import { Runner } from "./runner.js";

const isWebWorker = typeof globalThis.postMessage === "function";
const port = isWebWorker ? globalThis : process.getBuiltinModule("node:worker_threads").parentPort;
let runner = null;

port.onmessage = ({ data }) => {
  if (runner) runner.take(data);
  else runner = new Runner(data.files, (answer) => port.postMessage(answer));
};
