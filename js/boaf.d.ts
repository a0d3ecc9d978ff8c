/** "unknown" says that a limit was reached first. */
export type Verdict = "solvable" | "unsolvable" | "unknown";

/** A card; there is one object per card, so cards compare by ===. */
export interface Card {
  /** From 1, the ace, to 13, the king; higher in a larger deck. */
  readonly rank: number;
  /** Clubs, diamonds, hearts, spades are 1 to 4; higher in a larger deck. */
  readonly suit: number;
  /** Such as "7H", or "57.51" for a card of a larger deck. */
  readonly text: string;
  /** Such as "7.3", for any deck. */
  readonly numeric: string;
  /** Whether the deck of 52 cards has it. */
  readonly isStandard: boolean;
}

/** The stack of one cell moves onto that of another; cells are counted row by row from 0. */
export interface Move {
  readonly from: number;
  readonly to: number;
  /** The two top cards, such as "7H-6C". */
  readonly text: string;
}

/** Why a move is not legal: a cell is empty, is the same, is not in line, or the cards do not match. */
export type Objection = "empty" | "self" | "line" | "card";

/** A board, which never changes: `push` returns another one. */
export class Board {
  constructor(rows: number, cols: number, stacks: readonly (readonly Card[])[]);
  readonly rows: number;
  readonly cols: number;
  /** The cards of every cell, row by row, each top first; an empty cell has none. */
  readonly stacks: readonly (readonly Card[])[];
  /** The board on one line, as `parse` reads it. */
  readonly text: string;
  /** Every legal move: row by row, each pair in both directions, then the columns. */
  readonly legalMoves: Move[];
  readonly stackCount: number;
  /** The sum of the squares of the stack heights. */
  readonly score: number;
  /** The score of a win. */
  readonly bestScore: number;
  readonly isSolved: boolean;
  /** Whether no legal move is left. */
  readonly isOver: boolean;
  /** The top card of a cell, or null. */
  top(cell: number): Card | null;
  /** The cell of the stack that a card tops, or -1. */
  cellOf(card: string): number;
  /** Why a move is not legal, or null if it is. */
  objection(from: number, to: number): Objection | null;
  /** The cells onto which the stack of a cell may move. */
  targets(from: number): number[];
  /** The move from one cell to another, legal or not. */
  move(from: number, to: number): Move;
  /** The legal move that a text names, or null. */
  readMove(text: string): Move | null;
  /** The board after a move; throws an `IllegalMoveError` that says why a move is not legal. */
  push(move: string | { from: number; to: number }): Board;
  /** Whether two cells share a row or a column. */
  isInLine(one: number, other: number): boolean;
}

export interface ParseOptions {
  /** The shape of a text without spaces; any other text must have this shape. */
  rows?: number;
  cols?: number;
  /** The thirteen ranks in the user's language, ace first, which are read as well. */
  rankNames?: readonly string[];
}

/** Read a board: rows separated by / or newlines, cells by spaces or |, -- for an empty cell, 7H+6C for a stack with 7H
    on top. Throws a `ParseError` that says where the mistake is. */
export function parse(text: string, options?: ParseOptions): Board;

/** The numbered deal of a seed, by the shuffler of Microsoft FreeCell; seeds 2^31 apart are the same deal. */
export function deal(seed: number, rows?: number, cols?: number): Board;

/** The number of a deal, drawn by SplitMix64 after `number` others. */
export function draw(seed: number, number: number): number;

/** The card that a text such as 7H, th, 10♥ or 57.51 names, or null. */
export function parseCard(text: string, options?: { rankNames?: readonly string[] }): Card | null;

/** A fresh deck of 52 cards: AC AD AH AS 2C … KS. */
export function standardDeck(): Card[];

/** Whether two cards match: the same suit, or ranks that differ by at most one (king and ace do not match). */
export function matches(one: Card, other: Card): boolean;

/** "C", "D", "H" or "S"; null for a card of a larger deck. */
export function suitLetter(card: Card): "C" | "D" | "H" | "S" | null;

/** The compatibility graph: which stacks match by card. Numbers are cells. */
export interface Graph {
  edges: { cells: [number, number]; legal: boolean }[];
  odd_birds: number[];
  /** The connected parts, largest first. */
  flocks: number[][];
  cut_edges: [number, number][];
  articulation_points: number[];
}

/** The compatibility graph of a board; it needs no solver. */
export function graphOf(board: Board | string): Graph;

export interface Options {
  /** The most nodes for each search, checked every few milliseconds; past it the verdict is "unknown". */
  maxNodes?: number;
  /** The most seconds for the whole question. */
  maxSeconds?: number;
  /** Aborting it rejects the promise with `signal.reason` and ends the work. */
  signal?: AbortSignal;
}

export interface Solution {
  verdict: Verdict;
  /** The moves of a solution; empty unless solvable. */
  moves: string[];
  nodes: number;
  seconds: number;
}

export interface Analysis {
  verdict: Verdict;
  /** Every legal move with the verdict on the board after it. */
  moves: { move: string; verdict: Verdict }[];
}

export interface Proof {
  /** The condition that holds, such as "odd-bird". */
  condition: string;
  /** The argument, sentence by sentence, in English. */
  text: string[];
  /** The cells and the matches by card that it mentions. */
  cells: number[];
  edges: [number, number][];
}

export interface Explanation {
  verdict: Verdict;
  /** Null unless unsolvable, or if a limit was reached before a proof was found. */
  proof: Proof | null;
}

export interface BestScore {
  /** Whether a single stack can be reached; "unknown" if a limit was reached before `score` was known to be best. */
  verdict: Verdict;
  score: number;
  /** No play scores more; equal to `score` unless the verdict is "unknown". */
  bound: number;
  moves: string[];
  nodes: number;
  seconds: number;
}

export interface History {
  /** One for each position, the start first. */
  verdicts: Verdict[];
  /** The number of the move that lost the game, 0 if it was lost from the start, null if it is not known to be lost. */
  lost_at: number | null;
}

export interface Rating {
  verdict: Verdict;
  /** From 1, easy, to 5, hard, among the boards of its size; null unless solvable, and so are the others. */
  difficulty: number | null;
  /** The share of games that programs are expected to lose, with its 95 % interval. */
  score: number | null;
  score_low: number | null;
  score_high: number | null;
  /** How likely more games would give the same difficulty. */
  certainty: number | null;
  attributes: { name: string; value: number }[];
}

export interface Wish {
  /** From 1, easy, to 5, hard. */
  difficulty: number;
  /** 4 unless given. */
  rows?: number;
  cols?: number;
  /** How many puzzles; 1 unless given. */
  count?: number;
  /** The same seed gives the same puzzles, here and in Python; random unless given. */
  seed?: number;
  /** After this time the puzzles found so far are returned. */
  maxSeconds?: number;
  signal?: AbortSignal;
}

export interface Puzzle {
  board: string;
  rows: number;
  cols: number;
  /** The number of the deal. */
  seed: number;
  difficulty: number;
  score: number;
  certainty: number;
  solution: string[];
}

export interface ThinkOptions extends Options {
  /** "flock" unless given. */
  player?: "random" | "greedy" | "mcts" | "flock" | "perfect";
  /** For the players that search: how long. */
  iterations?: number;
  /** What the player draws at random follows from it. */
  seed?: number;
}

export interface Thought {
  /** Null if no move is left. */
  move: string | null;
  reason: string | null;
  candidates: { move: string; visits: number | null; value: number | null; verdict: Verdict | null }[];
}

export interface Predictions {
  verdict: Verdict;
  /** How likely each learned model holds the board to be solvable, without a search. */
  predictions: { model: string; probability: number }[];
}

/** A solver in a worker of its own. The functions of the package share two: one for quick answers, one for those that
    take longer. */
export class Kernel {
  /** With `worker: false` it works in the calling thread. `files` has the addresses or the bytes of files of `dist` that
      are not where the package has them. */
  constructor(options?: { worker?: boolean; files?: Record<string, string | URL | ArrayBuffer> });
  load(): Promise<void>;
  solve(board: Board | string, options?: Options): Promise<Solution>;
  analyze(board: Board | string, options?: Options): Promise<Analysis>;
  explain(board: Board | string, options?: Options): Promise<Explanation>;
  bestScore(board: Board | string, options?: Options): Promise<BestScore>;
  history(board: Board | string, moves: readonly (string | Move)[], options?: Options): Promise<History>;
  rate(board: Board | string, options?: Options): Promise<Rating>;
  generate(wish: Wish): Promise<Puzzle[]>;
  think(board: Board | string, options?: ThinkOptions): Promise<Thought>;
  predict(board: Board | string, options?: Options): Promise<Predictions>;
  /** End the worker; open and later questions are rejected with a `KernelError`. */
  close(): void;
}

/** Load the solver ahead of the first question. */
export function load(): Promise<void>;

/** Whether a board can be collapsed to one stack, and how. */
export function solve(board: Board | string, options?: Options): Promise<Solution>;

/** The verdict of every legal move. */
export function analyze(board: Board | string, options?: Options): Promise<Analysis>;

/** The verdict, with a proof if the board is unsolvable. */
export function explain(board: Board | string, options?: Options): Promise<Explanation>;

/** The highest score that play can reach, and the moves. */
export function bestScore(board: Board | string, options?: Options): Promise<BestScore>;

/** The verdict of every position of a game, and the move that lost it. */
export function history(board: Board | string, moves: readonly (string | Move)[], options?: Options): Promise<History>;

/** How hard a board is; the same figures as in Python. */
export function rate(board: Board | string, options?: Options): Promise<Rating>;

/** Numbered deals of a difficulty, each with a solution. */
export function generate(wish: Wish): Promise<Puzzle[]>;

/** What a player would do. */
export function think(board: Board | string, options?: ThinkOptions): Promise<Thought>;

/** What learned models say about a board. The single file does not have them: it needs `files` with "shipped.boaf". */
export function predict(board: Board | string, options?: Options): Promise<Predictions>;

/** The base of all errors; `message` is one line that may be shown to a user. */
export class BoafError extends Error {
  constructor(message: string, code?: string);
  /** The kind of mistake, for programs. */
  readonly code: string;
}

/** A text that is not a board. */
export class ParseError extends BoafError {
  /** Counted from 1; null if the mistake is not in one row or column. */
  readonly row: number | null;
  readonly column: number | null;
  /** The card or row at fault. */
  readonly token: string | null;
  /** Its range of characters in the text. */
  readonly start: number | null;
  readonly end: number | null;
  /** Other values that the message mentions. */
  readonly details: Record<string, unknown>;
}

/** A move that the rules do not allow; `code` is an `Objection`. */
export class IllegalMoveError extends BoafError {}

/** The solver cannot run or answer; `code` is "cannotRun", "cannotLoad", "blocked", "failed", "tooLarge" or "closed". */
export class KernelError extends BoafError {}
