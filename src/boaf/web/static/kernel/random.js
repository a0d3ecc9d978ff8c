/* SplitMix64, the generator of boaf, on whole numbers of 64 bits. */

const word = (number) => BigInt.asUintN(64, number);

export class SplitMix64 {
  #state;

  constructor(seed) {
    this.#state = word(BigInt(seed));
  }

  /** The next 64 random bits. */
  next() {
    this.#state = word(this.#state + 0x9e3779b97f4a7c15n);
    let found = this.#state;
    found = word((found ^ (found >> 30n)) * 0xbf58476d1ce4e5b9n);
    found = word((found ^ (found >> 27n)) * 0x94d049bb133111ebn);
    return found ^ (found >> 31n);
  }

  /** A random number in 0 … bound − 1. */
  below(bound) {
    return Number(((this.next() >> 32n) * BigInt(bound)) >> 32n);
  }
}
