/* The compatibility graph of a board and what is remarkable in it: flocks, cut edges, articulation points. */

import { matches } from "../cards.js";

/** The graph as the server describes it. */
export function graphOf(board) {
  const cells = board.stacks.flatMap((stack, cell) => (stack.length > 0 ? [cell] : []));
  const joined = new Map(cells.map((cell) => [cell, cells.filter((other) => isEdge(board, cell, other))]));
  const edges = cells.flatMap((one) => joined.get(one).filter((other) => other > one).map((other) => [one, other]));
  const flocks = partsOf(joined, cells).sort((one, other) => other.length - one.length || one[0] - other[0]);
  return {
    edges: edges.map(([one, other]) => ({ cells: [one, other], legal: board.objection(one, other) === null })),
    odd_birds: cells.length > 1 ? flocks.filter((flock) => flock.length === 1).map(([cell]) => cell) : [],
    flocks,
    cut_edges: edges.filter((edge) => isCutEdge(joined, edge)),
    articulation_points: cells.filter((cell) => isArticulationPoint(joined, cells, flocks.length, cell)),
  };
}

function isEdge(board, one, other) {
  return one !== other && matches(board.top(one), board.top(other));
}

/** The parts of the graph on some cells, by their lowest cells. */
function partsOf(joined, cells) {
  const left = new Set(cells);
  const parts = [];
  for (const cell of cells) {
    if (left.has(cell)) parts.push(takePart(joined, left, cell).sort((one, other) => one - other));
  }
  return parts;
}

/** Take out of `left` whatever can be reached from a cell, but for what lies behind the edge `without`. */
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
  return part;
}

function isCutEdge(joined, [one, other]) {
  return !takePart(joined, new Set(joined.keys()), one, [one, other]).includes(other);
}

/** Whether more parts are left without a cell than with it. */
function isArticulationPoint(joined, cells, parts, cell) {
  return partsOf(joined, cells.filter((other) => other !== cell)).length > parts;
}
