/* How hard a board is: the rating of `boaf.puzzles.difficulty`, from the same games, so with the same figures.

   `machine` is kernel.wasm, which decides; `players` is players.wasm with its tables, which plays; `model` is
   difficulty.json, whose constants boaf fitted. Everything is a generator that yields between two portions of work. */

import { Status } from "./machine.js";
import { place } from "./players.js";
import { SplitMix64 } from "./random.js";
import { decide, Search } from "./solver.js";
import { canonicalBoard } from "./symmetry.js";

const [RANDOM, GREEDY] = [0, 1];
const GAMES = 1000;
const MOST_GAMES = 2000;
const GREEDY_HALVES = 300;
const GAMES_AT_ONCE = 50;
const LINES = 8;
/** How certain a level must be; games are added until it is, or there are enough of them. */
export const CERTAIN = 0.9;
const NORMAL_QUANTILE = 1.959963984540054;
const NONE = { difficulty: null, score: null, score_low: null, score_high: null, certainty: null, attributes: [] };

/** The time was up before the board was rated. */
export class LimitReached extends Error {}

/** {verdict, difficulty, score, score_low, score_high, certainty, attributes}; all but the verdict are null for a board
    that cannot be won, or that was not rated within the limits. */
export function* rate(machine, players, model, given, limits) {
  const board = canonicalBoard(given);
  const { verdict } = yield* decide(machine, board, limits);
  if (verdict !== "solvable") return { verdict, ...NONE };
  try {
    return { verdict, ...(yield* ratingOf(machine, players, model, board, limits)) };
  } catch (error) {
    if (!(error instanceof LimitReached)) throw error;
    return { verdict: "unknown", ...NONE };
  }
}

function* ratingOf(machine, players, model, board, limits) {
  const [stacks, halfway] = [board.stackCount, board.stackCount >> 1];
  const count = (policy, first, last, moves) => countGames(players, board, policy, first, last, moves, limits);
  const most = MOST_GAMES * (stacks <= 16 ? 4 : 1);
  const cuts = cutsOf(model, board);
  let [won, open, games, estimate, level, certainty] = [0, 0, 0];
  do {
    const goal = Math.min(2 * games || GAMES, most);
    won += yield* count(GREEDY, games, goal, stacks);
    open += yield* count(RANDOM, games, goal, halfway);
    games = goal;
    estimate = new Estimate(model, { greedy_wins: won / games, random_halfway: open / games }, games);
    level = 1 + cuts.filter((cut) => cut < estimate.score()).length;
    certainty = estimate.chance(cuts, level);
  } while (certainty < CERTAIN && games < most);
  const greedyHalves = yield* count(GREEDY, 0, GREEDY_HALVES, halfway);
  const measured = {
    greedy_wins: won / games,
    greedy_halfway: greedyHalves / GREEDY_HALVES,
    random_halfway: open / games,
    ...describe(yield* winningLines(machine, players, board, limits)),
  };
  return {
    difficulty: level,
    score: estimate.score(),
    score_low: estimate.score(-NORMAL_QUANTILE),
    score_high: estimate.score(NORMAL_QUANTILE),
    certainty: rounded(certainty, 3),
    attributes: Object.entries(measured).map(([name, value]) => ({ name, value })),
  };
}

/** How likely a solvable board has a level, after a number of games. */
export function* chanceOfLevel(players, model, given, level, games, limits) {
  const board = canonicalBoard(given);
  const count = (policy, moves) => countGames(players, board, policy, 0, games, moves, limits);
  const won = yield* count(GREEDY, board.stackCount);
  const open = yield* count(RANDOM, board.stackCount >> 1);
  const estimate = new Estimate(model, { greedy_wins: won / games, random_halfway: open / games }, games);
  return estimate.chance(cutsOf(model, board), level);
}

/** The levels of boards of a size: all, unless quantiles coincide. */
export function levelsOf(model, size) {
  const cuts = cutsOf(model, size);
  return [...new Set([...cuts, 1].map((end) => 1 + cuts.filter((cut) => cut < end).length))];
}

/** How many of the games `first` … `last` − 1 can still be won after `moves` moves, or are won by then. The number of a
    game gives its random numbers. */
function* countGames(players, board, policy, first, last, moves, limits) {
  place(players, board);
  const { width } = new Search(players, board);
  let won = 0;
  for (let next = first; next < last; next += GAMES_AT_ONCE) {
    if (limits.areReached && board.stackCount > 1) throw new LimitReached();
    won += players.call(width, "games", policy, next, Math.min(next + GAMES_AT_ONCE, last), moves);
    yield;
  }
  return won;
}

/** The log-odds of the share of games that the panel is expected to lose, and their standard error. */
class Estimate {
  constructor({ weights, intercept }, shares, games) {
    let [odds, spread] = [intercept, 0];
    for (const [name, weight] of Object.entries(weights)) {
      odds += weight * Math.sqrt(shares[name]);
      spread += (weight ** 2 * Math.max(1 - shares[name], 1 / games)) / (4 * games);
    }
    Object.assign(this, { odds, error: Math.sqrt(spread) });
  }

  /** The score that is this number of standard errors higher. */
  score(errors = 0) {
    return rounded(1 / (1 + Math.exp(-this.odds - errors * this.error)), 6);
  }

  /** How likely the true score has a level. */
  chance(cuts, level) {
    const ends = [0, ...cuts, 1].map((cut) => (Math.log(cut / (1 - cut)) - this.odds) / this.error);
    return normalShare(ends[level]) - normalShare(ends[level - 1]);
  }
}

/** The scores up to which the levels 1 … 4 reach, for boards of a size or, without such, of the nearest one. */
function cutsOf(model, { rows, cols }) {
  const [short, long] = [Math.min(rows, cols), Math.max(rows, cols)];
  const distance = (size) =>
    size.rows === short && size.cols === long ? -1 : 100 * Math.abs(size.rows * size.cols - rows * cols) + size.cols - size.rows;
  const [{ cuts }] = model.sizes.toSorted((one, other) => distance(one) - distance(other));
  const hardest = new Estimate(model, { greedy_wins: 0, random_halfway: 0 }, 8 * GAMES).score(-2);
  return cuts.map((cut) => Math.min(cut, hardest));
}

/** How many moves were legal, and how many of them winning, at each step of lines whose moves are drawn among the winning
    ones. */
function* winningLines(machine, players, board, limits) {
  const random = new SplitMix64(0n);
  const known = new Map();
  const lines = [];
  for (let left = Math.max(1, Math.min(LINES, Math.floor((LINES * 16 ** 3) / board.stackCount ** 3))); left > 0; left--) {
    const line = [];
    for (let position = board; !position.isSolved; ) {
      const key = position.stacks.map(([top]) => top?.text ?? "").join(" ");
      if (!known.has(key)) known.set(key, yield* winningMoves(machine, players, position, limits));
      const { legal, winning } = known.get(key);
      line.push({ legal, winning: winning.length, share: winning.length / legal });
      position = position.push(winning[random.below(winning.length)]);
    }
    lines.push(line);
  }
  return lines;
}

/** The number of legal moves of a position, and those that a short search finds winning, or else one that wins. */
function* winningMoves(machine, players, position, limits) {
  const moves = position.legalMoves.toSorted((one, other) => one.from - other.from || one.to - other.to);
  const winning = [];
  for (const move of moves) {
    const search = new Search(players, position.push(move));
    if ((yield* search.until(search.first, limits)) === Status.SOLVED) winning.push(move);
  }
  if (winning.length === 0) {
    const { moves: solution } = yield* decide(machine, position, limits, players);
    winning.push(...solution.slice(0, 1).map(([from, to]) => ({ from, to })));
  }
  if (limits.areReached || winning.length === 0) throw new LimitReached();
  return { legal: moves.length, winning };
}

/** The attributes of winning lines. */
function describe(lines) {
  const steps = lines.flat();
  const sum = (numbers) => numbers.reduce((all, number) => all + number, 0);
  const logarithm = (name) => logMean(lines.map((line) => sum(line.map((step) => Math.log10(step[name])))));
  const isForced = ({ legal, winning }) => winning === 1 && legal > 1;
  return {
    log10_random_wins: logarithm("share"),
    losing_first_moves: steps.length > 0 ? 1 - steps[0].share : 0,
    losing_moves: steps.length > 0 ? sum(steps.map(({ share }) => 1 - share)) / steps.length : 0,
    forced_moves: Math.min(...lines.map((line) => line.filter(isForced).length)),
    log10_solutions: logarithm("winning"),
  };
}

/** The decimal logarithm of the mean of numbers whose logarithms are given. */
function logMean(logarithms) {
  const largest = Math.max(...logarithms);
  const all = logarithms.reduce((sum, logarithm) => sum + 10 ** (logarithm - largest), 0);
  return largest + Math.log10(all / logarithms.length);
}

/** The share of a normal distribution below a number of standard deviations, by a series without cancellation. */
function normalShare(deviations) {
  const x = Math.abs(deviations) / Math.SQRT2;
  if (x > 6) return deviations > 0 ? 1 : 0;
  let [sum, term] = [0, x];
  for (let n = 1; term > 1e-18 * sum; n++) {
    sum += term;
    term *= (2 * x * x) / (2 * n + 1);
  }
  return 0.5 + (Math.sign(deviations) * Math.exp(-x * x) * sum) / Math.sqrt(Math.PI);
}

function rounded(number, digits) {
  return Number(number.toFixed(digits));
}
