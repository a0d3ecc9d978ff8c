/* Dragging by mouse, pen or finger. A copy of the stack follows the pointer; what lies under it lights up if it is a
   legal target, and letting go drops the stack there or lets it glide home. A press that hardly moves stays a click. */

import { glide } from "./motion.js";

const SLACK = 6;
const MOST_TILT = 6;

export function enableDrag(grid, view) {
  let drag = null;

  grid.addEventListener("pointerdown", (event) => {
    if (!event.isPrimary || event.button !== 0) return;
    const cell = view.cellAt(event.target);
    if (cell === null || view.board.targets(cell).length === 0) return;
    drag = { id: event.pointerId, cell, x: event.clientX, y: event.clientY, ghost: null, over: null };
  });

  grid.addEventListener("pointermove", (event) => {
    if (event.pointerId !== drag?.id) return;
    const [x, y] = [event.clientX - drag.x, event.clientY - drag.y];
    if (!drag.ghost) {
      if (Math.hypot(x, y) < SLACK) return;
      lift();
    }
    const tilt = Math.max(-MOST_TILT, Math.min(MOST_TILT, x / 25));
    drag.ghost.style.setProperty("transform", `translate(${x}px, ${y}px) rotate(${tilt}deg)`);
    hover(targetUnder(event));
  });

  grid.addEventListener("pointerup", (event) => {
    if (event.pointerId !== drag?.id) return;
    if (drag.ghost) drop(event);
    drag = null;
  });

  grid.addEventListener("pointercancel", () => cancel());
  addEventListener("keydown", (event) => event.key === "Escape" && cancel());

  function lift() {
    const stack = view.stack(drag.cell);
    const rect = stack.getBoundingClientRect();
    drag.ghost = stack.cloneNode(true);
    drag.ghost.classList.add("ghost");
    for (const side of ["left", "top", "width", "height"]) drag.ghost.style.setProperty(side, `${rect[side]}px`);
    drag.ghost.style.setProperty("--card-w", getComputedStyle(stack).getPropertyValue("--card-w"));
    document.body.append(drag.ghost);
    grid.setPointerCapture(drag.id);
    view.pick(drag.cell);
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
    const { cell, ghost } = drag;
    const over = targetUnder(event);
    const rect = ghost.getBoundingClientRect();
    putDown();
    swallowClick();
    const moved = over === null ? (view.pick(null), false) : view.drop(over, rect);
    if (!moved) glide(view.stack(cell), rect);
  }

  /** The click that the browser may make of the end of a drag is none. */
  function swallowClick() {
    const swallow = (click) => click.stopPropagation();
    addEventListener("click", swallow, { capture: true, once: true });
    setTimeout(() => removeEventListener("click", swallow, { capture: true }), 0);
  }

  function putDown() {
    hover(null);
    view.cell(drag.cell).classList.remove("is-lifted");
    drag.ghost.remove();
  }

  function cancel() {
    if (drag?.ghost) {
      const rect = drag.ghost.getBoundingClientRect();
      putDown();
      view.pick(null);
      glide(view.stack(drag.cell), rect);
    }
    drag = null;
  }
}
