/* The compatibility graph in words, which is also the legend of its picture. */

import { count, draw, make } from "./dom.js";

export function describeGraph(graph, board) {
  const name = (cell) => board.top(cell).text;
  const names = (cells) => cells.map(name).join(", ");
  const listed = (things, noun, text) => (things.length > 0 ? `${count(things.length, noun)}: ${text}` : `No ${noun}`);
  const legal = graph.edges.filter((edge) => edge.legal).length;
  const cuts = graph.cut_edges.map((edge) => edge.map(name).join("–")).join(", ");
  const several = `${graph.flocks.length} flocks: ${graph.flocks.map(names).join("; ")}`;
  const lines = {
    match: `${count(graph.edges.length, "pair")} that match by card, ${legal} of them legal moves (solid)`,
    cut: listed(graph.cut_edges, "cut edge", cuts),
    articulation: listed(graph.articulation_points, "articulation point", names(graph.articulation_points)),
    oddBird: listed(graph.odd_birds, "odd bird", names(graph.odd_birds)),
    flock: graph.flocks.length > 1 ? several : "One flock",
  };
  const items = Object.entries(lines).map(([kind, text]) => make("li", {}, swatch(kind), make("span", {}, text)));
  return [make("ul", { class: "legend" }, ...items)];
}

/** How each kind is drawn, in the same shapes and classes as in the picture. */
const SWATCHES = {
  match: () => [line("edge-line legal", "M3 7h22"), line("edge-line", "M3 13h22")],
  cut: () => [line("edge-line legal cut", "M3 10h22", true)],
  articulation: () => [draw("path", { class: "articulation", d: "M14 2l8 8l-8 8l-8-8z" })],
  oddBird: () => [draw("circle", { class: "odd-bird", cx: 14, cy: 10, r: 8 })],
  flock: () => [draw("text", { class: "flock", x: 14, y: 10 }, "A")],
};

function line(className, d, isCut = false) {
  const core = isCut ? [draw("path", { class: "cut-core", d })] : [];
  return draw("g", { class: className }, draw("path", { d }), ...core);
}

function swatch(kind) {
  return draw("svg", { class: "swatch graph", viewBox: "0 0 28 20", "aria-hidden": "true" }, ...SWATCHES[kind]());
}
