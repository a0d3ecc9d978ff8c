/* When was it lost? The exact solver judges every position since the start. */

import { button } from "./dom.js";

/** What to tell about a lost position, and the one click back: {text, actions}. */
export async function whenLost(game, questions) {
  const { lost_at: lostAt, verdicts } = await questions.history();
  const move = game.played[lostAt - 1];
  if (lostAt === null) {
    const isUnknown = verdicts.includes("unknown");
    return { text: isUnknown ? "The solver could not decide which move lost it." : "It is not lost.", actions: [] };
  }
  if (lostAt === 0) return { text: "It was never winnable: this board cannot be solved from the start.", actions: [] };
  const back = button(`Back to before move ${lostAt}`, () => game.goTo(lostAt - 1), "button primary");
  const isLast = lostAt === game.played.length;
  const text = isLast ? `The last move, ${move}, lost it.` : `Move ${lostAt}, ${move}, lost it.`;
  return { text, actions: [back] };
}
