/* The part of the browser's localStorage that the page uses, in memory: Node has none. */

export class Storage {
  getItem(key) {
    return Object.hasOwn(this, key) ? this[key] : null;
  }

  setItem(key, value) {
    this[key] = String(value);
  }

  removeItem(key) {
    delete this[key];
  }
}

/** A fresh storage with these texts in it, in the place where the page looks for it. */
export function install(texts = {}) {
  globalThis.localStorage = Object.assign(new Storage(), texts);
}
