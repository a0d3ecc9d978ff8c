/* The switches of the settings, which follow what another tab chooses. */

import { byId } from "./dom.js";
import { applyLooks, onSettings, remember, setting } from "./settings.js";

const SWITCHES = { "four-colours": "fourColours", shortcuts: "shortcuts", timer: "timer" };

export function showSettings() {
  for (const input of document.getElementsByName("theme")) {
    input.addEventListener("change", () => remember("theme", input.value));
  }
  for (const [id, name] of Object.entries(SWITCHES)) {
    byId(id).addEventListener("change", () => remember(name, byId(id).checked));
  }
  onSettings(show);
  show();
}

function show() {
  for (const input of document.getElementsByName("theme")) input.checked = input.value === setting("theme");
  for (const [id, name] of Object.entries(SWITCHES)) byId(id).checked = setting(name);
  applyLooks();
}
