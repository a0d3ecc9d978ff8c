/* Why a board cannot be solved: the conditions of boaf.prove, in their order of precedence and in their words.

   What is costly is the compiled kernel's; here the conditions are asked and their answers written down. A condition
   gives {condition, text, cells, edges}, or null where it does not hold. Cells stand for the cards in them. */

import { cutSide, isDivided, matchesOf, partsOf } from "./graph.js";
import { Status } from "./machine.js";
import { CollapseSets, decide, stacksOf } from "./solver.js";

const LARGEST_SIDE = 6;
const LARGEST_PART = 10;
const NEVER = 255;
const FEWEST_TO_COLLAPSE = 8;
const MOST_SETS = 2 ** 15;
const POSITIONS_AT_ONCE = 50;
const NO_MOVE = "No move can be made: no two stacks match both by card and by position.";

/** The verdict on a board, with the first reason why it is unsolvable. */
export function* explainLoss(machine, board, limits) {
  for (const condition of [oddBird, multipleFlocks, cutEdge, lollipopStick, stranded, lynchpin]) {
    const proof = condition(new Subject(machine, board));
    if (proof) return { verdict: "unsolvable", proof };
    yield;
  }
  const proof = yield* cutVertex(new Subject(machine, board));
  if (proof) return { verdict: "unsolvable", proof };
  const { verdict } = yield* decide(machine, board, limits);
  if (verdict !== "unsolvable") return { verdict, proof: null };
  const few = board.stackCount < FEWEST_TO_COLLAPSE;
  return { verdict, proof: few ? yield* bySearch(board) : yield* byCollapse(machine, board, limits) };
}

/** A board as the conditions see it: its stacks in the order of their cells, placed in the machine. */
class Subject {
  constructor(machine, board) {
    Object.assign(this, { machine, board, stacks: stacksOf(board) });
    this.cells = this.stacks.map(({ cell }) => cell);
    this.matches = matchesOf(board);
    this.width = machine.place(this.stacks, board.cols);
  }

  call(name, ...values) {
    return this.machine.call(this.width, name, ...values);
  }

  /** The cells of a mask that the last call found. */
  found(k = 0) {
    return this.machine.mask(k).map((number) => this.cells[number]);
  }

  give(...masks) {
    this.machine.give(...masks.map((cells) => cells.map((cell) => this.cells.indexOf(cell))));
  }

  /** The smallest part by card of some cells, none if they are in one part. */
  smallestFlock(cells) {
    this.give(cells);
    this.call("smallest_flock");
    return this.found();
  }

  name(cell) {
    return this.board.top(cell).text;
  }

  list(cells) {
    return listed(cells.map((cell) => this.name(cell)));
  }
}

function oddBird(subject) {
  subject.call("odd_birds");
  const [bird] = subject.found();
  if (bird === undefined) return null;
  const text = `${subject.name(bird)} is an odd bird: no other card shares its suit or has a rank next to its own.`;
  return proof("odd-bird", [text], [bird]);
}

function multipleFlocks(subject) {
  const flock = subject.smallestFlock(subject.cells);
  if (flock.length === 0) return null;
  const text = `${subject.list(flock)} form a flock of their own: none of them matches any other card.`;
  return proof("multiple-flocks", [text], flock);
}

function cutEdge(subject) {
  for (const { u, w, side } of cutEdgesOf(subject)) {
    if (side.length < 2 || side.length > LARGEST_SIDE || isDivided(subject.matches, side)) continue;
    const others = subject.cells.filter((cell) => cell !== w && !side.includes(cell));
    if (canBeCollapsed(subject, side) || others.some((cell) => canBeCollapsed(subject, side, w, cell))) continue;
    const [uName, wName] = [subject.name(u), subject.name(w)];
    const text = [
      `Only the match of ${uName} and ${wName} joins ${subject.list(side)} to the other cards.`,
      `These ${side.length} cannot be collapsed to one stack, nor can they with ${wName} in any of the ` +
        `${others.length} cells to which the others could bring it.`,
    ];
    return proof("cut-edge", text, [...side, w], [[u, w]]);
  }
  return null;
}

/** Every cut edge with the side of u, where that is not the larger, smallest sides first. */
function cutEdgesOf({ cells, matches }) {
  const found = [];
  for (const u of cells) {
    for (const w of matches.get(u)) {
      const side = cutSide(matches, cells, u, w);
      if (!side.includes(w) && 2 * side.length <= cells.length) found.push({ u, w, side });
    }
  }
  return found.sort((one, other) => one.side.length - other.side.length);
}

/** Whether the stacks of some cells, with the card of the cell w brought to another cell, can be collapsed. */
function canBeCollapsed({ machine, board }, side, w = null, cell = null) {
  const stacks = side.map((own) => ({ card: board.top(own), cell: own }));
  if (w !== null) stacks.push({ card: board.top(w), cell });
  stacks.sort((one, other) => one.cell - other.cell);
  machine.place(stacks, board.cols);
  machine.placeCells(stacks);
  return machine.collapses(board.cols);
}

function lollipopStick(subject) {
  subject.call("lollipop_stick");
  const [x, u, w, moves] = [0, 1, 2, 3].map((k) => subject.machine.number(k));
  if (x < 0) return null;
  const stick = [x, u, w].map((number) => subject.cells[number]);
  const [xName, uName, wName] = stick.map((cell) => subject.name(cell));
  const matching = subject.matches.get(stick[2]).length - 1;
  const need = moves === NEVER ? "it can never get there" : `that takes it ${moves} moves`;
  const text = [
    `${xName} matches only ${uName}, which matches only ${xName} and ${wName}.`,
    `For these to join, ${wName} must come in line with both ${xName} and ${uName}: ${need}, ` +
      `and it matches ${matching ? `only ${matching}` : "none"} of the other cards.`,
  ];
  return proof("lollipop-stick", text, stick, [stick.slice(0, 2), stick.slice(1)]);
}

function stranded(subject) {
  subject.call("smallest_part");
  const part = subject.found();
  if (part.length === 0) return null;
  const [verb, whose] = part.length === 1 ? ["is", "its row or its column"] : ["are", "their rows or columns"];
  const text = `${subject.list(part)} ${verb} stranded: no other stack stands in ${whose}.`;
  return proof("stranded", [text], part);
}

function lynchpin(subject) {
  subject.call("lynchpins");
  const [pins, apart] = [subject.found(0), subject.found(1)];
  if (apart.length === 0) return null;
  const partWithout = (few) => subject.smallestFlock(subject.cells.filter((cell) => !few.includes(cell)));
  let needed = pins.filter((cell) => !apart.includes(cell));
  for (const cell of needed) {
    const fewer = needed.filter((other) => other !== cell);
    if (partWithout(fewer).length > 0) needed = fewer;
  }
  const part = partWithout(needed);
  const [what, which, them] = needed.length === 1 ? ["is a lynchpin", "it", "it"] : ["are lynchpins", "one of them", "them"];
  const text = [
    `${subject.list(needed)} ${what}: to move ${which} would strand others.`,
    `Without ${them}, ${subject.list(part)} ${part.length === 1 ? "matches" : "match"} no other card.`,
  ];
  return proof("lynchpin", text, [...needed, ...part]);
}

function* cutVertex(subject) {
  const found = [];
  for (const card of subject.cells) {
    const parts = partsOf(subject.matches, subject.cells.filter((cell) => cell !== card));
    if (parts.length > 1) found.push(...(yield* failingParts(subject, card, parts)));
  }
  if (found.length === 0) return null;
  const [{ card, parts }] = found.sort((one, other) => one.parts.flat().length - other.parts.flat().length);
  const [name, first, second] = [subject.name(card), ...parts.map((part) => subject.list(part))];
  const [them, they] = parts[0].length === 1 ? ["it", "it"] : ["them all", "they"];
  const text = second
    ? [
        `Only ${name} joins ${first}, and likewise ${second}, to the other cards.`,
        "It would have to cover one of these parts, but it can cover neither, whichever cells of the others it visits.",
      ]
    : [
        `Only ${name} joins ${first} to the other cards.`,
        `It cannot cover ${them}, nor can ${they} be collapsed on top of it, whichever cells of the others it visits.`,
      ];
  return proof("cut-vertex", text, [card, ...parts.flat()]);
}

/** The choices of one or two parts which show that a card cannot join all. */
function* failingParts(subject, card, parts) {
  const [choices, uncovered] = [[], []];
  for (const part of parts) {
    if (part.length > LARGEST_PART) continue;
    subject.give(part, subject.cells.filter((cell) => cell !== card && !part.includes(cell)));
    const ways = subject.call("ways_to_join", subject.cells.indexOf(card), parts.length - 1);
    yield;
    if (ways & 1) continue;
    uncovered.push(part);
    if (!(ways & 2)) choices.push({ card, parts: [part] });
  }
  const smallest = uncovered.sort((one, other) => one.length - other.length).slice(0, 2);
  if (smallest.length === 2) choices.push({ card, parts: smallest });
  return choices;
}

function* byCollapse(machine, board, limits) {
  const sets = new CollapseSets(machine, board);
  if ((yield* sets.tryPairs(Infinity, limits)) !== Status.DONE) return null;
  const { count } = sets;
  if (count > MOST_SETS) return null;
  const text =
    `Only ${count} sets of two or more stacks can be collapsed to one stack on the way to a solution, ` +
    `and the set of all ${board.stackCount} is not among them.`;
  return proof("collapse", [board.isOver ? NO_MOVE : text], []);
}

function* bySearch(board) {
  const closed = new Set();
  const todo = [board];
  while (todo.length > 0) {
    const position = todo.pop();
    const tops = position.stacks.map(([top]) => top?.text ?? "").join(" ");
    if (closed.has(tops) || isApart(position)) continue;
    closed.add(tops);
    todo.push(...position.legalMoves.map((move) => position.push(move)));
    if (closed.size % POSITIONS_AT_ONCE === 0) yield;
  }
  const text =
    closed.size === 1
      ? "Every move strands a card or parts the flock."
      : `All ${closed.size} positions that can be reached without stranding a card or parting the flock were tried: ` +
        "none is a single stack.";
  return proof("search", [board.isOver ? NO_MOVE : text], []);
}

/** Whether a position is in several parts by card or by position. */
function isApart(board) {
  const cells = stacksOf(board).map(({ cell }) => cell);
  const isInLine = (one, other) => one % board.cols === other % board.cols || row(board, one) === row(board, other);
  const inLine = new Map(cells.map((one) => [one, cells.filter((other) => isInLine(one, other))]));
  return [matchesOf(board), inLine].some((graph) => partsOf(graph, cells).length > 1);
}

function row(board, cell) {
  return Math.floor(cell / board.cols);
}

function proof(condition, text, cells, edges = []) {
  return { condition, text, cells: [...new Set(cells)].sort((one, other) => one - other), edges };
}

function listed(names) {
  return names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${names.at(-1)}` : names[0];
}
