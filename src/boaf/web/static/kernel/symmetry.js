/* Boards that are the same game: the canonical form of `boaf.puzzles.symmetry`, which explains it, number by number. */

import { Board } from "./board.js";
import { matches } from "./cards.js";

const ROUNDS = 4;
const [GOLDEN, FIRST, SECOND] = [0x9e3779b97f4a7c15n, 0xbf58476d1ce4e5b9n, 0x94d049bb133111ebn];

const word = (number) => BigInt.asUintN(64, number);
const total = (numbers) => word(numbers.reduce((sum, number) => sum + number, 0n));
const compare = (one, other) => (one < other ? -1 : Number(one > other));
const ordered = (numbers) => numbers.toSorted(compare);

/** A number that has nothing to do with the given one (SplitMix64). */
export function mixed(number) {
  let found = word(number * GOLDEN + GOLDEN);
  found = word((found ^ (found >> 31n)) * FIRST);
  found = word((found ^ (found >> 31n)) * SECOND);
  return found ^ (found >> 31n);
}

/** The same game with rows and columns in canonical order, transposed if that comes first. */
export function canonicalBoard(board) {
  const { rows, cols } = board;
  const joined = board.stacks.map(([one]) =>
    board.stacks.flatMap(([other], cell) => (one && other && one !== other && matches(one, other) ? [cell] : [])),
  );
  const heights = board.stacks.map((stack) => BigInt(stack.length));
  const refined = (lines) => refine(joined, heights, lines);
  let colours = refined([Array(rows).fill(0n), Array(cols).fill(0n)]);
  for (let tied = tiedLines(colours); tied.length > 0; tied = tiedLines(colours)) {
    const options = tied.map(([axis, line]) => {
      const marked = colours.map((part) => part.slice());
      marked[axis][line] = mixed(word(~marked[axis][line]));
      return refined(marked);
    });
    colours = options.reduce((best, option) => (isBefore(signature(option), signature(best)) ? option : best));
  }
  const [order, across] = colours.map((part) => part.map((_, k) => k).toSorted((i, j) => compare(part[i], part[j])));
  const isTurned = rows > cols || (rows === cols && isBefore(ordered(colours[1]), ordered(colours[0])));
  const cells = isTurned
    ? across.flatMap((column) => order.map((row) => row * cols + column))
    : order.flatMap((row) => across.map((column) => row * cols + column));
  const stacks = cells.map((cell) => board.stacks[cell]);
  return isTurned ? new Board(cols, rows, stacks) : new Board(rows, cols, stacks);
}

/** The colours of rows and columns after refinement. */
function refine(joined, heights, [rows, cols]) {
  let cells = heights;
  const count = cols.length;
  for (let round = 0; round < ROUNDS; round++) {
    const own = cells.map(mixed);
    const [down, across] = [rows.map(mixed), cols.map(mixed)];
    cells = joined.map((others, cell) => {
      const beside = mixed(total(others.map((other) => own[other])));
      const crossing = down[Math.floor(cell / count)] + across[cell % count];
      return mixed(word(own[cell] + beside * FIRST + crossing * SECOND));
    });
    rows = down.map((line, row) => mixed(word(line + total(cells.slice(row * count, (row + 1) * count)))));
    cols = across.map((line, column) => mixed(word(line + total(cells.filter((_, cell) => cell % count === column)))));
  }
  return [rows, cols];
}

/** The rows or columns, as pairs of axis and number, that share the smallest shared colour. */
function tiedLines(colours) {
  const shared = colours.flatMap((part) => part.filter((colour, k) => part.indexOf(colour) !== k));
  const [smallest] = ordered(shared);
  return colours.flatMap((part, axis) => part.flatMap((colour, line) => (colour === smallest ? [[axis, line]] : [])));
}

/** The colours without their places, the same for a transposed board. */
function signature(colours) {
  const [one, other] = colours.map(ordered);
  return isBefore(other, one) ? [...other, -1n, ...one] : [...one, -1n, ...other];
}

/** Whether one list of numbers comes before another in lexicographic order. */
function isBefore(one, other) {
  const k = one.findIndex((number, place) => number !== other[place]);
  return k < 0 ? one.length < other.length : k >= other.length ? false : one[k] < other[k];
}
