/* The strip above the board, always in view: at rest it says how far the game is, and when there is something to tell,
   a hint or the end of the game, it says that instead, with the buttons that lead on. */

import { byId } from "./dom.js";

export class Strip {
  #view;

  constructor(view) {
    this.#view = view;
  }

  get isTelling() {
    return !byId("said").hidden;
  }

  /** Tell something; `tone` is "yes", "no", "unknown", "win", "stuck", "lesson" or nothing. */
  tell(text, { title = "", tone = "", actions = [] } = {}) {
    const hadFocus = byId("help-actions").contains(document.activeElement);
    byId("rest").hidden = true;
    byId("said").hidden = false;
    byId("strip").dataset.tone = tone;
    byId("outcome-title").textContent = title;
    byId("outcome-title").hidden = title === "";
    byId("help-answer").textContent = text;
    byId("help-actions").replaceChildren(...actions);
    if (hadFocus) (actions[0] ?? byId("hint")).focus({ preventScroll: true });
    this.#bringIntoView();
  }

  rest() {
    const hadFocus = byId("help-actions").contains(document.activeElement);
    byId("rest").hidden = false;
    byId("said").hidden = true;
    delete byId("strip").dataset.tone;
    byId("outcome-title").textContent = byId("help-answer").textContent = "";
    byId("help-actions").replaceChildren();
    if (hadFocus) this.#view.focus();
  }

  #bringIntoView() {
    const { top, bottom } = byId("strip").getBoundingClientRect();
    if (top < 0 || bottom > innerHeight) byId("strip").scrollIntoView({ block: top < 0 ? "start" : "nearest" });
  }
}
