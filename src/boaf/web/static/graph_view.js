/* The compatibility graph as a picture of its own: the cards on a circle, by suit and rank, and a line for each match
   by card, solid where it is also a legal move. Cut edges are doubled, articulation points stand in a diamond, odd birds
   in a dashed ring; several flocks carry letters. */

import { suitLetter } from "./kernel/boaf.js";
import { draw, make } from "./dom.js";
import { t } from "./messages.js";
import { rankText } from "./names.js";

const SIZE = 340;
const RADIUS = 138;

/** The picture; `point(cell)` is called with the card pointed at, or null. */
export function graphView(graph, board, point) {
  const cells = graph.flocks.flat().toSorted((one, other) => order(board.top(one)) - order(board.top(other)));
  const token = Math.min(17, (Math.PI * RADIUS * 0.86) / Math.max(cells.length, 3));
  const spots = new Map(cells.map((cell, k) => [cell, place(k / cells.length, token)]));
  const cuts = new Set(graph.cut_edges.map(key));
  const lines = graph.edges.map(({ cells: pair, legal }) => edge(pair, legal, cuts.has(key(pair)), spots));
  const svg = draw(
    "svg",
    { class: "graph", viewBox: `0 0 ${SIZE} ${SIZE}`, role: "img", "aria-label": t("graph.label") },
    ...lines,
    ...cells.map((cell) => vertex(graph, board, cell, spots.get(cell), token)),
  );
  const emphasise = (cell) => {
    svg.classList.toggle("has-strong", cell !== null);
    for (const line of svg.querySelectorAll(".edge-line")) {
      line.classList.toggle("is-strong", cell !== null && line.dataset.cells.split(" ").includes(String(cell)));
    }
    point(cell);
  };
  svg.addEventListener("pointerover", ({ target }) => {
    const pointed = target.closest(".vertex");
    emphasise(pointed ? Number(pointed.dataset.cell) : null);
  });
  svg.addEventListener("pointerleave", () => emphasise(null));
  return make("figure", { class: "graph-figure" }, svg);
}

function order({ rank, suit }) {
  return suit * 1000 + rank;
}

function key(cells) {
  return cells.toSorted((a, b) => a - b).join("-");
}

/** A point on the circle, the turn counted from the top, and one further out for a letter. */
function place(turn, token) {
  const angle = (turn - 0.25) * 2 * Math.PI;
  const at = (radius) => [SIZE / 2 + radius * Math.cos(angle), SIZE / 2 + radius * Math.sin(angle)];
  const [[x, y], outside] = [at(RADIUS), at(RADIUS + token + 9)];
  return { x, y, outside };
}

function edge([one, other], isLegal, isCut, spots) {
  const [a, b] = [spots.get(one), spots.get(other)];
  const d = `M${a.x} ${a.y} L${b.x} ${b.y}`;
  const kind = `edge-line${isLegal ? " legal" : ""}${isCut ? " cut" : ""}`;
  const inner = isCut ? [draw("path", { d, class: "cut-core" })] : [];
  return draw("g", { class: kind, "data-cells": `${one} ${other}` }, draw("path", { d }), ...inner);
}

function vertex(graph, board, cell, { x, y, outside }, r) {
  const card = board.top(cell);
  const suit = suitLetter(card);
  const shapes = [];
  if (graph.articulation_points.includes(cell)) {
    const w = r * 1.6;
    shapes.push(draw("path", { class: "articulation", d: `M${x} ${y - w} l${w} ${w} l${-w} ${w} l${-w} ${-w}z` }));
  }
  if (graph.odd_birds.includes(cell)) shapes.push(draw("circle", { class: "odd-bird", cx: x, cy: y, r: r * 1.35 }));
  shapes.push(draw("circle", { class: "token", cx: x, cy: y, r }));
  if (suit) {
    const side = r * 0.72;
    shapes.push(
      draw("text", { x: x - r * 0.32, y, "font-size": r * 1.05 }, rankText(card)),
      draw("use", { href: `#suit-${suit}`, x: x + r * 0.12, y: y - side / 2, width: side, height: side }),
    );
  } else {
    shapes.push(draw("text", { x, y, "font-size": r * 0.7 }, card.text));
  }
  if (graph.flocks.length > 1) {
    const letter = String.fromCharCode(65 + (graph.flocks.findIndex((flock) => flock.includes(cell)) % 26));
    shapes.push(draw("text", { class: "flock", x: outside[0], y: outside[1] }, letter));
  }
  return draw("g", { class: "vertex", "data-cell": cell, "data-suit": suit }, ...shapes);
}
