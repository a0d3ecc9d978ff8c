/* A worker, whatever it is called: Worker in browsers and Deno, node:worker_threads in Node. */

import { KernelError } from "./errors.js";

const IDLE = 100;

/** Start a worker from an address or from {code}: {post, close, hold, release}. While it is released, the program may
    end; `onIdle` says that the worker was closed for that. */
export function openWorker(source, handlers) {
  if (typeof globalThis.Worker === "function") return openWebWorker(source, handlers);
  const threads = globalThis.process?.getBuiltinModule?.("node:worker_threads");
  if (!threads) throw new KernelError("there are no workers here: use new Kernel({ worker: false })", "cannotRun");
  const isCode = typeof source !== "string";
  const worker = new threads.Worker(isCode ? source.code : new URL(source), { eval: isCode, execArgv: [] });
  worker.on("message", handlers.onMessage);
  worker.on("error", handlers.onError);
  worker.unref();
  return {
    post: (message) => worker.postMessage(message),
    close: () => worker.terminate(),
    hold: () => worker.ref(),
    release: () => worker.unref(),
  };
}

function openWebWorker(source, { onMessage, onError, onIdle }) {
  const isCode = typeof source !== "string";
  const address = isCode ? URL.createObjectURL(new Blob([source.code], { type: "text/javascript" })) : source;
  const worker = new Worker(address, { type: isCode ? "classic" : "module" });
  worker.onmessage = ({ data }) => onMessage(data);
  worker.onerror = (event) => {
    event.preventDefault();
    onError(event);
  };
  const close = () => {
    worker.terminate();
    if (isCode) URL.revokeObjectURL(address);
  };
  const post = (message) => worker.postMessage(message);
  return "Deno" in globalThis ? closedWhenIdle({ post, close }, onIdle) : { post, close, hold() {}, release() {} };
}

/** Deno does not exit while there is a worker, so one that has had nothing to do for a moment is closed. */
function closedWhenIdle(thread, onIdle) {
  let timer;
  const release = () => {
    timer = setTimeout(() => {
      thread.close();
      onIdle();
    }, IDLE);
  };
  return { ...thread, hold: () => clearTimeout(timer), release };
}
