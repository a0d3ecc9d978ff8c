/* Every text of the page in the player's language: messages/en.json and its translations, one file per language.

   A message is a text with {values} in braces, or, where it depends on a number n, one text for each of the language's
   plural forms. theme.js chooses the language before anything is shown; this module loads its messages. */

const root = globalThis.document?.documentElement;
let messages = {};
let tag = "en";
const formats = new Map();

/** Load the messages of the page's language, and put them into the page's own markup. */
export async function loadMessages() {
  const response = await fetch(new URL(`messages/${root.lang}.json`, import.meta.url));
  if (!response.ok) throw new Error(`no messages for ${root.lang}`);
  useMessages(await response.json(), root.lang);
  root.dir = messages["language.direction"];
  translate(document);
}

/** Take these messages; a reader of the same language in another country gets his own dates and numbers. */
export function useMessages(found, language) {
  messages = found;
  tag = globalThis.navigator?.languages?.find((one) => one.split("-")[0] === language) ?? language;
}

/** The tag of the language with its country, if known, for dates and numbers. */
export function locale() {
  return tag;
}

export function hasMessage(key) {
  return Object.hasOwn(messages, key);
}

/** A message as text. */
export function t(key, values = {}) {
  return rich(key, values).join("");
}

/** A message as texts and elements, for values that are elements. */
export function rich(key, values = {}) {
  return pattern(key, values)
    .split(/(\{\w+\})/)
    .filter((part) => part !== "")
    .flatMap((part) => {
      const name = /^\{(\w+)\}$/.exec(part)?.[1];
      if (name === undefined) return part;
      const value = values[name];
      return typeof value === "number" ? formatted(value) : (value ?? part);
    });
}

function pattern(key, { n }) {
  const message = messages[key];
  if (message === undefined) return key;
  return typeof message === "string" ? message : (message[format("PluralRules").select(n)] ?? message.other);
}

/** A formatter of Intl for the language. Each is made once, since that takes a thousand times as long as using it. */
export function format(kind, options = undefined) {
  const key = JSON.stringify([kind, tag, options]);
  if (!formats.has(key)) formats.set(key, new Intl[kind](tag, options));
  return formats.get(key);
}

/** A number as the language writes it. Small ones, in a language whose cards have these digits, do without a formatter:
    to make the first one takes a tenth of the time in which the page starts. */
export function formatted(number, options = undefined) {
  const isPlain = !options && Number.isInteger(number) && number >= 0 && number < 1000;
  if (isPlain && messages["card.ranks"]?.includes("10")) return String(number);
  return format("NumberFormat", options ?? { maximumFractionDigits: 2 }).format(number);
}

/** Things in a row: A, B and C. */
export function listed(things) {
  const parts = format("ListFormat").formatToParts(things.map((_, k) => String(k)));
  return parts.map(({ type, value }) => (type === "element" ? things[Number(value)] : value));
}

/** Put messages where the markup asks for them: data-t for the text, data-t-label and so on for attributes. */
export function translate(part) {
  const attributes = { "data-t-label": "aria-label", "data-t-title": "title", "data-t-placeholder": "placeholder" };
  for (const element of part.querySelectorAll("[data-t]")) {
    const text = t(element.dataset.t);
    if (element.textContent !== text) element.textContent = text; // English is there already
  }
  for (const [from, to] of Object.entries(attributes)) {
    for (const element of part.querySelectorAll(`[${from}]`)) element.setAttribute(to, t(element.getAttribute(from)));
  }
}
