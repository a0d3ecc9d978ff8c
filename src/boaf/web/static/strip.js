/* The strip above the board, always in view: at rest it says how far the game is, and when there is something to tell,
   a hint or the end of the game, it says that instead, with the buttons that lead on. It grows upwards, over what names
   the deal, so that the board stays where it is. */

import { byId } from "./dom.js";

const NOTED = 4500;

export class Strip {
  #view;
  #told = null;
  #timer = 0;

  constructor(view) {
    this.#view = view;
  }

  /** Tell a text, or texts and elements; `tone` is "yes", "no", "unknown", "win", "stuck", "lesson" or nothing. */
  tell(text, options = {}) {
    this.#told = [text, options];
    this.#show(text, options);
  }

  /** Say something in passing; what was told before comes back. */
  note(text) {
    this.#show(text, { tone: "note" });
    this.#timer = setTimeout(() => (this.#told ? this.#show(...this.#told) : this.rest()), NOTED);
  }

  #show(text, { title = "", tone = "", actions = [] }) {
    clearTimeout(this.#timer);
    const hadFocus = byId("help-actions").contains(document.activeElement);
    byId("rest").hidden = true;
    byId("said").hidden = false;
    byId("strip").dataset.tone = tone;
    byId("outcome-title").replaceChildren(...[title].flat());
    byId("outcome-title").hidden = title === "";
    byId("help-answer").replaceChildren(...[text].flat());
    byId("help-actions").replaceChildren(...actions);
    if (hadFocus) (actions[0] ?? byId("hint")).focus({ preventScroll: true });
    this.#bringIntoView();
  }

  rest() {
    clearTimeout(this.#timer);
    this.#told = null;
    const hadFocus = byId("help-actions").contains(document.activeElement);
    byId("rest").hidden = false;
    byId("said").hidden = true;
    delete byId("strip").dataset.tone;
    byId("outcome-title").textContent = byId("help-answer").textContent = "";
    byId("help-actions").replaceChildren();
    if (hadFocus) this.#view.focus();
  }

  #bringIntoView() {
    requestAnimationFrame(() => {
      const { top, bottom } = byId("said").getBoundingClientRect();
      if (top < 0 || bottom > innerHeight) byId("strip").scrollIntoView({ block: top < 0 ? "start" : "nearest" });
    });
  }
}
