/* The compatibility graph over the board: a line for each match by card, solid where it is also a legal move. Cut edges
   are doubled, articulation points stand in a diamond, odd birds in a dashed ring; several flocks carry letters. */

import { draw } from "./dom.js";

export function graphLines(graph, spot, cols) {
  const cuts = new Set(graph.cut_edges.map((edge) => key(edge)));
  const lines = graph.edges.map(({ cells, legal }) => {
    const kind = `edge-line${legal ? " legal" : ""}${cuts.has(key(cells)) ? " cut" : ""}`;
    const path = { d: curve(cells, spot, cols) };
    const inner = cuts.has(key(cells)) ? [draw("path", { ...path, class: "cut-core" })] : [];
    return draw("g", { class: kind }, draw("path", path), ...inner);
  });
  const flocks = graph.flocks.length > 1 ? graph.flocks.flatMap((cells, k) => letters(cells, k, spot)) : [];
  return [draw("g", { class: "graph" }, ...lines, ...vertices(graph, spot), ...flocks)];
}

function key(cells) {
  return cells.toSorted((a, b) => a - b).join("-");
}

/** A line between two cells; in a row or column it bends around the cells between. */
function curve([one, other], spot, cols) {
  const [a, b] = [spot(one), spot(other)];
  const across = Math.abs((one % cols) - (other % cols));
  const down = Math.abs(Math.floor(one / cols) - Math.floor(other / cols));
  const steps = across + down;
  const bend = (across === 0 || down === 0) && steps > 1 ? a.width * 0.16 * steps : 0;
  const length = Math.hypot(b.x - a.x, b.y - a.y);
  const [nx, ny] = [-(b.y - a.y) / length, (b.x - a.x) / length];
  return `M${a.x} ${a.y} Q${(a.x + b.x) / 2 + nx * bend} ${(a.y + b.y) / 2 + ny * bend} ${b.x} ${b.y}`;
}

function vertices(graph, spot) {
  const cells = new Set(graph.flocks.flat());
  return [...cells].map((cell) => {
    const { x, y, width } = spot(cell);
    const shapes = [draw("circle", { class: "vertex", cx: x, cy: y, r: width * 0.06 })];
    if (graph.odd_birds.includes(cell)) {
      shapes.push(draw("circle", { class: "odd-bird", cx: x, cy: y, r: width * 0.42 }));
    }
    if (graph.articulation_points.includes(cell)) {
      const r = width * 0.24;
      shapes.push(draw("path", { class: "articulation", d: `M${x} ${y - r} l${r} ${r} l${-r} ${r} l${-r} ${-r}z` }));
    }
    return draw("g", {}, ...shapes);
  });
}

function letters(cells, number, spot) {
  const letter = String.fromCharCode(65 + (number % 26));
  return cells.map((cell) => {
    const { x, y, width, height } = spot(cell);
    const [cx, cy] = [x + width * 0.3, y + height * 0.36];
    return draw(
      "g",
      { class: "flock" },
      draw("circle", { cx, cy, r: Math.max(7, width * 0.1) }),
      draw("text", { x: cx, y: cy }, letter),
    );
  });
}
