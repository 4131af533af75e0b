// A seeded generator, so that what a test tries is the same in every run.

export class Chance {
  /** @param {number} seed */
  constructor(seed) {
    this.state = seed;
  }

  /** A number from 0 up to, but not, 1 (mulberry32). */
  next() {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), this.state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number in a range, both ends included. @param {number} least @param {number} most */
  between(least, most) {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  /** @template T @param {readonly T[]} items @returns {T} */
  choice(items) {
    return items[this.between(0, items.length - 1)];
  }
}
