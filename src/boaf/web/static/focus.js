/* Focus that would fall to nowhere, because the button that had it is gone or off after a move, goes to the board. */

export function keepFocus(game, view) {
  game.addEventListener("change", () => {
    if (document.activeElement === document.body) return;
    queueMicrotask(() => {
      const now = document.activeElement;
      if (now === document.body || now.disabled) view.focus();
    });
  });
}
