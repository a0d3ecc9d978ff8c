/* Share: a text that gives nothing away, with the link to the deal. Below it, for those who want it, what can be
   exported: the link to this position, the command for it, the board, its moves, a solution and a picture. */

import { toast } from "./announce.js";
import { Outdated, settle, Unanswered } from "./answers.js";
import { button, byId, make, note } from "./dom.js";
import { t } from "./messages.js";
import { boardPicture, download, pngOf } from "./picture.js";
import { streaks } from "./results.js";
import { legendOf, reviewGame } from "./review.js";
import { setting } from "./settings.js";
import { boardLines, commandFor, numbered, resultText } from "./texts.js";
import { fragmentOf } from "./url.js";

const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];

export class Sharing {
  #game;
  #questions;
  #journal;
  #outcome;
  #isPlain = false;

  constructor(game, questions, journal, outcome) {
    this.#game = game;
    this.#questions = questions;
    this.#journal = journal;
    this.#outcome = outcome;
    game.addEventListener("change", ({ detail }) => detail.kind !== "plan" && byId("sharing").close());
  }

  async open() {
    byId("sharing-body").replaceChildren();
    this.#show(null);
    if (!byId("sharing").open) byId("sharing").showModal();
    if (!this.#game.board.isSolved) return;
    const review = await reviewGame(this.#game).catch((error) => {
      if (error instanceof Unanswered || error instanceof Outdated) return null;
      throw error;
    });
    if (review && byId("sharing").open) this.#show(review);
  }

  #show(review) {
    const { winner, stars } = this.#journal;
    const deal = new URL(`#${fragmentOf(this.#game, { moves: [] })}`, location.href).href;
    const isLocal = LOOPBACK.includes(location.hostname);
    const streak = this.#game.origin.date ? streaks().current : 0;
    const values = { merit: this.#outcome.merit, stars, review, isPlain: this.#isPlain, streak };
    const text = resultText(this.#game, { ...values, ...(winner === "machine" ? { review: null } : {}) });
    const whole = isLocal ? text : `${text}\n${deal}`;
    const shown = make("pre", { tabindex: "0", role: "group", "aria-label": t("share.text"), class: "brag" }, whole);
    const copy = button(t("share.copy"), () => copyText(whole, t("share.text"), shown), "button primary");
    const share = () => navigator.share({ title: t("game.name"), text, url: deal }).catch(() => {});
    const plain = make("input", { type: "checkbox", id: "share-plain" });
    plain.checked = this.#isPlain;
    plain.addEventListener("change", () => {
      this.#isPlain = plain.checked;
      this.#show(review);
      byId("share-plain").focus();
    });
    const legend = review && !this.#isPlain ? [note(legendOf(review).join("  "))] : [];
    const choice = review ? [make("label", { class: "check" }, plain, t("share.plain"))] : [];
    const isOpen = byId("sharing-body").querySelector("details")?.open ?? false;
    const actions = navigator.share ? [button(t("share.send"), share, "button"), copy] : [copy];
    byId("sharing-body").replaceChildren(
      shown,
      ...legend,
      make("div", { class: "row" }, ...choice, make("span", { class: "grow" }), ...actions),
      this.#exports(isLocal, isOpen),
    );
  }

  #exports(isLocal, isOpen) {
    const game = this.#game;
    return make(
      "details",
      { open: isOpen },
      make("summary", {}, t("share.export")),
      ...(isLocal ? [note(t("share.local"))] : []),
      this.#item(t("share.position"), location.href),
      this.#item(t("share.command"), commandFor(game)),
      this.#item(t("share.board"), boardLines(game.board)),
      ...(game.played.length > 0 ? [this.#item(t("share.moves"), numbered(game.played))] : []),
      this.#solution(),
      this.#files(),
    );
  }

  /** Something to copy, shown as it is. */
  #item(title, text) {
    const shown = make("pre", { tabindex: "0", role: "group", "aria-label": title, dir: "ltr" }, text);
    const copy = button(t("share.copy"), () => copyText(text, title, shown));
    copy.setAttribute("aria-label", t("share.copyThis", { title }));
    return entry(title, [copy], shown);
  }

  /** A solution from here, on demand: who has seen it has not won by himself. */
  #solution() {
    const show = button(t("share.show"), () => this.#load(holder));
    show.setAttribute("aria-label", t("solution.show"));
    const holder = entry(t("share.solution"), [show]);
    return holder;
  }

  #load(holder) {
    const say = (text) => holder.replaceWith(this.#item(t("share.solution"), text));
    return settle(
      () => this.#questions.ask("solve"),
      ({ verdict, moves }) => {
        if (verdict === "solvable") this.#journal.solutionSeen();
        const none = t(verdict === "unsolvable" ? "solution.none" : "solution.unknown");
        say(verdict === "solvable" ? numbered(moves, this.#game.played.length + 1) || t("hint.won") : none);
      },
      ({ message }) => say(message),
    );
  }

  #files() {
    const name = document.title.split(" · ")[0].toLowerCase().replaceAll(" ", "-");
    const svg = () => boardPicture(this.#game.board, setting("fourColours"));
    return entry(t("share.picture"), [
      button("SVG", () => download(`${name}.svg`, svg(), "image/svg+xml")),
      button("PNG", async () => download(`${name}.png`, await pngOf(svg()), "image/png")),
      button(t("share.print"), () => (byId("sharing").close(), print())),
    ]);
  }
}

function entry(title, actions, ...more) {
  return make("section", { class: "shared" }, make("h3", {}, title), make("div", { class: "actions" }, ...actions), ...more);
}

async function copyText(text, title, shown) {
  try {
    await navigator.clipboard.writeText(text);
    toast(t("share.copied", { title }));
  } catch {
    getSelection().selectAllChildren(shown);
    toast(t("share.cannotCopy"));
  }
}
