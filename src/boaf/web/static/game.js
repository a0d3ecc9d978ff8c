/* The game in play: a start, the moves played, and the moves that were taken back and can be played again.

   Everything that shows something listens to "change". Its detail says what happened: {kind: "deal" | "move" | "back" |
   "jump" | "plan", from, to, text, by, back}, where from and to are cells, `back` is the number of moves taken back, and
   `by` names who moved: "player", "hint" for a move that help proposed, "solution" or "watch" for the machine's, "redo"
   for one that was made before. The maker of a move is one of these, or "link" for one that came with the address. The
   position itself is read from the game. */

export class Game extends EventTarget {
  #boards = [];
  #moves = [];
  #at = 0;
  #log = [];

  /** Where the start comes from: {seed} for a numbered deal or {seed: null}; {difficulty, date, isLesson} if known. */
  origin = { seed: null };

  /** Start again after the moves, with others ahead; how many of the moves are legal, and so were played, is returned.

      `makers` says who made each of all these moves; they came with the link unless it does. `log` is that of the game. */
  start(board, origin, { moves = [], ahead = [], makers = [], log = null } = {}) {
    this.origin = origin;
    this.#boards = [board];
    this.#moves = [];
    [...moves, ...ahead].every((text, k) => {
      const move = this.#boards.at(-1).readMove(text);
      if (move) this.#add(move, makers[k] ?? "link");
      return move !== null;
    });
    this.#at = Math.min(moves.length, this.#moves.length);
    this.#log = log ?? this.#moves.slice(0, this.#at).map(({ text, by }) => ({ text, by }));
    this.#tell({ kind: "deal" });
    return this.#at;
  }

  get board() {
    return this.#boards[this.#at];
  }

  /** Whether this is neither the lesson nor the rush. */
  get isOrdinary() {
    return !this.origin.isLesson && !this.origin.isRush;
  }

  get first() {
    return this.#boards[0];
  }

  /** The texts of the moves played, first to last. */
  get played() {
    return this.#moves.slice(0, this.#at).map((move) => move.text);
  }

  /** The texts of the moves that redo would play. */
  get ahead() {
    return this.#moves.slice(this.#at).map((move) => move.text);
  }

  /** Who made each move, those ahead included. */
  get makers() {
    return this.#moves.map((move) => move.by);
  }

  /** All that happened since the start, in order: {text, by} for a move, {back} for a number of moves taken back. */
  get log() {
    return this.#log;
  }

  /** The board after a number of moves. */
  boardAfter(count) {
    return this.#boards[count];
  }

  /** Make a move. One that lies ahead is made anew by whoever makes it now, and the moves after it stay. */
  play(move, by = "player") {
    if (this.#moves[this.#at]?.text === move.text) {
      this.#moves[this.#at].by = by;
    } else {
      this.#forget();
      this.#add(move, by);
    }
    this.#step(by);
  }

  undo() {
    if (this.#at === 0) return false;
    this.#at -= 1;
    this.#log.push({ back: 1 });
    const { from, to, text } = this.#moves[this.#at];
    this.#tell({ kind: "back", from, to, text, by: "player", back: 1 });
    return true;
  }

  /** Make the next move again; its maker stays who it was. */
  redo(by = "redo") {
    if (this.#at === this.#moves.length) return false;
    this.#step(by);
    return true;
  }

  /** Go to the position after a number of moves; the later ones can be played again. */
  goTo(count) {
    if (count === this.#at) return;
    const back = Math.max(0, this.#at - count);
    if (back > 0) this.#log.push({ back });
    this.#log.push(...this.#moves.slice(this.#at, count).map(({ text, by }) => ({ text, by })));
    this.#at = count;
    this.#tell({ kind: "jump", back });
  }

  /** Replace the moves ahead by the machine's, so that redo steps through them. The position stays. */
  plan(texts) {
    this.#forget();
    for (const text of texts) {
      const move = this.#boards.at(-1).readMove(text);
      if (!move) throw new RangeError(`${text} is not legal here`);
      this.#add(move, "solution");
    }
    this.#tell({ kind: "plan" });
  }

  #step(by) {
    const { from, to, text, by: maker } = this.#moves[this.#at];
    this.#log.push({ text, by: maker });
    this.#at += 1;
    this.#tell({ kind: "move", from, to, text, by });
  }

  #add(move, by) {
    this.#boards.push(this.#boards.at(-1).push(move));
    this.#moves.push({ ...move, by });
  }

  #forget() {
    this.#moves.length = this.#at;
    this.#boards.length = this.#at + 1;
  }

  #tell(detail) {
    this.dispatchEvent(new CustomEvent("change", { detail }));
  }
}
