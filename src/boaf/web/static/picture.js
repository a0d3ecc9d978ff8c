/* A board as a picture of its own, in SVG, and as PNG. */

import { suitLetter } from "./kernel/boaf.js";
import { draw } from "./dom.js";
import { rankText } from "./names.js";

const [WIDTH, HEIGHT, GAP] = [100, 140, 14];
const COLOURS = { C: "#14703a", D: "#1559bd", H: "#c01f2e", S: "#1c2226" };
const BADGE = { "font-size": 17, "font-weight": 700, "text-anchor": "middle", fill: "#3a2900" };
const TWO_COLOURS = { C: "#1c2226", D: "#c01f2e", H: "#c01f2e", S: "#1c2226" };

/** The SVG text of a board. */
export function boardPicture(board, hasFourColours = true) {
  const [width, height] = [board.cols * (WIDTH + GAP) + GAP, board.rows * (HEIGHT + GAP) + GAP];
  const colours = hasFourColours ? COLOURS : TWO_COLOURS;
  const svg = draw(
    "svg",
    { width, height, viewBox: `0 0 ${width} ${height}`, "font-family": "Helvetica, Arial, sans-serif" },
    draw("rect", { width, height, rx: 18, fill: "#2b7767" }),
    ...board.stacks.flatMap((stack, cell) => (stack.length > 0 ? [cardAt(board, stack, cell, colours)] : [])),
  );
  return new XMLSerializer().serializeToString(svg);
}

function cardAt(board, stack, cell, colours) {
  const [x, y] = [GAP + (cell % board.cols) * (WIDTH + GAP), GAP + Math.floor(cell / board.cols) * (HEIGHT + GAP)];
  const [card] = stack;
  const suit = suitLetter(card);
  const fill = colours[suit] ?? "#1c2226";
  const label = suit ? rankText(card) : card.text;
  const parts = [
    draw("rect", { width: WIDTH, height: HEIGHT, rx: 10, fill: "#fffdf7", stroke: "#28221440" }),
    draw("text", { x: 10, y: 42, "font-size": suit ? 38 : 20, "font-weight": 700, fill }, label),
  ];
  if (suit) {
    const outline = document.getElementById(`suit-${suit}`).firstElementChild.getAttribute("d");
    parts.push(draw("path", { d: outline, fill, transform: "translate(38 74) scale(1.7)" }));
  }
  if (stack.length > 1) {
    parts.push(
      draw("circle", { cx: WIDTH - 8, cy: 8, r: 15, fill: "#f4b93a" }),
      draw("text", { x: WIDTH - 8, y: 14, ...BADGE }, String(stack.length)),
    );
  }
  return draw("g", { transform: `translate(${x} ${y})` }, ...parts);
}

/** The picture as PNG, twice as large. */
export async function pngOf(svg) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [2 * image.width, 2 * image.height];
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}

/** Let the browser save a file. */
export function download(name, content, type) {
  const address = URL.createObjectURL(new Blob([content], { type }));
  Object.assign(document.createElement("a"), { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
