/* What people type or paste for a board: a number, a link to this page, or the cards in any of the ways that boaf
   reads. A text that is none of these is refused with the range of characters that is wrong. */

import { isShownSize } from "./deals.js";
import { deal, parse, ParseError } from "./kernel/boaf.js";
import { t } from "./messages.js";
import { shortName } from "./names.js";
import { readFragment } from "./url.js";

/** The text is no board; `place` is {start, end} or null, and `cell` is {row, column} of the cell at fault or null. */
export class NotABoard extends Error {
  constructor(message, place = null, cell = null) {
    super(message);
    this.place = place;
    this.cell = cell;
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
  const { folded, ...shape } = fold(text, size);
  const board = readCards(folded, shape);
  return { board, origin: { seed: null }, moves: [], analyse: null };
}

/** The board of a text of cards; ranks may have their names in the player's language. */
export function readCards(text, shape = {}) {
  let board;
  try {
    board = parse(text, { ...shape, rankNames: t("card.ranks").split(" ") });
  } catch (error) {
    throw error instanceof ParseError ? inWords(error, text) : error;
  }
  if (!isShownSize(board.rows, board.cols)) {
    throw new NotABoard(t("text.size", { rows: board.rows, cols: board.cols }), whole(text));
  }
  const other = board.stacks.flat().find((card) => !card.isStandard);
  if (other) throw new NotABoard(t("text.notStandard", { card: other.text }), whole(text));
  return board;
}

/** What the package says of a text, in the player's language. */
function inWords({ code, row, column, token, start, end, details }, text) {
  const place = start === null ? whole(text) : { start, end };
  const placeName = (of) => t("board.place", { row: of.row, column: of.column });
  const message = {
    noCard: () => t("text.noCard"),
    badRank: () => t("text.badRank", { card: token, row }),
    badSuit: () => t("text.badSuit", { card: token, row }),
    rowLength: () => t("text.rowLength", { row, n: details.cells, first: details.first }),
    twice: () => {
      const values = { card: shortName(details.card), place: placeName({ row, column }), other: placeName(details.other) };
      return t("text.twice", values);
    },
    run: () => t("text.oneLine", { n: details.cells }),
    tooLarge: () => t("text.size", details),
  }[code];
  return new NotABoard(message(), place, row === null || column === null ? null : { row, column });
}

/** One line of cells, or of cards without spaces, takes the shape that was chosen, or that of a square: {folded, rows,
    cols}. The text keeps its length, so that a mistake has its place in what was typed: a space or bar becomes a /. */
function fold(text, [rows, cols]) {
  const [line, ...others] = text.split(/[/\n]/).filter((part) => part.trim() !== "");
  if (line === undefined || others.length > 0) return { folded: text };
  const between = line.includes("|") ? barsOf(line) : [...line.trimEnd().matchAll(/(?<=\S\s*)\s(?=\S)/g)].map(({ index }) => index);
  if (between.length === 0) {
    const isChosen = line.trim().length === 2 * rows * cols;
    return isChosen ? { folded: text, rows, cols } : { folded: text };
  }
  const count = between.length + 1;
  const isChosen = count === rows * cols;
  if (!isChosen && isShownSize(1, count)) return { folded: text };
  const width = isChosen ? cols : Math.sqrt(count);
  if (!Number.isInteger(width)) throw new NotABoard(t("text.oneLine", { n: count }), whole(text));
  const [letters, first] = [text.split(""), text.indexOf(line)];
  for (let k = width; k < count; k += width) letters[first + between[k - 1]] = "/";
  return { folded: letters.join("") };
}

/** Where the bars are that have cells on both sides. */
function barsOf(line) {
  const [first, last] = [line.length - line.trimStart().length, line.trimEnd().length - 1];
  return [...line.matchAll(/\|/g)].map(({ index }) => index).filter((index) => index !== first && index !== last);
}

function whole(text) {
  return { start: text.length - text.trimStart().length, end: text.trimEnd().length };
}
