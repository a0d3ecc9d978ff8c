/* Movement on the board: a stack glides from where it was to where it is. Nothing moves for those who prefer it so. */

const GLIDE = 230;

export function isCalm() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Let an element, already in its place, come gliding from another rectangle. */
export function glide(element, start, done = () => {}) {
  const end = element.getBoundingClientRect();
  const [x, y] = [start.left - end.left, start.top - end.top];
  if (isCalm() || Math.hypot(x, y) < 1) {
    done();
    return;
  }
  element.classList.add("is-gliding");
  const duration = GLIDE + Math.hypot(x, y) / 6;
  const frames = [{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }];
  const animation = element.animate(frames, { duration, easing: "cubic-bezier(.25, .8, .3, 1)" });
  animation.onfinish = animation.oncancel = () => {
    element.classList.remove("is-gliding");
    done();
  };
}

/** A short shake of the head. */
export function refuse(element) {
  if (isCalm()) return;
  const frames = [0, -5, 5, -3, 3, 0].map((x) => ({ transform: `translateX(${x}px)` }));
  element.animate(frames, { duration: 260 });
}
