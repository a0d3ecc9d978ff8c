import { analyze, bestScore, type Board, deal, explain, generate, history, Kernel, parse, ParseError, predict, rate, solve, think, type Verdict } from "boaf";

const board: Board = deal(1264, 4, 4);
const { verdict, moves }: { verdict: Verdict; moves: string[] } = await solve(board, { maxNodes: 1000, maxSeconds: 1 });
const controller = new AbortController();
const fates = (await analyze("7H 6C / -- 6H", { signal: controller.signal })).moves.filter((move) => move.verdict === "solvable");
const reason: string | undefined = (await explain(board)).proof?.text[0];
const kernel = new Kernel({ worker: false, files: { "kernel.wasm": new URL("https://example.org/kernel.wasm") } });
const score: number = (await kernel.bestScore(board)).score + (await bestScore(board)).bound;
const lostAt: number | null = (await history(board, moves)).lost_at;
try {
  parse("7H XX");
} catch (error) {
  if (error instanceof ParseError) console.log(error.row, error.column, error.token, error.code);
}
const [puzzle] = await generate({ difficulty: 3, rows: 5, cols: 5, seed: 7, maxSeconds: 10 });
const level: number | null = (await rate(board)).difficulty;
const move: string | null = (await think(board, { player: "mcts", iterations: 100 })).move;
const chance: number | undefined = (await predict(board)).predictions[0]?.probability;
console.log(puzzle?.board, puzzle?.solution.length, level, move, chance);
// @ts-expect-error A board is a text or a Board, not a number.
await solve(1264);
// @ts-expect-error The option is called maxNodes.
await solve(board, { max_nodes: 3 });
console.log(verdict, fates, reason, score, lostAt);
