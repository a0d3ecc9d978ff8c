/* What people type or paste for a board: a number, a link to this page, or the cards in any of the ways that boaf
   reads. A text that is none of these is refused with the range of characters that is wrong. */

import { Board } from "./board.js";
import { parseCard } from "./cards.js";
import { deal, isShownSize } from "./deals.js";
import { t } from "./messages.js";
import { shortName } from "./names.js";
import { readFragment } from "./url.js";

const EMPTY = "--";
const RANKS = "A23456789TJQK";
const SUIT_SIGNS = { "♣": "C", "♦": "D", "♥": "H", "♠": "S", "♧": "C", "♢": "D", "♡": "H", "♤": "S" };

/** The text is no board; `place` is {start, end} or null. */
export class NotABoard extends Error {
  constructor(message, place = null) {
    super(message);
    this.place = place;
  }
}

/** The start that a text names: {board, origin, moves, analyse}; a number or a single line takes the size given. */
export function readStart(text, size) {
  const plain = text.trim();
  if (plain === "") throw new NotABoard(t("text.nothing"));
  if (/^[+-]?\d+$/.test(plain)) {
    const seed = Number(plain);
    if (!Number.isSafeInteger(seed)) throw new NotABoard(t("text.largeNumber"), whole(text));
    return { board: deal(seed, ...size), origin: { seed }, moves: [], analyse: null };
  }
  if (/[#&](deal|board)=/.test(plain)) {
    const found = readFragment(plain.slice(Math.max(0, plain.indexOf("#"))));
    if (!found?.board) throw new NotABoard(found?.error ?? t("link.none"), whole(text));
    return found;
  }
  return { board: readCards(text, size), origin: { seed: null }, moves: [], analyse: null };
}

/** The board of a text of cards. */
export function readCards(text, size) {
  const rows = fold(rowsOf(text), size);
  if (rows.length === 0) throw new NotABoard(t("text.noCard"), whole(text));
  const [cols, stacks, seen] = [rows[0].length, [], new Map()];
  rows.forEach((cells, r) => {
    const place = { start: cells[0].start, end: cells.at(-1).end };
    if (cells.length !== cols) {
      throw new NotABoard(t("text.rowLength", { row: r + 1, n: cells.length, first: cols }), place);
    }
    cells.forEach((cell, c) => stacks.push(readCell(cell, r + 1, c + 1, seen)));
  });
  if (!isShownSize(rows.length, cols)) {
    throw new NotABoard(t("text.size", { rows: rows.length, cols }), whole(text));
  }
  if (seen.size === 0) throw new NotABoard(t("text.noCard"), whole(text));
  return new Board(rows.length, cols, stacks);
}

/** The cards of one cell, top first; `seen` has the cards of the cells before it. */
export function readCell({ text, start, end }, row, column, seen) {
  if (text === EMPTY) return [];
  return text.split("+").map((name) => {
    const card = readCard(name, row, { start, end });
    if (seen.has(card)) {
      const message = t("text.twice", { card: shortName(card), place: placeName(row, column), other: seen.get(card) });
      throw new NotABoard(message, { start, end });
    }
    seen.set(card, placeName(row, column));
    return card;
  });
}

/** The card that a text such as 7H, th, 10♥ or, in German, D♥ names. */
function readCard(name, row, place) {
  const signs = [...name.toUpperCase().replaceAll("\ufe0e", "")].map((sign) => SUIT_SIGNS[sign] ?? sign);
  const rank = t("card.ranks").split(" ").indexOf(signs.slice(0, -1).join(""));
  const plain = rank >= 0 ? RANKS[rank] + signs.at(-1) : signs.join("");
  const card = parseCard(plain);
  if (card?.isStandard) return card;
  if (card) throw new NotABoard(t("text.notStandard", { card: name }), place);
  const isRank = plain.length === 2 && RANKS.includes(plain[0]);
  throw new NotABoard(t(isRank ? "text.badSuit" : "text.badRank", { card: name, row }), place);
}

function placeName(row, column) {
  return t("board.place", { row, column });
}

/** The cells of a text, row by row, each {text, start, end}. */
function rowsOf(text) {
  return [...text.matchAll(/[^/\n]+/g)]
    .filter(([line]) => line.trim() !== "")
    .map(({ 0: line, index }) => (line.includes("|") ? barredCells(line, index) : spacedCells(line, index)));
}

function spacedCells(line, start) {
  return [...line.matchAll(/\S+/g)].map(({ 0: text, index }) => cellAt(text, start + index));
}

/** Between bars an empty field is an empty cell. */
function barredCells(line, start) {
  const first = line.length - line.trimStart().length;
  let inner = line.trim().replace(/\|$/, "");
  let at = start + first;
  if (inner.startsWith("|")) {
    inner = inner.slice(1);
    at += 1;
  }
  return inner.split("|").map((field) => {
    const cell = { text: field.trim() || EMPTY, start: at + field.length - field.trimStart().length };
    cell.end = cell.start + field.trim().length;
    at += field.length + 1;
    return cell;
  });
}

/** One row of cells, or cards written without a space, takes the shape that was chosen, or that of a square. */
function fold(rows, [chosenRows, chosenCols]) {
  if (rows.length !== 1) return rows;
  let [cells] = rows;
  const { text, start } = cells[0];
  if (cells.length === 1 && text.length > 3 && text.length % 2 === 0 && /^(?:[a-z0-9]|--)+$/i.test(text)) {
    cells = text.match(/../g).map((pair, k) => cellAt(pair, start + 2 * k));
  }
  const side = Math.sqrt(cells.length);
  const isLine = isShownSize(1, cells.length) && cells === rows[0];
  const cols = cells.length === chosenRows * chosenCols ? chosenCols : isLine ? cells.length : side;
  if (!Number.isInteger(cols)) {
    const place = { start, end: cells.at(-1).end };
    throw new NotABoard(t("text.oneLine", { n: cells.length }), place);
  }
  return Array.from({ length: cells.length / cols }, (_, r) => cells.slice(r * cols, (r + 1) * cols));
}

function cellAt(text, start) {
  return { text, start, end: start + text.length };
}

function whole(text) {
  return { start: text.length - text.trimStart().length, end: text.trimEnd().length };
}
