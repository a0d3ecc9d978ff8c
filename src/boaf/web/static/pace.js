/* Does something again and again, with a pause between, until it answers false or is stopped. */

const PAUSE = 800;

export class Pace {
  #act;
  #run = null;

  /** `act` may be asynchronous; it answers whether there is more to do. */
  constructor(act) {
    this.#act = act;
  }

  get isRunning() {
    return this.#run !== null;
  }

  start() {
    if (this.isRunning) return;
    this.#run = {};
    this.#loop(this.#run);
  }

  stop() {
    this.#run = null;
  }

  async #loop(run) {
    while (this.#run === run) {
      if (!(await this.#act())) break;
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
    }
    if (this.#run === run) this.#run = null;
  }
}
