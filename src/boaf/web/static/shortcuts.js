/* Single keys that work anywhere on the page, except where one types or a dialog is open. */

import { setting } from "./settings.js";

const TYPING = "input, textarea, select, dialog, [popover]";

/** `actions`: {key: action}; Escape works also when single keys are switched off. */
export function enableShortcuts(actions) {
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.closest(TYPING) || document.querySelector("dialog[open]")) return;
    if (event.key !== "Escape" && !setting("shortcuts")) return;
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  });
}
