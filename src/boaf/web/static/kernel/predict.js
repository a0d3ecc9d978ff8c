/* What the learned models that come with boaf say about a board, without a search.

   `players` is players.wasm, which computes the features; `model` is shipped.boaf, the file of `boaf predict`, as
   `readModel` gives it: a zip archive with a description and with decision trees in LightGBM's text. */

import { place } from "./players.js";

const NW2 = 37;
const NW1 = 75;
const MOST_LOGIT = 700;

/** {model, probability} of each model: how likely it holds the board to be solvable. */
export function predictions(players, model, board) {
  const features = featuresOf(players, board);
  return [
    { model: "shipped", probability: logistic(treesOf(model, features)) },
    { model: "printed-tree", probability: printedTree(features) },
  ];
}

/** The features of a board by name. */
export function featuresOf(players, board) {
  const width = place(players, board);
  // The number of a card in a standard deck. No model asks for the cards of a larger one.
  players.fill("cards", board.stacks.map(([top]) => (top ? 4 * (top.rank - 1) + top.suit - 1 : 255)));
  players.call(width, "features");
  const { values } = players;
  return Object.fromEntries(players.facts.features.map((name, k) => [name, values[k]]));
}

/** The sum of the leaves that a board reaches, one in each tree. */
function treesOf({ features, trees }, found) {
  const row = features.map((name) => found[name]);
  return trees.reduce((sum, tree) => {
    let node = tree.left.length > 0 ? 0 : -1;
    while (node >= 0) node = (row[tree.feature[node]] <= tree.bound[node] ? tree.left : tree.right)[node];
    return sum + tree.leaves[-1 - node];
  }, 0);
}

function logistic(value) {
  return 1 / (1 + Math.exp(-Math.min(Math.max(value, -MOST_LOGIT), MOST_LOGIT)));
}

/** The decision tree of Hoshino & Kahn (2019), as `boaf.learn.feature_models` reads it. */
function printedTree({ spanning_trees: trees, nw1, nw2 }) {
  return trees === 0 || (nw2 >= NW2 && nw1 > NW1) ? 0 : 1;
}

/** The model in the bytes of a file. */
export async function readModel(bytes) {
  const members = await unzipped(bytes);
  const numbers = (text = "") => text.split(" ").filter(Boolean).map(Number);
  const trees = members.body.split(/^Tree=/m).slice(1).map((text) => {
    const fields = Object.fromEntries(text.split("\n").map((line) => line.split("=")));
    const [feature, bound, left, right, leaves] = ["split_feature", "threshold", "left_child", "right_child", "leaf_value"]
      .map((name) => numbers(fields[name]));
    return { feature, bound, left, right, leaves };
  });
  return { features: JSON.parse(members["model.json"]).features, trees };
}

/** The texts in a zip archive whose members are compressed and follow each other, by their names. */
async function unzipped(bytes) {
  const view = new DataView(bytes);
  const members = {};
  for (let at = 0; view.getUint32(at, true) === 0x04034b50; ) {
    const [size, name, extra] = [view.getUint32(at + 18, true), view.getUint16(at + 26, true), view.getUint16(at + 28, true)];
    const start = at + 30 + name + extra;
    const content = inflated(bytes.slice(start, start + size), "deflate-raw");
    members[new TextDecoder().decode(bytes.slice(at + 30, at + 30 + name))] = await content.text();
    at = start + size;
  }
  return members;
}

/** What some bytes are when they are decompressed, as a response. */
export function inflated(bytes, format) {
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream(format)));
}
