/* Dragging by mouse, pen or finger. A copy of the stack follows the pointer; what lies under it lights up if it is a
   legal target, and letting go drops the stack there or lets it glide home. A press that hardly moves stays a click.

   A finger drags as well. Only where the board is taller than the screen, so that it must be scrolled, a finger that
   moves up or down at once scrolls (`touch-action: pan-y`), and one that moves sideways, or rests on a stack for a moment
   first, drags it. A drag ends when the position does. */

import { feel } from "./feel.js";
import { glide } from "./motion.js";

const SLACK = 6;
const MOST_TILT = 6;
const REST = 220;

export function enableDrag(grid, view) {
  let drag = null;

  grid.addEventListener("pointerdown", (event) => {
    if (!event.isPrimary || event.button !== 0) return;
    const cell = view.cellAt(event.target);
    if (cell === null || view.board.targets(cell).length === 0) return;
    abandon();
    const isTouch = event.pointerType === "touch";
    drag = { id: event.pointerId, cell, x: event.clientX, y: event.clientY, isTouch, ghost: null, over: null };
    if (isTouch && view.picked === null) drag.timer = setTimeout(lift, REST);
  });

  // Once a stack is lifted the finger no longer scrolls.
  grid.addEventListener("touchmove", (event) => drag?.ghost && event.preventDefault(), { passive: false });
  grid.addEventListener("contextmenu", (event) => drag?.isTouch && event.preventDefault());
  grid.addEventListener("leave", abandon);

  grid.addEventListener("pointermove", (event) => {
    if (event.pointerId !== drag?.id) return;
    const [x, y] = [event.clientX - drag.x, event.clientY - drag.y];
    if (!drag.ghost) {
      if (Math.hypot(x, y) < SLACK) return;
      if (drag.isTouch && !view.fits && Math.abs(y) > Math.abs(x)) {
        abandon();
        return;
      }
      lift();
    }
    const tilt = Math.max(-MOST_TILT, Math.min(MOST_TILT, x / 25));
    drag.ghost.style.setProperty("transform", `translate(${x}px, ${y}px) rotate(${tilt}deg)`);
    hover(targetUnder(event));
  });

  grid.addEventListener("pointerup", (event) => {
    if (event.pointerId !== drag?.id) return;
    if (drag.ghost) drop(event);
    else abandon();
  });

  grid.addEventListener("pointercancel", () => cancel());
  addEventListener("keydown", (event) => event.key === "Escape" && cancel());

  function lift() {
    clearTimeout(drag.timer);
    const stack = view.stack(drag.cell);
    const rect = stack.getBoundingClientRect();
    drag.ghost = stack.cloneNode(true);
    drag.ghost.classList.add("ghost");
    for (const side of ["left", "top", "width", "height"]) drag.ghost.style.setProperty(side, `${rect[side]}px`);
    drag.ghost.style.setProperty("--card-w", getComputedStyle(stack).getPropertyValue("--card-w"));
    document.body.append(drag.ghost);
    grid.setPointerCapture(drag.id);
    view.pick(drag.cell);
    if (drag.isTouch) feel("lift");
    view.cell(drag.cell).classList.add("is-lifted");
  }

  /** The cell under the pointer, if it holds a stack. */
  function targetUnder(event) {
    const cell = view.cellAt(document.elementFromPoint(event.clientX, event.clientY));
    return cell !== null && cell !== drag.cell && view.board.stacks[cell].length > 0 ? cell : null;
  }

  function hover(cell) {
    if (drag.over !== null) view.cell(drag.over).classList.remove("is-over");
    drag.over = cell;
    if (cell !== null && view.board.objection(drag.cell, cell) === null) view.cell(cell).classList.add("is-over");
  }

  function drop(event) {
    const { cell, ghost, x, y } = drag;
    const over = targetUnder(event);
    const isTap = Math.hypot(event.clientX - x, event.clientY - y) < SLACK;
    const rect = ghost.getBoundingClientRect();
    abandon();
    swallowClick();
    if (isTap) return;
    const moved = over === null ? (view.pick(null), false) : view.drop(over, rect);
    if (!moved) glide(view.stack(cell), rect);
  }

  /** The click that the browser may make of the end of a drag is none. */
  function swallowClick() {
    const swallow = (click) => click.stopPropagation();
    addEventListener("click", swallow, { capture: true, once: true });
    setTimeout(() => removeEventListener("click", swallow, { capture: true }), 0);
  }

  /** Forget the drag; whatever it showed is gone. */
  function abandon() {
    if (drag?.ghost) {
      hover(null);
      view.cell(drag.cell).classList.remove("is-lifted");
      drag.ghost.remove();
    }
    clearTimeout(drag?.timer);
    drag = null;
  }

  function cancel() {
    const { cell, ghost } = drag ?? {};
    const rect = ghost?.getBoundingClientRect();
    abandon();
    if (!ghost) return;
    view.pick(null);
    glide(view.stack(cell), rect);
  }
}
