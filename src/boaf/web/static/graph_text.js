/* The compatibility graph in words, which is also the legend of what is drawn over the board. */

import { count, draw, make } from "./dom.js";

export function describeGraph(graph, board) {
  const name = (cell) => board.top(cell)?.text ?? "–";
  const names = (cells) => cells.map(name).join(", ");
  const legal = graph.edges.filter((edge) => edge.legal).length;
  const cuts = graph.cut_edges.map((edge) => edge.map(name).join("–")).join(", ");
  const lines = [
    ["legal", `${count(graph.edges.length, "match")} by card, ${legal} of them also legal moves (solid)`.replace("matchs", "matches")],
    ["cut", graph.cut_edges.length > 0 ? `${count(graph.cut_edges.length, "cut edge")}: ${cuts}` : "No cut edge"],
    ["articulation", graph.articulation_points.length > 0 ? `${count(graph.articulation_points.length, "articulation point")}: ${names(graph.articulation_points)}` : "No articulation point"],
    ["odd-bird", graph.odd_birds.length > 0 ? `${count(graph.odd_birds.length, "odd bird")}: ${names(graph.odd_birds)}` : "No odd bird"],
    ["flock", graph.flocks.length > 1 ? `${graph.flocks.length} flocks: ${graph.flocks.map(names).join("; ")}` : "One flock"],
  ];
  return [make("ul", { class: "legend" }, ...lines.map(([kind, text]) => make("li", {}, swatch(kind), make("span", {}, text))))];
}

function swatch(kind) {
  const shapes = {
    legal: () => [draw("g", { class: "edge-line legal" }, draw("path", { d: "M3 7h22" })), draw("g", { class: "edge-line" }, draw("path", { d: "M3 13h22" }))],
    cut: () => [draw("g", { class: "edge-line legal cut" }, draw("path", { d: "M3 10h22" }), draw("path", { class: "cut-core", d: "M3 10h22" }))],
    articulation: () => [draw("path", { class: "articulation", d: "M14 2l8 8l-8 8l-8-8z" })],
    "odd-bird": () => [draw("circle", { class: "odd-bird", cx: 14, cy: 10, r: 8 })],
    flock: () => [draw("g", { class: "flock" }, draw("circle", { cx: 14, cy: 10, r: 8 }), draw("text", { x: 14, y: 10, "font-size": 11 }, "A"))],
  };
  return draw("svg", { class: "swatch graph", viewBox: "0 0 28 20", "aria-hidden": "true" }, ...shapes[kind]());
}
