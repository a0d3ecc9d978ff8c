/* The switches of the settings, which follow what another tab chooses. */

import { byId, make, whenIdle } from "./dom.js";
import { t } from "./messages.js";
import { applyLooks, onSettings, remember, setting } from "./settings.js";

const SWITCHES = {
  "four-colours": "fourColours",
  "large-index": "largeIndex",
  contrast: "contrast",
  shortcuts: "shortcuts",
  timer: "timer",
  sound: "sound",
  haptics: "haptics",
};

/** Show the settings; `restart` is called when the language changes, since it is in every text. */
export function showSettings(restart) {
  for (const input of document.getElementsByName("theme")) {
    input.addEventListener("change", () => remember("theme", input.value));
  }
  for (const [id, name] of Object.entries(SWITCHES)) {
    byId(id).addEventListener("change", () => remember(name, byId(id).checked));
  }
  byId("language").append(make("option", { value: "auto" }, t("settings.language.auto")));
  whenIdle(() => {
    byId("language").append(...languages());
    byId("language").value = setting("language");
  });
  byId("language").addEventListener("change", () => {
    remember("language", byId("language").value);
    restart();
  });
  onSettings(show);
  show();
}

/** Every language under its own name. */
function languages() {
  const codes = (document.documentElement.dataset.languages || "en").split(" ");
  const name = (code) => new Intl.DisplayNames(code, { type: "language" }).of(code);
  return codes.map((code) => make("option", { value: code, lang: code }, name(code)));
}

function show() {
  for (const input of document.getElementsByName("theme")) input.checked = input.value === setting("theme");
  for (const [id, name] of Object.entries(SWITCHES)) byId(id).checked = setting(name);
  byId("language").value = setting("language");
  applyLooks();
}
