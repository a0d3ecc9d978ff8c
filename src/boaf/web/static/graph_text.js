/* The compatibility graph in words, which is also the legend of its picture. */

import { draw, make, note } from "./dom.js";
import { listed, rich, t } from "./messages.js";
import { cardName } from "./names.js";

/** What there is to see; kinds that this graph has none of are left out. */
export function describeGraph(graph, board) {
  const name = (cell) => cardName(board.top(cell));
  const names = (cells) => listed(cells.map(name));
  const cuts = listed(graph.cut_edges.map(([u, w]) => make("span", {}, name(u), "–", name(w))));
  const flocks = listed(graph.flocks.map((flock) => make("span", {}, "(", ...names(flock), ")")));
  const legal = graph.edges.filter((edge) => edge.legal).length;
  const lines = [
    ["match", graph.edges.length, { legal }],
    ["cut", graph.cut_edges.length, { cards: cuts }],
    ["articulation", graph.articulation_points.length, { cards: names(graph.articulation_points) }],
    ["oddBird", graph.odd_birds.length, { cards: names(graph.odd_birds) }],
    ["flock", graph.flocks.length > 1 ? graph.flocks.length : 0, { cards: flocks }],
  ].filter(([kind, n]) => n > 0 || kind === "match");
  const items = lines.map(([kind, n, values]) =>
    make("li", {}, swatch(kind), make("span", {}, ...rich(`graph.${kind}`, { n, ...values }))),
  );
  const none = lines.length === 1 ? [note(t("graph.nothing"))] : [];
  return [make("ul", { class: "legend" }, ...items), ...none];
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
