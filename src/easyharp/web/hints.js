// Hints: what the engine advises, shown a step further each time it is asked for. No DOM, no rule.

/**
 * @typedef {{source: string, target: string, count: number}} Advised
 * @typedef {{verdict: "won" | "winnable" | "unwinnable" | "unknown", move_left: boolean, action: Advised | null}} Hint
 * @typedef {1 | 2 | 3} Step  whether there is a way to win; which card; where to
 */

/** How many seconds may be thought: unasked, and when the player wants it to go on. */
export const THINK = { short: 1, long: 20 };
/** Milliseconds of thinking that nobody needs to be told of. */
const UNNOTICED = 150;

/** Whether cards are only drawn or turned over; then a hint has nothing more to say than that. @param {Advised} action */
const isOnlyTurning = ({ source, target }) => source === "t" || target === "t";

/** The last step of a hint. @param {Hint} hint @returns {Step} */
export function lastStep({ action }) {
  if (!action) return 1;
  return isOnlyTurning(action) ? 2 : 3;
}

export class Hints {
  /**
   * @param {(seconds: number, signal: AbortSignal) => Promise<Hint | null>} ask  null where the game has gone on
   * @param {{
   *   thinking(thinks: boolean): void,
   *   show(hint: Hint, how: {step: Step, thoughtLong: boolean}): void,
   *   forgotten(): void,
   *   failed(error: unknown): void,
   * }} listener  `thinking` when it takes so long that it has to be told, and when that is over
   */
  constructor(ask, listener) {
    this.ask = ask;
    this.listener = listener;
    /** @type {{hint: Hint, step: Step, thoughtLong: boolean} | null} what is known of the position on the table */
    this.known = null;
    /** @type {AbortController | null} */
    this.thinking = null;
  }

  /** Go a step further: from whether there is a way to which card, and to where; from not knowing to thinking on. */
  further() {
    if (!this.known) return this.#think(THINK.short);
    if (this.known.hint.verdict === "unknown") return this.#think(THINK.long);
    const { hint, step } = this.known;
    return this.#show(/** @type {Step} */ (Math.min(step + 1, lastStep(hint))));
  }

  /** Say only whether there is a way to win. */
  outlook() {
    return this.known ? this.#show(1) : this.#think(THINK.short);
  }

  /** Forget all about this position, and give up thinking. */
  clear() {
    if (!this.known && !this.thinking) return; // as before most actions
    this.known = null;
    this.#stop();
    this.listener.forgotten();
  }

  /** @param {number} seconds */
  async #think(seconds) {
    if (this.thinking) return;
    const thinking = (this.thinking = new AbortController());
    const { signal } = thinking;
    const unnoticed = setTimeout(() => {
      this.listener.thinking(true);
      signal.addEventListener("abort", () => this.listener.thinking(false));
    }, UNNOTICED);
    signal.addEventListener("abort", () => clearTimeout(unnoticed));
    try {
      const hint = await this.ask(seconds, signal);
      if (signal.aborted) return;
      this.#stop();
      if (!hint) return;
      this.known = { hint, step: 1, thoughtLong: seconds === THINK.long };
      this.#show(1);
    } catch (error) {
      if (signal.aborted) return;
      this.#stop();
      this.listener.failed(error);
    }
  }

  #stop() {
    this.thinking?.abort();
    this.thinking = null;
  }

  /** @param {Step} step */
  #show(step) {
    if (!this.known) return;
    this.known.step = step;
    this.listener.show(this.known.hint, this.known);
  }
}
