/* Two ways to say something: in the live region, for those who listen; in the toast, for those who look, as well. */

import { byId } from "./dom.js";

const SHOWN = 5000;
let timer = 0;

export function announce(text) {
  byId("live").textContent = text;
}

/** Show a text for some seconds; with a button it stays until that is pressed or another comes. */
export function toast(text, action = null) {
  const element = byId("toast");
  element.replaceChildren(text, ...(action ? [action] : []));
  element.hidden = false;
  announce(text);
  clearTimeout(timer);
  if (!action) timer = setTimeout(() => (element.hidden = true), SHOWN);
}
