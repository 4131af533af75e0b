// Waiting: whoever waits for the engine longer than a moment is told so, until there is nothing to wait for. No DOM.

/** After so many milliseconds it is told. */
export const LONG_WAIT = 1_500;

export class Waiting {
  /**
   * @param {{isBusy(): boolean, isAwaited(): boolean, say(): void, unsay(): void}} told  `isBusy` is whether the engine is at
   *   work, and `isAwaited` whether the player waits for that; `say` is called again and again, as long as it is so
   */
  constructor(told) {
    this.told = told;
    /** How many answers are waited for besides. */
    this.count = 0;
    /** @type {ReturnType<typeof setInterval> | undefined} */
    this.timer = undefined;
  }

  /** The player waits for an answer. @template T @param {Promise<T>} answer */
  async until(answer) {
    this.count += 1;
    this.look();
    try {
      return await answer;
    } finally {
      this.count -= 1;
      this.look();
    }
  }

  /** Something has begun to be waited for, or is no longer. */
  look() {
    const { told } = this;
    if (this.count || told.isBusy()) {
      this.timer ??= setInterval(() => (this.count || told.isAwaited()) && told.say(), LONG_WAIT);
    } else {
      clearInterval(this.timer);
      this.timer = undefined;
      told.unsay();
    }
  }
}
