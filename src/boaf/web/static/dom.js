/* Small helpers to make elements; texts are always set as text, never as markup. */

const SVG = "http://www.w3.org/2000/svg";

export function byId(id) {
  return document.getElementById(id);
}

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null) element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

/** An HTML element: make("button", {class: "tool", onclick: undo}, "Undo"). A button sends no form. */
export function make(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), tag === "button" ? { type: "button", ...attributes } : attributes, children);
}

/** An SVG element. */
export function draw(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

/** A symbol of the page's sprite. */
export function symbol(id, className = "") {
  return draw("svg", { class: className, "aria-hidden": "true" }, draw("use", { href: `#${id}` }));
}

/** A button, a small one by default; its text may be several texts and elements. */
export function button(text, onclick, className = "button small") {
  return make("button", { class: className, onclick }, ...[text].flat());
}

/** Buttons for [[label, action]], of which the first is the likeliest. */
export function choices(ways) {
  return ways.map(([label, act], k) => button(label, act, k === 0 ? "button small primary" : "button small"));
}

/** A remark. */
export function note(...children) {
  return make("p", { class: "note" }, ...children);
}

/** A switch is a button whose aria-checked is its state. */
export function onSwitch(element, changed) {
  element.addEventListener("click", () => {
    const isOn = element.getAttribute("aria-checked") !== "true";
    element.setAttribute("aria-checked", String(isOn));
    changed(isOn);
  });
}

export function isOn(element) {
  return element.getAttribute("aria-checked") === "true";
}

/** Do what can wait until the page has drawn what the player is waiting for. */
export function whenIdle(act) {
  (globalThis.requestIdleCallback ?? setTimeout)(act);
}

/** What a form does instead of sending itself. */
export function onSubmit(id, submitted) {
  byId(id).addEventListener("submit", (event) => {
    event.preventDefault();
    submitted();
  });
}

/** Five feathers, as many of them filled as the difficulty says. */
export function feathers(difficulty) {
  return Array.from({ length: 5 }, (_, k) => symbol("feather", k < difficulty ? "full" : ""));
}
