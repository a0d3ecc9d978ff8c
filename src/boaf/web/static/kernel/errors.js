/* What can go wrong, told in one line that may be shown to a user. `code` names the kind of mistake for programs. */

/** The base of all errors of boaf. */
export class BoafError extends Error {
  constructor(message, code = "invalid") {
    super(message);
    this.name = "BoafError";
    this.code = code;
  }
}

/** A text that is not a card or a board. `row` and `column` count from 1, `token` is the text of the cell or row at
    fault, and `start` and `end` are its range of characters; each is null if it is not known. `details` has the other
    values of the message. */
export class ParseError extends BoafError {
  constructor(message, code, { row = null, column = null, token = null, start = null, end = null, ...details } = {}) {
    super(message, code);
    this.name = "ParseError";
    Object.assign(this, { row, column, token, start, end, details });
  }
}

/** A move that the rules do not allow; `code` is "empty", "self", "line" or "card". */
export class IllegalMoveError extends BoafError {
  constructor(message, code) {
    super(message, code);
    this.name = "IllegalMoveError";
  }
}

/** The solver cannot run or answer; `code` is "cannotRun", "cannotLoad", "blocked", "failed", "tooLarge" or "closed". */
export class KernelError extends BoafError {
  constructor(message, code) {
    super(message, code);
    this.name = "KernelError";
  }
}

/** Refuse what is no whole number in a range. */
export function requireWhole(name, value, least = -Infinity, most = Infinity) {
  if (Number.isSafeInteger(value) && value >= least && value <= most) return;
  const isLarge = Number.isInteger(value) && least === -Infinity;
  const [low, high] = isLarge ? [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER] : [least, most];
  const range = low === -Infinity ? "" : ` from ${low.toLocaleString("en")} to ${high.toLocaleString("en")}`;
  throw new BoafError(`${name} must be a whole number${range}, not ${shown(value)}`);
}

/** A text in quotes, as Python shows it. */
export function quoted(text) {
  const mark = text.includes("'") && !text.includes('"') ? '"' : "'";
  return mark + text.replaceAll("\\", "\\\\").replaceAll(mark, `\\${mark}`) + mark;
}

/** A value as a message names it: a text in quotation marks, so that '3' and 3 differ. */
export function shown(value) {
  if (typeof value === "bigint") return `${value}n`;
  return typeof value === "string" ? quoted(value) : String(value);
}
