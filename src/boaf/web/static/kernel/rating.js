/* How hard a board is: the rating of `boaf.puzzles.difficulty`, from the same games, so with the same figures.

   `machine` is kernel.wasm, which decides; `players` is players.wasm with its tables, which plays; `model` is
   difficulty.json, whose constants boaf fitted. Everything is a generator that yields between two portions of work. */

import { matches } from "../cards.js";
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
const DIGITS = 6;
const CERTAIN = 0.9;
const NORMAL_QUANTILE = 1.959963984540054;

/** {verdict, difficulty, score, score_low, score_high, certainty, attributes}; all but the verdict are null for a board
    that cannot be won, or that was not rated within the limits. */
export function* rate(machine, players, model, given, limits) {
  const board = canonicalBoard(given);
  let { verdict } = yield* decide(machine, board, limits);
  if (verdict === "solvable") {
    const rating = yield* ratingOf(machine, players, model, board, limits);
    if (rating) return { verdict, ...rating };
    verdict = "unknown";
  }
  return { verdict, difficulty: null, score: null, score_low: null, score_high: null, certainty: null, attributes: [] };
}

function* ratingOf(machine, players, model, board, limits) {
  const stacks = board.stackCount;
  const most = MOST_GAMES * (stacks <= 16 ? 4 : 1);
  const counts = { games: 0, greedy_wins: 0, random_halfway: 0 };
  const [halfway, play] = [stacks >> 1, new Games(players, board)];
  const cuts = cutsOf(model, board);
  let estimate, level, certainty;
  for (let games = GAMES; ; games = Math.min(2 * games, most)) {
    const won = yield* play.count(GREEDY, counts.games, games, stacks, limits);
    const open = yield* play.count(RANDOM, counts.games, games, halfway, limits);
    if (won === null || open === null) return null;
    counts.greedy_wins += won;
    counts.random_halfway += open;
    counts.games = games;
    estimate = new Estimate(model, (name) => counts[name] / games, games);
    level = levelOf(cuts, estimate.score());
    certainty = estimate.chance(cuts, level);
    if (certainty >= CERTAIN || games >= most) break;
  }
  const greedyHalves = yield* play.count(GREEDY, 0, GREEDY_HALVES, halfway, limits);
  const lines = greedyHalves === null ? null : yield* winningLines(machine, players, board, limits);
  if (lines === null) return null;
  const shares = { greedy_wins: counts.greedy_wins / counts.games, greedy_halfway: greedyHalves / GREEDY_HALVES };
  const measured = { ...shares, random_halfway: counts.random_halfway / counts.games, ...describe(lines) };
  return {
    difficulty: level,
    score: estimate.score(),
    score_low: estimate.score(-NORMAL_QUANTILE),
    score_high: estimate.score(NORMAL_QUANTILE),
    certainty: rounded(certainty, 3),
    attributes: Object.entries(measured).map(([name, value]) => ({ name, value })),
  };
}

/** Games from one board, numbered, so that their random numbers are always the same. */
class Games {
  constructor(players, board) {
    Object.assign(this, { players, board });
  }

  /** How many of the games `first` … `last` − 1 can still be won after so many moves, or are won; null past the limits. */
  *count(policy, first, last, moves, limits) {
    place(this.players, this.board);
    const { width } = new Search(this.players, this.board);
    let won = 0;
    for (let next = first; next < last; next += GAMES_AT_ONCE) {
      if (limits.areReached && this.board.stackCount > 1) return null;
      won += this.players.call(width, "games", policy, next, Math.min(next + GAMES_AT_ONCE, last), moves);
      yield;
    }
    return won;
  }
}

/** The log-odds of the share of games that the panel is expected to lose, and their standard error. */
class Estimate {
  constructor({ weights, intercept }, share, games) {
    const terms = Object.entries(weights);
    const spread = ([name, weight]) => (weight ** 2 * Math.max(1 - share(name), 1 / games)) / (4 * games);
    this.odds = intercept + terms.reduce((sum, [name, weight]) => sum + weight * Math.sqrt(share(name)), 0);
    this.error = Math.sqrt(terms.reduce((sum, term) => sum + spread(term), 0));
  }

  /** The score that is this number of standard errors higher. */
  score(errors = 0) {
    return rounded(1 / (1 + Math.exp(-this.odds - errors * this.error)), DIGITS);
  }

  /** How likely the true score has a level. */
  chance(cuts, level) {
    const ends = [-Infinity, ...cuts.map(logOdds), Infinity];
    const below = (end) => normalShare((end - this.odds) / this.error);
    return below(ends[level]) - below(ends[level - 1]);
  }
}

/** The scores up to which the levels 1 … 4 reach, for boards of a size or, without such, of the nearest one. */
function cutsOf(model, { rows, cols }) {
  const [short, long] = [Math.min(rows, cols), Math.max(rows, cols)];
  const away = (size) => [
    Number(size.rows !== short || size.cols !== long),
    Math.abs(size.rows * size.cols - rows * cols),
    size.cols - size.rows,
  ];
  const isNearer = (one, other) => {
    const k = one.findIndex((number, place) => number !== other[place]);
    return k >= 0 && one[k] < other[k];
  };
  const { cuts } = model.sizes.reduce((best, size) => (isNearer(away(size), away(best)) ? size : best));
  const hardest = new Estimate(model, () => 0, 8 * GAMES).score(-2);
  return cuts.map((cut) => Math.min(cut, hardest));
}

function levelOf(cuts, score) {
  return 1 + cuts.filter((cut) => cut < score).length;
}

/** How many moves were legal, and how many of them winning, at each step of lines whose moves are drawn among the winning
    ones; null past the limits. */
function* winningLines(machine, players, board, limits) {
  const stacks = board.stackCount;
  const random = new SplitMix64(0n);
  const known = new Map();
  const lines = [];
  for (let left = Math.max(1, Math.min(LINES, Math.floor((LINES * 16 ** 3) / stacks ** 3))); left > 0; left--) {
    const line = [];
    for (let position = board; position.stackCount > 1; ) {
      const key = position.stacks.map(([top]) => top?.text ?? "").join(" ");
      if (!known.has(key)) known.set(key, yield* winningMoves(machine, players, position, limits));
      const found = known.get(key);
      if (found === null) return null;
      line.push({ legal: found.legal, winning: found.winning.length });
      position = position.push(found.winning[random.below(found.winning.length)]);
    }
    lines.push(line);
  }
  return lines;
}

function* winningMoves(machine, players, position, limits) {
  const moves = movesByCell(position);
  const winning = [];
  for (const move of moves) {
    if (limits.areReached) return null;
    const search = new Search(players, position.push(move));
    if ((yield* search.until(search.first, limits)) === Status.SOLVED) winning.push(move);
  }
  if (winning.length === 0) {
    const { moves: solution } = yield* decide(machine, position, limits, players);
    if (solution.length === 0) return null;
    const [[from, to]] = solution;
    winning.push({ from, to });
  }
  return { legal: moves.length, winning };
}

/** The legal moves, those from the first cell first. */
function movesByCell(board) {
  const cells = board.stacks.map((_, cell) => cell);
  const isLegal = (from, to) => from !== to && board.top(to) && board.isInLine(from, to) && matches(board.top(from), board.top(to));
  return cells.flatMap((from) =>
    board.top(from) ? cells.filter((to) => isLegal(from, to)).map((to) => ({ from, to })) : [],
  );
}

/** The attributes of winning lines. */
function describe(lines) {
  if (lines[0].length === 0) {
    return { log10_random_wins: 0, losing_first_moves: 0, losing_moves: 0, forced_moves: 0, log10_solutions: 0 };
  }
  const [{ legal, winning }] = lines[0];
  const sum = (numbers) => numbers.reduce((all, number) => all + number, 0);
  const lost = lines.flat().map((step) => 1 - step.winning / step.legal);
  return {
    log10_random_wins: logMean(lines.map((line) => sum(line.map((step) => Math.log10(step.winning / step.legal))))),
    losing_first_moves: 1 - winning / legal,
    losing_moves: sum(lost) / lost.length,
    forced_moves: Math.min(...lines.map((line) => line.filter((step) => step.winning === 1 && step.legal > 1).length)),
    log10_solutions: logMean(lines.map((line) => sum(line.map((step) => Math.log10(step.winning))))),
  };
}

/** The decimal logarithm of the mean of numbers whose logarithms are given. */
function logMean(logarithms) {
  const largest = Math.max(...logarithms);
  const sum = logarithms.reduce((all, logarithm) => all + 10 ** (logarithm - largest), 0);
  return largest + Math.log10(sum / logarithms.length);
}

function logOdds(share) {
  if (share <= 0 || share >= 1) return share > 0 ? Infinity : -Infinity;
  return Math.log(share / (1 - share));
}

/** The share of a normal distribution below a number of standard deviations, by a series without cancellation. */
function normalShare(deviations) {
  const x = Math.abs(deviations) / Math.SQRT2;
  let [sum, term] = [0, x];
  for (let n = 1; x < 6 && term > 1e-18 * sum; n++) {
    sum += term;
    term *= (2 * x * x) / (2 * n + 1);
  }
  const inside = x < 6 ? (2 / Math.sqrt(Math.PI)) * Math.exp(-x * x) * sum : 1;
  return 0.5 * (1 + Math.sign(deviations) * inside);
}

function rounded(number, digits) {
  return Number(number.toFixed(digits));
}
