/* The parts of the analysis panel: each asks one question about the position and shows the answer. */

import { settle } from "./answers.js";
import { button, make, note, symbol } from "./dom.js";
import { t } from "./messages.js";

/** Ask, then show what `render` makes of the answer. Until then what the part held is out of date and stays unseen. */
export async function fillPart(container, ask, render) {
  container.classList.add("is-waiting");
  const fill = (...children) => {
    container.replaceChildren(...children);
    container.classList.remove("is-waiting");
  };
  await settle(
    ask,
    (answer) => fill(...render(answer)),
    ({ message, canRetry }) => {
      const again = button(t("solver.again"), () => fillPart(container, ask, render));
      fill(note(message), ...(canRetry ? [again] : []));
    },
  );
}

const MARKS = { solvable: "mark-win", unsolvable: "mark-lose" };

/** A verdict in words with its sign. */
export function verdictTag(verdict) {
  return make("span", { class: "tag", "data-verdict": verdict }, verdictMark(verdict), t(`verdict.${verdict}`));
}

export function verdictMark(verdict) {
  return verdict in MARKS ? symbol(MARKS[verdict], "mark") : make("span", { class: "mark" }, "?");
}

/** A bar of a share between 0 and 1; its figure is next to it. */
export function bar(share) {
  const element = make("span", { class: "meter", "aria-hidden": "true" });
  element.style.setProperty("--share", Math.max(0, Math.min(1, share)));
  return element;
}
