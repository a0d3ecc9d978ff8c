/* The game in play: a start, the moves played, and the moves that were taken back and can be played again.

   Everything that shows something listens to "change". Its detail says what happened: {kind: "deal" | "move" | "back" |
   "jump" | "plan", from, to, by}, where from and to are cells and `by` names who moved. The position itself is read
   from the game. */

export class Game extends EventTarget {
  #boards = [];
  #moves = [];
  #at = 0;

  /** Where the start comes from: {seed} for a numbered deal or {seed: null}; also {difficulty, date} when known. */
  origin = { seed: null };

  /** Begin anew; moves that are legal are played, and how many of them were is returned. */
  start(board, origin, moves = []) {
    this.origin = origin;
    this.#boards = [board];
    this.#moves = [];
    for (const text of moves) {
      const move = this.#boards.at(-1).readMove(text);
      if (!move) break;
      this.#add(move);
    }
    this.#at = this.#moves.length;
    this.#tell({ kind: "deal" });
    return this.#at;
  }

  get board() {
    return this.#boards[this.#at];
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

  play(move, by = "player") {
    if (this.#moves[this.#at]?.text !== move.text) {
      this.#forget();
      this.#add(move);
    }
    this.#at += 1;
    this.#tell({ kind: "move", from: move.from, to: move.to, by });
  }

  undo() {
    if (this.#at === 0) return false;
    this.#at -= 1;
    const { from, to } = this.#moves[this.#at];
    this.#tell({ kind: "back", from, to, by: "player" });
    return true;
  }

  redo(by = "player") {
    if (this.#at === this.#moves.length) return false;
    this.play(this.#moves[this.#at], by);
    return true;
  }

  /** Go to the position after so many moves; the later ones can be played again. */
  goTo(count) {
    if (count === this.#at) return;
    this.#at = count;
    this.#tell({ kind: "jump" });
  }

  /** Replace the moves ahead, so that redo steps through them. The position stays. */
  plan(texts) {
    this.#forget();
    for (const text of texts) {
      const move = this.#boards.at(-1).readMove(text);
      if (!move) throw new RangeError(`${text} is not legal here`);
      this.#add(move);
    }
    this.#tell({ kind: "plan" });
  }

  #add(move) {
    this.#boards.push(this.#boards.at(-1).push(move));
    this.#moves.push(move);
  }

  #forget() {
    this.#moves.length = this.#at;
    this.#boards.length = this.#at + 1;
  }

  #tell(detail) {
    this.dispatchEvent(new CustomEvent("change", { detail }));
  }
}

