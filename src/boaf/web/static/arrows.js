/* Moves as arrows that leave the cards legible: between neighbours an arrow crosses the gap, and a longer way runs in
   the gutter, above the row or right of the column there, below or left back. Solid is a move that keeps the board
   winnable, dashed one that loses it, and a long arrow says so with a check or a cross as well. */

import { draw } from "./dom.js";

const SIGNS = { solvable: "m-3.2 .4 2.3 2.5 4.2-5", unsolvable: "m-2.6-2.6 5.2 5.2m0-5.2-5.2 5.2" };
const MOST = 12;

/** The moves worth showing unasked: the winning or the losing ones, whichever are fewer, if they are few. */
export function exceptions(moves) {
  const [good, bad] = ["solvable", "unsolvable"].map((verdict) => moves.filter((move) => move.verdict === verdict));
  const fewer = bad.length <= good.length ? bad : good;
  return fewer.length <= MOST && good.length > 0 ? fewer : [];
}

/** The arrows of [{from, to, verdict, text}]; `spot(cell)` says where a cell is, `gap` how far apart cells are. */
export function arrows(moves, spot, gap) {
  return draw("g", { class: "arrows" }, ...moves.map((move) => arrow(move, spot(move.from), spot(move.to), gap)));
}

function arrow({ verdict, text }, start, end, gap) {
  const route = routeBetween(start, end, gap);
  const [before, tip] = route.points.slice(-2);
  const heading = (Math.atan2(tip[1] - before[1], tip[0] - before[0]) * 180) / Math.PI;
  const size = Math.max(4, Math.min(9, start.width * 0.09));
  const head = `M${size} 0 L${-size} ${-size} L${-size} ${size}z`;
  const path = rounded(route.points, Math.min(gap, start.width * 0.1));
  return draw(
    "g",
    { class: "arrow", "data-verdict": verdict, "data-move": text },
    draw("path", { class: "halo", d: path }),
    draw("path", { class: "shaft", d: path }),
    draw("path", { class: "head", d: head, transform: `translate(${tip}) rotate(${heading})` }),
    ...(route.middle ? [sign(verdict, route.middle)] : []),
  );
}

function sign(verdict, place) {
  const mark = draw("path", { d: `M0 0${SIGNS[verdict] ?? ""}` });
  return draw("g", { class: "sign", transform: `translate(${place})` }, draw("circle", { r: 6.5 }), mark);
}

/** The corners of the way from one cell to another in its row or column, and the middle of a long one. */
function routeBetween(start, end, gap) {
  const isRow = Math.abs(start.y - end.y) < 1;
  // Work along the line that joins the cells, as if it were a row.
  const turn = ([along, across]) => (isRow ? [along, across] : [across, along]);
  const [a, b] = isRow ? [start.x, end.x] : [start.y, end.y];
  const [length, breadth] = isRow ? [start.width, start.height] : [start.height, start.width];
  const line = isRow ? start.y : start.x;
  const way = Math.sign(b - a);
  const side = isRow ? -way : way;
  if (Math.abs(b - a) < 1.5 * (length + gap)) {
    // Where neither the index at the top left nor the pip at the bottom right of a card is.
    const across = line + breadth * (isRow ? (way > 0 ? 0.03 : -0.1) : side * 0.14);
    const [from, to] = [a + way * length * 0.46, b - way * length * 0.37];
    return { points: [turn([from, across]), turn([to, across])], middle: null };
  }
  const [edge, gutter] = [line + side * breadth * 0.44, line + side * (breadth / 2 + gap * 0.36)];
  const [from, to] = [a + way * length * 0.16, b - way * length * 0.16];
  const points = [[from, edge], [from, gutter], [to, gutter], [to, edge]].map(turn);
  return { points, middle: turn([(from + to) / 2, gutter]) };
}

/** A path along corners, each of them rounded. */
function rounded(points, radius) {
  const toward = ([x, y], [tx, ty]) => {
    const length = Math.hypot(tx - x, ty - y) || 1;
    const step = Math.min(radius, length / 2);
    return [x + ((tx - x) / length) * step, y + ((ty - y) / length) * step];
  };
  const bends = points.slice(1, -1).map((corner, k) => {
    const [into, out] = [toward(corner, points[k]), toward(corner, points[k + 2])];
    return `L${into} Q${corner} ${out}`;
  });
  return `M${points[0]} ${bends.join(" ")} L${points.at(-1)}`;
}
