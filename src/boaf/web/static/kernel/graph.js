/* The compatibility graph of a board, by its cells, and what is remarkable in it: flocks, cut edges, articulation
   points. A graph is a map from each cell to the cells that are joined to it. */

import { matches } from "./cards.js";
import { asBoard } from "./parse.js";

/** The graph of a board or of a text, as the server describes it. */
export function graphOf(start) {
  const board = asBoard(start);
  const joined = matchesOf(board);
  const cells = [...joined.keys()];
  const edges = cells.flatMap((one) => joined.get(one).filter((other) => other > one).map((other) => [one, other]));
  const flocks = partsOf(joined, cells).sort((one, other) => other.length - one.length || one[0] - other[0]);
  return {
    edges: edges.map(([one, other]) => ({ cells: [one, other], legal: board.objection(one, other) === null })),
    odd_birds: cells.length > 1 ? flocks.filter((flock) => flock.length === 1).map(([cell]) => cell) : [],
    flocks,
    cut_edges: edges.filter(([one, other]) => !cutSide(joined, cells, one, other).includes(other)),
    articulation_points: cells.filter((cell) => isArticulationPoint(joined, cells, flocks.length, cell)),
  };
}

/** Which stacks match by card. */
export function matchesOf(board) {
  const cells = board.stacks.flatMap((stack, cell) => (stack.length > 0 ? [cell] : []));
  const isEdge = (one, other) => one !== other && matches(board.top(one), board.top(other));
  return new Map(cells.map((cell) => [cell, cells.filter((other) => isEdge(cell, other))]));
}

/** The parts of the graph on some cells, by their lowest cells. */
export function partsOf(joined, cells) {
  const left = new Set(cells);
  return cells.flatMap((cell) => (left.has(cell) ? [takePart(joined, left, cell)] : []));
}

/** What can be reached from u on some cells without the edge uw. */
export function cutSide(joined, cells, u, w) {
  return takePart(joined, new Set(cells), u, [u, w]);
}

/** Whether a cut edge lies within a side. */
export function isDivided(joined, side) {
  return side.some((u) => joined.get(u).some((w) => side.includes(w) && !cutSide(joined, side, u, w).includes(w)));
}

/** Take out of `left` whatever can be reached from a cell, but not by way of the edge `without`. */
function takePart(joined, left, cell, without = []) {
  const part = [cell];
  left.delete(cell);
  for (const one of part) {
    for (const other of joined.get(one)) {
      if (left.has(other) && !(without.includes(one) && without.includes(other))) {
        left.delete(other);
        part.push(other);
      }
    }
  }
  return part.sort((one, other) => one - other);
}

/** Whether more parts are left without a cell than with it. */
function isArticulationPoint(joined, cells, parts, cell) {
  return partsOf(joined, cells.filter((other) => other !== cell)).length > parts;
}
