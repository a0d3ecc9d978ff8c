/* The functions that ask the solver. They share one kernel in one worker, which starts with the first question; those
   that take longer have a kernel of their own, so that a hint never waits for a rating. */

import { Kernel } from "./client.js";

const shared = new Kernel();
const patient = new Kernel();

/** Load the solver ahead of the first question. */
export function load() {
  return shared.load();
}

/** Whether a board can be solved, and how: {verdict, moves, nodes, seconds}. */
export function solve(board, options) {
  return shared.solve(board, options);
}

/** The verdict of every legal move: {verdict, moves: [{move, verdict}, …]}. */
export function analyze(board, options) {
  return shared.analyze(board, options);
}

/** Why a board is unsolvable: {verdict, proof: {condition, text, cells, edges} or null}. */
export function explain(board, options) {
  return shared.explain(board, options);
}

/** The highest score that play can reach: {verdict, score, bound, moves, nodes, seconds}. */
export function bestScore(board, options) {
  return shared.bestScore(board, options);
}

/** The verdict of every position of a game: {verdicts, lost_at}. */
export function history(board, moves, options) {
  return shared.history(board, moves, options);
}

/** How hard a board is: {verdict, difficulty, score, score_low, score_high, certainty, attributes}. */
export function rate(board, options) {
  return patient.rate(board, options);
}

/** Numbered deals of a difficulty: [{board, rows, cols, seed, difficulty, score, certainty, solution}, …]. */
export function generate(wish) {
  return patient.generate(wish);
}

/** What a player would do: {move, reason, candidates: [{move, visits, value, verdict}, …]}. */
export function think(board, options) {
  return patient.think(board, options);
}

/** What the learned models say: {verdict, predictions: [{model, probability}, …]}. */
export function predict(board, options) {
  return patient.predict(board, options);
}
