/* The text of a board, read cell by cell. A mistake is told with its place, in the words of boaf.Board in Python. */

import { Board } from "./board.js";
import { RANKS, readCard } from "./cards.js";
import { BoafError, ParseError, requireWhole } from "./errors.js";

const EMPTY = "--";
const DECK = 52;
const NO_CARD = "the board is empty: at least one cell must hold a card";

/** A board, or the one that a text describes. */
export function asBoard(board) {
  return board instanceof Board ? board : parse(board);
}

/** The board of a text: rows separated by / or newlines, cells by spaces or |, -- for an empty cell, 7H+6C for a stack
    with 7H on top. A single run of cells of two characters (TH5HKSTC…) is read row by row; `rows` and `cols` give its
    shape, which is a square otherwise. Where `rows` or `cols` is given, the text must have that shape. `rankNames` are
    the thirteen ranks in the user's language, ace first, which are read as well. */
export function parse(text, options = {}) {
  const { rows = null, cols = null, rankNames = RANKS } = options ?? {};
  for (const [name, side] of Object.entries({ rows, cols })) {
    if (side !== null) requireWhole(name, side, 1, Number.MAX_SAFE_INTEGER);
  }
  if (typeof text !== "string") throw new BoafError(`parse takes a board text, not ${String(text)}: deal makes numbered deals`);
  const fields = readFields(text, rows, cols);
  const grid = fields.map((cells, r) => cells.map((field, c) => readCell(field, r + 1, c + 1, rankNames)));
  requireShape(fields);
  const [height, width] = [fields.length, fields[0].length];
  const stacks = grid.flat();
  requireDistinct(stacks, fields);
  if (stacks.every((stack) => stack.length === 0)) throw new ParseError(NO_CARD, "noCard");
  if (stacks.length > DECK && stacks.flat().every((card) => card.isStandard)) {
    const message = `${height} × ${width} has ${stacks.length} cells; the deck fills at most ${DECK}`;
    throw new ParseError(message, "tooLarge", { rows: height, cols: width });
  }
  for (const [asked, found, what] of [[rows, height, "row"], [cols, width, "column"]]) {
    if (asked !== null && asked !== found) {
      throw new ParseError(`the board has ${found} ${what}${found === 1 ? "" : "s"}, not ${asked}`, "otherShape");
    }
  }
  return new Board(height, width, stacks);
}

/** The cells of a text, row by row, each {text, start, end}. */
function readFields(text, rows, cols) {
  const plain = text.trim();
  const place = { token: plain, start: text.indexOf(plain), end: text.indexOf(plain) + plain.length };
  if (/^\d+$/.test(plain)) {
    throw new ParseError("a number is not a board text: deal makes numbered deals", "number", place);
  }
  const fields = [...text.matchAll(/[^/\n]+/g)]
    .filter(([line]) => line.trim() !== "")
    .map(({ 0: line, index }) => (line.includes("|") ? barredCells(line, index) : spacedCells(line, index)));
  if (fields.length === 0) throw new ParseError(NO_CARD, "noCard", { start: 0, end: text.length });
  const isRun = fields.length === 1 && fields[0].length === 1 && isCompact(fields[0][0].text);
  return isRun ? unfold(fields[0][0], rows, cols) : fields;
}

function spacedCells(line, start) {
  return [...line.matchAll(/\S+/g)].map(({ 0: text, index }) => cellAt(text, start + index));
}

/** Between bars an empty field is an empty cell. */
function barredCells(line, start) {
  let inner = line.trim().replace(/\|$/, "");
  let at = start + line.length - line.trimStart().length;
  if (inner.startsWith("|")) {
    inner = inner.slice(1);
    at += 1;
  }
  return inner.split("|").map((field) => {
    const text = field.trim();
    const first = at + field.length - field.trimStart().length;
    at += field.length + 1;
    return { text: text || EMPTY, start: first, end: first + text.length };
  });
}

function cellAt(text, start) {
  return { text, start, end: start + text.length };
}

function isCompact(text) {
  return text.length > 3 && text.length % 2 === 0 && /^[\p{L}\p{N}]+$/u.test(text.replaceAll(EMPTY, ""));
}

function unfold({ text, start, end }, rows, cols) {
  const cells = text.match(/../gs).map((pair, k) => cellAt(pair, start + 2 * k));
  const height = rows ?? (cols === null ? Math.floor(Math.sqrt(cells.length)) : Math.floor(cells.length / cols));
  const width = cols ?? (rows === null ? height : Math.floor(cells.length / rows));
  if (!(width >= 1) || height * width !== cells.length) {
    const message = `${cells.length} cells in one run make no board of that shape: separate its rows by /, or give rows and columns`;
    throw new ParseError(message, "run", { token: text, start, end, cells: cells.length });
  }
  return Array.from({ length: height }, (_, r) => cells.slice(r * width, (r + 1) * width));
}

/** The cards of a cell, top first. */
function readCell({ text, start, end }, row, column, rankNames) {
  if (text === EMPTY) return [];
  return text.split("+").map((name) => {
    const { card, what, remedy, code } = readCard(name, rankNames);
    if (card) return card;
    throw new ParseError(`${what} in row ${row}: ${remedy}`, code, { row, column, token: name, start, end });
  });
}

function requireShape(fields) {
  const first = fields[0].length;
  fields.forEach((cells, r) => {
    if (cells.length === first) return;
    const [row, token] = [r + 1, cells.map(({ text }) => text).join(" ")];
    const message = `row ${row} has ${cells.length} cell${cells.length === 1 ? "" : "s"}, row 1 has ${first}`;
    const place = { row, token, start: cells[0].start, end: cells.at(-1).end };
    throw new ParseError(message, "rowLength", { ...place, cells: cells.length, first });
  });
}

function requireDistinct(stacks, fields) {
  const cols = fields[0].length;
  const placeOf = (cell) => ({ row: Math.floor(cell / cols) + 1, column: (cell % cols) + 1 });
  const seen = new Map();
  stacks.forEach((stack, cell) => {
    for (const card of stack) {
      if (seen.has(card)) {
        const [{ row, column }, other] = [placeOf(cell), placeOf(seen.get(card))];
        const { start, end } = fields[row - 1][column - 1];
        const message = `card ${card.text} in row ${row}, column ${column} is already in row ${other.row}, column ${other.column}`;
        throw new ParseError(message, "twice", { row, column, token: card.text, start, end, card, other });
      }
      seen.set(card, cell);
    }
  });
}
