/* The address holds the game: #deal=1264&moves=7H-6C.6H-7H, with &rows=5&cols=5 when it is not 4 × 4, or
   #board=…&moves=… for a board that is not a numbered deal. So a link shares a position and a reload loses nothing. */

import { deal, isDealSize } from "./deals.js";
import { Board } from "./board.js";

const CARD = String.raw`(?:[A2-9TJQK][CDHS]|[1-9]\d*\.[1-9]\d*)`;
const MOVE = new RegExp(`${CARD}-${CARD}`, "g");

/** The fragment of a game, without #. */
export function fragmentOf(game) {
  const { rows, cols, text } = game.first;
  const parts = [];
  if (game.origin.seed === null) {
    parts.push(`board=${encodeURIComponent(text).replaceAll("%20", "+").replaceAll("%2F", "/")}`);
  } else {
    parts.push(`deal=${game.origin.seed}`);
    if (rows !== 4 || cols !== 4) parts.push(`rows=${rows}`, `cols=${cols}`);
  }
  if (game.played.length > 0) parts.push(`moves=${game.played.join(".")}`);
  return parts.join("&");
}

/** The start and the moves of a fragment; null when it is empty; {error} when it names no board. */
export function readFragment(fragment) {
  const values = new URLSearchParams(fragment.replace(/^#/, ""));
  const moves = (values.get("moves") ?? "").match(MOVE) ?? [];
  if (values.has("deal")) {
    const [seed, rows, cols] = [values.get("deal"), values.get("rows") ?? 4, values.get("cols") ?? 4].map(Number);
    if (!Number.isSafeInteger(seed)) return { error: "The link's deal number is not an integer." };
    if (!isDealSize(rows, cols)) return { error: "The link asks for a size that 52 cards cannot fill." };
    return { board: deal(seed, rows, cols), origin: { seed }, moves };
  }
  if (values.has("board")) {
    try {
      return { board: Board.parse(values.get("board")), origin: { seed: null }, moves };
    } catch {
      return { error: "The link's board cannot be read." };
    }
  }
  return null;
}
