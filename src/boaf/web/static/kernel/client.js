/* The kernel in the browser: the exact answers of the server, without a server.

   ask(path, body, signal) promises what POST api/PATH gives for the same body, in the same JSON:

     solve    {board}         {verdict, moves, nodes, seconds}
     analyze  {board}         {verdict, moves: [{move, verdict}, …]}
     history  {board, moves}  {verdicts, lost_at}
     explain  {board}         {verdict, proof: {condition, text, cells, edges} or null}
     graph    {board}         {edges: [{cells, legal}, …], odd_birds, flocks, cut_edges, articulation_points}

   ANSWERED has the paths that it answers; all others need Python. A verdict is "solvable", "unsolvable", or "unknown"
   where the limits were reached first, which never happens on boards of up to 16 cells. A proof is null where the limits
   did not allow for one.

   Questions are answered one after another, in a worker, so the page never waits. When `signal` is aborted the work on
   its question ends within a few hundredths of a second, and the promise is rejected with `signal.reason`; a question
   that cannot be answered is rejected with a KernelError, whose message is for the player. */

export const ANSWERED = new Set(["solve", "analyze", "history", "explain", "graph"]);

/** The kernel cannot answer the question; the message says why, in words for the player. `code` names the message in
    the catalogues of the page, if it is there. */
export class KernelError extends Error {
  constructor({ message, code = "" }) {
    super(message);
    this.code = code;
  }
}

const CANNOT_RUN = { message: "This browser cannot run the solver. You can play on without it.", code: "solver.cannotRun" };
const waiting = new Map();
let asked = 0;
let worker = null;

/** Start the worker ahead of the first question. */
export function load() {
  if (worker) return;
  worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
  worker.addEventListener("message", ({ data }) => settle(data));
  worker.addEventListener("error", (event) => {
    event.preventDefault();
    for (const id of [...waiting.keys()]) settle({ id, error: CANNOT_RUN });
    worker.terminate();
    worker = null;
  });
}

/** The answer to a question, as described above. */
export function ask(path, body, signal = undefined) {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    load();
    const id = asked++;
    const drop = () => {
      waiting.delete(id);
      worker?.postMessage({ id });
      reject(signal.reason);
    };
    waiting.set(id, { resolve, reject, done: () => signal?.removeEventListener("abort", drop) });
    signal?.addEventListener("abort", drop, { once: true });
    worker.postMessage({ id, path, body });
  });
}

function settle({ id, answer, error }) {
  const question = waiting.get(id);
  if (!question) return;
  waiting.delete(id);
  question.done();
  if (error === undefined) question.resolve(answer);
  else question.reject(new KernelError(error));
}
