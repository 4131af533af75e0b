// Replaying: a record looked at as it was after any number of its actions, step by step or running. No DOM, no rule:
// every moment comes from the engine, and the last ones are remembered.

/**
 * @typedef {import("./backend.js").Answer} Answer
 * @typedef {import("./backend.js").Backend} Backend
 * @typedef {import("./backend.js").View} View
 * @typedef {{at: number, answer: Answer, before: View | null, travels: boolean}} Moment  how the game was after `at`
 *   actions; `before` is the view one action earlier, and `travels` tells whether this moment is a neighbour of the one
 *   that was shown last
 */

/** Milliseconds from one action to the next. */
export const PACES = { slow: 1_600, normal: 800, fast: 300, fastest: 90 };
/** @typedef {keyof typeof PACES} Pace */

/** So many moments are remembered. */
const REMEMBERED = 300;

export class Replaying {
  /**
   * @param {Backend} backend
   * @param {{shown(moment: Moment): unknown, playing(isPlaying: boolean): unknown, failed(error: unknown): unknown}} listener
   */
  constructor(backend, listener) {
    this.backend = backend;
    this.listener = listener;
    /** @type {Pace} */
    this.pace = "normal";
    /** @type {Answer | null} the engine's about the whole record, once it is open */
    this.whole = null;
    /** Where the replay is; -1 before anything was shown. */
    this.at = -1;
    /** Where it is to go. */
    this.wanted = -1;
    /** @type {Map<number, Promise<Answer>>} */
    this.moments = new Map();
    /** @type {Promise<void> | null} what is under way, if anything is */
    this.going = null;
    /** @type {ReturnType<typeof setTimeout> | null} */
    this.timer = null;
  }

  /** The number of actions. */
  get total() {
    return this.whole?.actions ?? 0;
  }

  get isPlaying() {
    return this.timer !== null;
  }

  /**
   * Open a record at its beginning.
   * @param {string} record
   * @returns {Promise<void>}  rejected where the engine has no answer
   */
  async open(record) {
    this.whole = await this.backend.ask("view", { record });
    await this.go(0);
  }

  /** Show how the game was after so many actions; the last one asked for counts. @param {number} at */
  go(at) {
    if (!this.whole) return Promise.resolve();
    this.wanted = Math.max(0, Math.min(this.total, at));
    this.going ??= this.#follow().finally(() => (this.going = null));
    return this.going;
  }

  /** Go on a step, or back. @param {1 | -1} step */
  step(step) {
    this.pause();
    return this.go(this.wanted + step);
  }

  /** Go somewhere. @param {number} at */
  jump(at) {
    this.pause();
    return this.go(at);
  }

  /** Let it run, from the beginning where it is at its end. */
  async play() {
    if (this.isPlaying) return;
    this.#wait();
    this.listener.playing(true);
    if (this.at === this.total) await this.go(0);
  }

  pause() {
    if (this.timer === null) return;
    clearTimeout(this.timer);
    this.timer = null;
    this.listener.playing(false);
  }

  /** @param {Pace} pace */
  setPace(pace) {
    this.pace = pace;
    if (this.timer === null) return;
    clearTimeout(this.timer);
    this.#wait();
  }

  /** Wait until it is time for the next action, if it still runs then. */
  #wait() {
    const timer = setTimeout(async () => {
      await this.go(this.wanted + 1);
      if (this.timer !== timer) return;
      if (this.at === this.total) this.pause();
      else this.#wait();
    }, PACES[this.pace]);
    this.timer = timer;
  }

  async #follow() {
    while (this.at !== this.wanted) {
      const at = this.wanted;
      try {
        const [before, answer] = await Promise.all([at ? this.#moment(at - 1) : null, this.#moment(at)]);
        const travels = this.at >= 0 && Math.abs(at - this.at) === 1;
        this.at = at;
        this.listener.shown({ at, answer, before: before && before.view, travels });
      } catch (error) {
        this.wanted = this.at;
        this.pause();
        this.listener.failed(error);
      }
    }
  }

  /** @param {number} at @returns {Promise<Answer>} */
  #moment(at) {
    const known = this.moments.get(at);
    const moment = known ?? this.backend.ask("view", { record: this.whole?.record, at });
    // The least recently seen one goes first.
    this.moments.delete(at);
    this.moments.set(at, moment);
    if (this.moments.size > REMEMBERED) this.moments.delete(/** @type {number} */ (this.moments.keys().next().value));
    moment.catch(() => this.moments.delete(at));
    return moment;
  }
}
