/* Which boards the page offers and shows. */

/** The sizes that are offered; any other comes in by a link or as a pasted board. */
export const SIZES = [[2, 2], [3, 3], [4, 4], [5, 5], [6, 6], [7, 7], [4, 13]];

/** Whether the page shows boards of this size. */
export function isShownSize(rows, cols) {
  const isSide = (side) => Number.isInteger(side) && side >= 1 && side <= 7;
  return (isSide(rows) && isSide(cols)) || ["4x13", "13x4"].includes(`${rows}x${cols}`);
}

export function randomSeed() {
  return Math.floor(Math.random() * 1_000_000);
}
