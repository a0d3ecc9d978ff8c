/* Players to watch: what `boaf.players` would play on a board, with the same compiled functions and the same random
   numbers, so the same moves for a seed.

   `machine` is kernel.wasm and `players` players.wasm. A thought is {move, reason, candidates}, best first, with the
   words of the server; the move is null where the game is over. */

import { MOST_CELLS, Status } from "./machine.js";
import { SplitMix64 } from "./random.js";
import { decide, VERDICTS } from "./solver.js";

const POLICIES = ["random", "greedy"];
const WEIGHT = 2.5;
const ITERATIONS_AT_ONCE = 100;
const FIRST_NODES = 2 ** 15;
const Halt = Object.freeze({ FINISHED: 0, WON: 1, LOST: 2, NEED_PRIOR: 3, FULL: 4 });

/** What a player does on a board. */
export function* think(machine, players, board, { player = "flock", iterations, seed = 0 }, limits) {
  if (board.isOver) return { move: null, reason: null, candidates: [] };
  const number = new SplitMix64(seed).next();
  if (POLICIES.includes(player)) return follow(players, board, player, number);
  if (player === "perfect") return yield* solveOrFollow(machine, players, board, number, limits);
  return yield* search(players, board, player, iterations ?? players.facts.players[player], number, limits);
}

/** Write a board; gives its width. */
export function place(players, board) {
  const width = players.place(board.stacks.map((_, cell) => ({ card: board.top(cell), cell })), board.cols);
  players.fill("heights", Array.from({ length: MOST_CELLS }, (_, cell) => board.stacks[cell]?.length ?? 0));
  return width;
}

/** A player with a rule for the next move. */
function follow(players, board, name, number) {
  const width = place(players, board);
  players.giveNumber(number);
  const chosen = nameOf(board, players.call(width, "choose", POLICIES.indexOf(name)));
  const moves = board.legalMoves;
  const worth = ({ from, to }) => {
    if (name === "random") return 1 / moves.length;
    players.call(width, "change", from, to);
    return board.score + WEIGHT * moves.length + players.values[0];
  };
  const candidates = moves.map((move) => ({ move: move.text, visits: null, value: worth(move), verdict: "unknown" }));
  return { move: chosen, reason: "policy", candidates: chosenFirst(candidates, chosen, (one, other) => other.value - one.value) };
}

/** The exact solver; where it finds no solution, the greedy player. */
function* solveOrFollow(machine, players, board, number, limits) {
  const { verdict, moves } = yield* decide(machine, board, limits);
  if (verdict !== "solvable") {
    return { ...follow(players, board, "greedy", number), reason: verdict === "unknown" ? "undecided" : "lost" };
  }
  const move = board.move(...moves[0]).text;
  return { move, reason: "solution", candidates: [{ move, visits: null, value: 1, verdict }] };
}

/** A Monte Carlo player. A tree that has outgrown its room is grown again in twice the room, to the same tree. */
function* search(players, board, name, iterations, number, limits) {
  const player = Object.keys(players.facts.players).indexOf(name);
  for (let nodes = FIRST_NODES; ; nodes *= 2) {
    players.makeRoom(nodes);
    const width = place(players, board);
    const call = (entry, ...values) => players.call(width, entry, ...values);
    players.giveNumber(number);
    let step = call("think", player, board.cols);
    let [reason, halt] = [players.number(0) > 0 ? "solution" : "lookahead", Halt.FINISHED];
    if (step < 0) {
      for (let done = 0; halt === Halt.FINISHED && done < iterations && !limits.areReached; ) {
        done = Math.min(done + ITERATIONS_AT_ONCE, iterations);
        halt = call("iterate", player, board.cols, done);
        yield;
      }
      if (halt === Halt.FULL) continue;
      step = call("conclude", player, board.cols);
      reason = players.number(0) > 0 ? "solution" : halt === Halt.LOST ? "lost" : "search";
    }
    const move = nameOf(board, step);
    const wins = reason === "solution" || reason === "lookahead";
    return { move, reason, candidates: candidatesOf(call, players, board, move, wins) };
  }
}

/** The moves at the root of a tree; the one chosen may be known to win. */
function candidatesOf(call, players, board, chosen, wins) {
  const found = Array.from({ length: call("candidates", board.cols) }, (_, k) => {
    const move = nameOf(board, call("candidate", board.cols, k));
    const [visits, status] = [players.number(0), players.number(1)];
    const verdict = wins && move === chosen ? VERDICTS[Status.SOLVED] : VERDICTS[status];
    return { move, visits, value: visits ? players.values[0] / visits : 0, verdict };
  });
  if (!found.some(({ move }) => move === chosen)) {
    found.push({ move: chosen, visits: 0, value: 0, verdict: wins ? "solvable" : "unknown" });
  }
  return chosenFirst(found, chosen, (one, other) => other.visits - one.visits || other.value - one.value);
}

function chosenFirst(candidates, chosen, compare) {
  return candidates.toSorted((one, other) => (other.move === chosen) - (one.move === chosen) || compare(one, other));
}

function nameOf(board, step) {
  return board.move(step >> 8, step & 255).text;
}
