/* Every legal move as an arrow: solid with a check for one that keeps the board winnable, dashed with a cross for one
   that loses it. Moves there and back bend to opposite sides, so both can be seen. */

import { draw } from "./dom.js";

const SIGNS = { solvable: "m-3.2 .4 2.3 2.5 4.2-5", unsolvable: "m-2.6-2.6 5.2 5.2m0-5.2-5.2 5.2" };

/** With more arrows than this, only those of the card pointed at are drawn in full. */
const CROWD = 70;

/** The arrows of [{from, to, verdict}], losing ones first so that winning ones lie above them. */
export function arrows(moves, spot) {
  const order = { unsolvable: 0, unknown: 1, solvable: 2 };
  const sorted = moves.toSorted((one, other) => order[one.verdict] - order[other.verdict]);
  const kind = moves.length > CROWD ? "arrows is-crowded" : "arrows";
  return [draw("g", { class: kind }, ...sorted.map((move) => arrow(move, spot(move.from), spot(move.to))))];
}

function arrow({ from, verdict, text }, start, end) {
  const length = Math.hypot(end.x - start.x, end.y - start.y);
  const [ux, uy] = [(end.x - start.x) / length, (end.y - start.y) / length];
  const along = Math.abs(ux) > 0.5 ? start.width : start.height;
  const bend = start.width * 0.1 + (length - along) * 0.09;
  const at = (distance, side) => [start.x + ux * distance - uy * side, start.y + uy * distance + ux * side];
  const [a, b] = [at(along * 0.26, start.width * 0.1), at(length - along * 0.3, start.width * 0.1)];
  const middle = at(length / 2, start.width * 0.1 + 2 * bend);
  const size = Math.max(4, start.width * 0.085);
  const head = `M${size} 0 L${-size * 0.8} ${-size * 0.8} L${-size * 0.8} ${size * 0.8}z`;
  const heading = (Math.atan2(b[1] - middle[1], b[0] - middle[0]) * 180) / Math.PI;
  const sign = at(length / 2, start.width * 0.1 + bend);
  return draw(
    "g",
    { class: "arrow", "data-verdict": verdict, "data-from": from, "data-move": text },
    draw("path", { class: "halo", d: `M${a} Q${middle} ${b}` }),
    draw("path", { class: "shaft", d: `M${a} Q${middle} ${b}` }),
    draw("path", { class: "head", d: head, transform: `translate(${b}) rotate(${heading})` }),
    draw(
      "g",
      { class: "sign", transform: `translate(${sign})` },
      draw("circle", { r: 6.5 }),
      draw("path", { d: `M0 0${SIGNS[verdict] ?? ""}` }),
    ),
  );
}
