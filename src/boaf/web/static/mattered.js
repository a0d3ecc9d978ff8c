/* The move that mattered: the turning point of a game, with both ways on as small boards and one sentence about it. */

import { settle } from "./answers.js";
import { stackFace } from "./card_face.js";
import { button, byId, make, note } from "./dom.js";
import { rich, t } from "./messages.js";
import { moveName } from "./names.js";
import { contrast, plainReason } from "./reasons.js";

export class Mattered {
  #game;
  #questions;

  constructor(game, questions) {
    this.#game = game;
    this.#questions = questions;
    game.addEventListener("change", ({ detail }) => detail.kind !== "plan" && byId("mattered").close());
  }

  /** Why the position after a number of moves is lost. */
  async explainLoss(number) {
    this.#open(number > 0 ? t("mattered.title") : t("mattered.never"), [note(t("solver.asking"))]);
    await settle(
      async () => {
        const { proof } = await this.#questions.ask("explain", number);
        const { moves } = number > 0 ? await this.#questions.ask("analyze", number - 1) : { moves: [] };
        return { proof, good: moves.filter(({ verdict }) => verdict === "solvable") };
      },
      ({ proof, good }) => this.#showLoss(number, proof, good),
      ({ message }) => this.#fill([note(message)]),
    );
  }

  #showLoss(number, proof, good) {
    const lost = this.#game.boardAfter(number);
    const reason = plainReason(proof, lost);
    const cells = proof?.cells ?? [];
    if (number === 0) {
      const text = make("p", { class: "reason" }, ...(reason ?? [t("reason.start")]));
      this.#fill([text, miniature(lost, cells), ...proofOf(proof)]);
      return;
    }
    const before = this.#game.boardAfter(number - 1);
    const played = before.readMove(this.#game.played[number - 1]);
    const best = good.map(({ move }) => before.readMove(move));
    const words = reason ?? (best.length > 0 ? contrast(before, played, best) : [t("reason.start")]);
    const pictures = [figure("mattered.played", played, miniature(lost, cells))];
    if (best.length > 0) {
      pictures.push(figure("mattered.kept", best[0], miniature(before.push(best[0]), [best[0].to], "hint-to")));
    }
    const act = () => (byId("mattered").close(), this.#game.goTo(number - 1));
    this.#fill([
      make("p", { class: "reason" }, ...words),
      make("div", { class: "futures" }, ...pictures),
      make("p", { class: "actions" }, button(t("lost.back", { number }), act, "button primary")),
      ...proofOf(proof),
    ]);
  }

  /** The turning point of a game that was won: {number, board, move, winning, moves}. */
  showWin({ number, before, move, winning, moves }) {
    const played = before.readMove(move);
    const bad = moves.find(({ verdict }) => verdict === "unsolvable");
    const words = rich("mattered.win", { number, move: moveName(move), n: winning, all: moves.length });
    const pictures = [figure("mattered.yours", played, miniature(before.push(played), [played.to], "hint-to"))];
    if (bad) {
      const other = before.readMove(bad.move);
      pictures.push(figure("mattered.wouldLose", other, miniature(before.push(other), [other.to])));
    }
    this.#open(t("mattered.title"), [make("p", { class: "reason" }, ...words), make("div", { class: "futures" }, ...pictures)]);
  }

  #open(title, children) {
    byId("mattered-title").textContent = title;
    this.#fill(children);
    if (!byId("mattered").open) byId("mattered").showModal();
  }

  #fill(children) {
    byId("mattered-body").replaceChildren(...children);
  }
}

function figure(key, move, picture) {
  return make("figure", {}, make("figcaption", {}, ...rich(key, { move: moveName(move.text) })), picture);
}

/** A small board that is only looked at. */
function miniature(board, cells = [], mark = "proof") {
  const element = make("div", { class: "mini", "aria-hidden": "true", dir: "ltr" });
  element.style.setProperty("--cols", board.cols);
  const cell = (stack, k) => {
    const holder = make("div", { class: stack.length > 0 ? "cell" : "cell is-empty" });
    if (cells.includes(k)) holder.dataset.mark = mark;
    if (stack.length > 0) holder.append(stackFace(stack));
    return holder;
  };
  element.append(...board.stacks.map(cell));
  return element;
}

/** The solver's own words, one click away. */
export function proofOf(proof) {
  const text = proof ? proof.text : [t("proof.none")];
  const formal = text.map((sentence) => make("p", proof ? { lang: "en", dir: "ltr" } : {}, sentence));
  return [make("details", { class: "formal" }, make("summary", {}, t("proof.title")), ...formal)];
}
