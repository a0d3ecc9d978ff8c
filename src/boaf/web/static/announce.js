/* Two ways to say something: in the live region, for those who listen; in the toast, for those who look, as well. */

import { byId } from "./dom.js";

const SHOWN = 4000;
let timer = 0;

export function announce(text) {
  byId("live").textContent = text;
}

export function toast(text) {
  const element = byId("toast");
  element.textContent = text;
  element.hidden = false;
  announce(text);
  clearTimeout(timer);
  timer = setTimeout(() => (element.hidden = true), SHOWN);
}
