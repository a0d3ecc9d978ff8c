/* The kernel in the browser: the exact answers of the server, without a server.

   ask(path, body, signal) promises what POST api/PATH gives for the same body, in the same JSON:

     solve    {board}         {verdict, moves, nodes, seconds}
     analyze  {board}         {verdict, moves: [{move, verdict}, …]}
     history  {board, moves}  {verdicts, lost_at}
     explain  {board}         {verdict, proof: {condition, text, cells, edges} or null}
     graph    {board}         {edges: [{cells, legal}, …], odd_birds, flocks, cut_edges, articulation_points}
     rate     {board}         {verdict, difficulty, score, score_low, score_high, certainty, attributes: [{name, value}, …]}
     think    {board, player, iterations, seed}  {move, reason, candidates: [{move, visits, value, verdict}, …]}
     predict  {board}         {verdict, predictions: [{model, probability}, …]}

   A player is random, greedy, mcts, flock or perfect. A verdict is "solvable", "unsolvable", or "unknown"
   where the limits were reached first, which never happens on boards of up to 16 cells. A proof is null where the limits
   did not allow for one.

   Questions are answered one after another, in a worker, so the page never waits; rate, think and predict, which take
   longer, have a worker of their own. When `signal` is aborted the work on
   its question ends within a few hundredths of a second, and the promise is rejected with `signal.reason`; a question
   that cannot be answered is rejected with a KernelError, whose message is for the player. */

const LONG = new Set(["rate", "think", "predict"]);

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
const workers = new Map();
let asked = 0;

/** Start the worker for a question, by default for the short ones, ahead of it. */
export function load(path = "solve") {
  const isLong = LONG.has(path);
  if (workers.has(isLong)) return workers.get(isLong);
  const worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
  workers.set(isLong, worker);
  worker.addEventListener("message", ({ data }) => settle(data));
  worker.addEventListener("error", (event) => {
    event.preventDefault();
    for (const [id, question] of [...waiting]) if (question.worker === worker) settle({ id, error: CANNOT_RUN });
    worker.terminate();
    workers.delete(isLong);
  });
  return worker;
}

/** The answer to a question, as described above. */
export function ask(path, body, signal = undefined) {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const worker = load(path);
    const id = asked++;
    const drop = () => {
      waiting.delete(id);
      worker.postMessage({ id });
      reject(signal.reason);
    };
    waiting.set(id, { worker, resolve, reject, done: () => signal?.removeEventListener("abort", drop) });
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
