/* Share and export: the link to this position, a text that gives nothing away, the command for it, and the board, its
   moves, a solution and a picture to keep. */

import { toast } from "./announce.js";
import { settle } from "./answers.js";
import { button, byId, make } from "./dom.js";
import { boardPicture, download, pngOf } from "./picture.js";
import { setting } from "./settings.js";
import { boardLines, commandFor, numbered, resultText } from "./texts.js";
import { fragmentOf } from "./url.js";

const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];

export class Sharing {
  #game;
  #questions;
  #journal;

  constructor(game, questions, journal) {
    this.#game = game;
    this.#questions = questions;
    this.#journal = journal;
    game.addEventListener("change", ({ detail }) => detail.kind !== "plan" && byId("sharing").close());
  }

  open() {
    const game = this.#game;
    const deal = new URL(`#${fragmentOf(game, { moves: [] })}`, location.href).href;
    const text = resultText(game, this.#journal.record, this.#journal.winner);
    const isLocal = LOOPBACK.includes(location.hostname);
    const local = "The link works on this machine only. The command works wherever boaf is installed.";
    byId("sharing-body").replaceChildren(
      ...(isLocal ? [make("p", { class: "note" }, local)] : []),
      this.#item("Link to this position", location.href),
      this.#item("Text", isLocal ? text : `${text}\n${deal}`, navigator.share ? [this.#native(text, deal)] : []),
      this.#item("Command line", commandFor(game)),
      this.#item("Board", boardLines(game.board)),
      ...(game.played.length > 0 ? [this.#item("Moves", numbered(game.played))] : []),
      this.#solution(),
      this.#files(),
    );
    if (!byId("sharing").open) byId("sharing").showModal();
  }

  /** Something to copy, shown as it is. */
  #item(title, text, more = []) {
    const shown = make("pre", { tabindex: "0", role: "group", "aria-label": title }, text);
    const copy = button("Copy", () => copyText(text, title, shown), "button small");
    copy.setAttribute("aria-label", `Copy: ${title}`);
    return entry(title, [...more, copy], shown);
  }

  #native(text, url) {
    const share = () => navigator.share({ title: "Birds of a Feather", text, url }).catch(() => {});
    return button("Share …", share, "button small primary");
  }

  /** A solution from here, on demand: who has seen it has not won by himself. */
  #solution() {
    const show = button("Show", () => this.#load(holder), "button small");
    show.setAttribute("aria-label", "Show a solution");
    const holder = entry("Solution from here", [show]);
    return holder;
  }

  #load(holder) {
    const say = (text) => holder.replaceWith(this.#item("Solution from here", text));
    return settle(
      () => this.#questions.ask("solve"),
      ({ verdict, moves }) => {
        if (verdict === "solvable") this.#journal.solutionSeen();
        const none = verdict === "unsolvable" ? "This cannot be won." : "The solver could not decide.";
        say(verdict === "solvable" ? numbered(moves, this.#game.played.length + 1) || "It is won." : none);
      },
      ({ message }) => say(message),
    );
  }

  #files() {
    const name = document.title.split(" · ")[0].toLowerCase().replaceAll(" ", "-");
    const svg = () => boardPicture(this.#game.board, setting("fourColours"));
    return entry("Picture and print", [
      button("SVG", () => download(`${name}.svg`, svg(), "image/svg+xml"), "button small"),
      button("PNG", async () => download(`${name}.png`, await pngOf(svg()), "image/png"), "button small"),
      button("Print", () => (byId("sharing").close(), print()), "button small"),
    ]);
  }
}

function entry(title, actions, ...more) {
  return make("section", { class: "shared" }, make("h3", {}, title), make("div", { class: "actions" }, ...actions), ...more);
}

async function copyText(text, title, shown) {
  try {
    await navigator.clipboard.writeText(text);
    toast(`Copied: ${title}.`);
  } catch {
    getSelection().selectAllChildren(shown);
    toast("This browser does not let the page copy. The text is selected: copy it from here.");
  }
}
