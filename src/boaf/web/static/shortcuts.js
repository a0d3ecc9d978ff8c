/* Single keys that work anywhere on the page, except where one types or a dialog is open; and the keys that undo and
   redo everywhere. */

import { setting } from "./settings.js";

const TYPING = "input, textarea, select, dialog, [popover]";

/** `actions`: {key: action}; Escape and keys with Ctrl work also when single keys are switched off. */
export function enableShortcuts(actions) {
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.altKey) return;
    // A dialog that was just closed may still have the focus.
    const isTyping = event.target.closest(TYPING) && !event.target.closest("dialog:not([open])");
    if (isTyping || document.querySelector("dialog[open]")) return;
    const isControl = event.ctrlKey || event.metaKey;
    if (event.key !== "Escape" && !isControl && !setting("shortcuts")) return;
    const action = actions[isControl ? `Ctrl+${event.shiftKey ? "Shift+" : ""}${event.key.toLowerCase()}` : event.key];
    if (!action) return;
    event.preventDefault();
    action();
  });
}
