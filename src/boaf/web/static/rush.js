/* Rush: positions in which exactly one move wins, as many as the player finds in three minutes. The solver makes them
   while he plays, so they never run out and need no network. A rating goes up and down as in chess, against positions
   that are harder the more stacks and moves they have. */

import { announce } from "./announce.js";
import { answer, Outdated, settle } from "./answers.js";
import { clockTime } from "./clock.js";
import { randomSeed } from "./deals.js";
import { button, choices } from "./dom.js";
import { deal } from "./kernel/boaf.js";
import { formatted, rich, t } from "./messages.js";
import { moveName } from "./names.js";
import { remember, setting } from "./settings.js";

const SECONDS = 180;
const AHEAD = 2;
const FEWEST_MOVES = 4;
const FIRST_RATING = 1000;
const WEIGHT = 24;
const PAUSE = 900;
const SHAPES = [[3, 3], [4, 4]];

export class Rush {
  #game;
  #view;
  #strip;
  #after;
  #run = null;

  /** `after` gives what to do when the time is over: [[label, action]]. */
  constructor(game, view, strip, after) {
    this.#game = game;
    this.#view = view;
    this.#strip = strip;
    this.#after = after;
    game.addEventListener("change", ({ detail }) => {
      const isRush = Boolean(game.origin.isRush);
      document.body.classList.toggle("is-rush", isRush);
      if (!isRush) this.stop();
      else if (detail.kind === "move") this.#judge(detail.text);
    });
  }

  async begin() {
    this.stop();
    const run = { solved: 0, missed: 0, left: SECONDS, puzzles: [], controller: new AbortController(), current: null };
    this.#run = run;
    this.#strip.tell(t("rush.making"), { tone: "lesson" });
    for (let k = 0; k < AHEAD; k++) prepare(run);
    run.timer = setInterval(() => this.#tick(run), 1000);
    await this.#next(run);
  }

  stop() {
    clearInterval(this.#run?.timer);
    this.#run?.controller.abort();
    this.#run = null;
  }

  async #next(run) {
    await settle(
      () => run.puzzles.shift(),
      (puzzle) => {
        if (this.#run !== run) return;
        prepare(run);
        run.current = puzzle;
        this.#game.start(puzzle.board, { seed: null, isRush: true });
        this.#say(run);
      },
      ({ message }) => this.#strip.tell(message, { tone: "unknown" }),
    );
  }

  #tick(run) {
    if (document.hidden || !run.current) return;
    run.left -= 1;
    if (run.left <= 0) this.#finish(run);
    else this.#say(run);
  }

  #say(run) {
    if (run.isShowing) return;
    const text = t("rush.task", { time: clockTime(run.left), n: run.solved });
    this.#strip.tell(text, { tone: "lesson", actions: [button(t("rush.stop"), () => this.#finish(run), "button small quiet")] });
  }

  #judge(text) {
    const run = this.#run;
    if (!run?.current || run.isShowing) return;
    const { best, rating } = run.current;
    const isRight = text === best;
    run[isRight ? "solved" : "missed"] += 1;
    remember("rating", rated(setting("rating") ?? FIRST_RATING, rating, isRight));
    run.isShowing = true;
    const words = isRight ? [t("rush.right")] : rich("rush.wrong", { move: moveName(best) });
    this.#strip.tell(words, { tone: isRight ? "yes" : "no" });
    setTimeout(() => {
      run.isShowing = false;
      if (this.#run === run && run.left > 0) this.#next(run);
    }, isRight ? PAUSE / 2 : 2 * PAUSE);
  }

  #finish(run) {
    this.stop();
    const isBest = run.solved > setting("rushBest");
    if (isBest) remember("rushBest", run.solved);
    const text = t("rush.result", {
      rating: formatted(Math.round(setting("rating") ?? FIRST_RATING)),
      best: formatted(setting("rushBest")),
      missed: run.missed,
    });
    const actions = choices([[t("rush.again"), () => this.begin()], ...this.#after()]);
    this.#strip.tell(text, { title: t("rush.over", { n: run.solved }), tone: "win", actions });
    announce(`${t("rush.over", { n: run.solved })} ${text}`);
    this.#view.focus();
  }
}

/** The rating after a position was solved or missed: Elo's rule. */
export function rated(own, other, isRight) {
  const expected = 1 / (1 + 10 ** ((other - own) / 400));
  return Math.max(100, own + WEIGHT * (Number(isRight) - expected));
}

/** Begin to look for another position; one that nobody waits for any more may fail unheard. */
function prepare(run) {
  const puzzle = makePuzzle(run);
  puzzle.catch(() => {});
  run.puzzles.push(puzzle);
}

/** A position of a winnable deal in which one move alone wins: {board, best, rating}. */
async function makePuzzle({ solved, controller: { signal } }) {
  for (;;) {
    const shape = SHAPES[Math.random() * 8 < solved ? 1 : 0];
    let board = deal(randomSeed(), ...shape);
    const { verdict, moves } = await answer("solve", { board: board.text }, signal);
    if (signal.aborted) throw new Outdated();
    if (verdict !== "solvable") continue;
    for (const text of moves) {
      const found = board.legalMoves.length >= FEWEST_MOVES ? await onlyMove(board, signal) : null;
      if (found) return { board, best: found, rating: 500 + 90 * board.stackCount + 20 * board.legalMoves.length };
      board = board.push(board.readMove(text));
    }
  }
}

async function onlyMove(board, signal) {
  const { moves } = await answer("analyze", { board: board.text }, signal);
  const winning = moves.filter(({ verdict }) => verdict === "solvable");
  return winning.length === 1 ? winning[0].move : null;
}
