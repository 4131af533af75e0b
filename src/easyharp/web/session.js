// The game being played: its record and view, and the queue of what the player wants. No DOM, no rule.
//
// A wish names cards, not positions: when its turn comes it is looked up in the view of that moment, so that
// nothing ever acts on a stale position. A wish about a card that has meanwhile gone is dropped.

import { Foresight } from "./foresight.js";
import { concerned, lastPlace } from "./piles.js";

/**
 * @typedef {import("./backend.js").Backend} Backend
 * @typedef {import("./backend.js").View} View
 * @typedef {import("./backend.js").Answer} Answer
 *
 * @typedef {{kind: "drop", place: number, source: string, count: number, target: string}
 *   | {kind: "place", place: number | null, source: string, target: string}
 *   | {kind: "tap", place: number, pile: string}
 *   | {kind: "double_tap", place: number, pile: string}
 *   | {kind: "undo"} | {kind: "redo"} | {kind: "finish"}
 * } Wish  `place` is the card it is about, -1 for a pile without cards, and a
 *   drop is about all on it, too, as they were picked up; a placing with null is about whatever
 *   card ends the source then
 *
 * @typedef {{wish: Wish | null, before: View | null, answer: Answer}} Change
 */

export class Session {
  /**
   * @param {Backend} backend
   * @param {{
   *   changed(change: Change): void,
   *   expecting(view: View, wish: Wish): Promise<void>,
   *   failed(error: unknown): void,
   *   leaving(isFollowing: boolean): void,
   *   busy(busy: boolean): void,
   * }} listener  `changed` after every answer, `expecting` when what a wish will bring about is known beforehand (resolves
   *   once that is on the screen), `leaving` just before another game takes this one's place, `busy` when wishes begin or cease to wait
   */
  constructor(backend, listener) {
    this.backend = backend;
    this.listener = listener;
    this.record = "";
    /** @type {View | null} */
    this.view = null;
    this.foresight = new Foresight();
    /** @type {string | null} the record of a game that is shown, but at which the engine has not looked yet */
    this.remembered = null;
    /** Counts games, so that a wish about one is never fulfilled in the next. */
    this.game = 0;
    /** @type {Promise<unknown>} */
    this.queue = Promise.resolve();
    this.waiting = 0;
    /** @type {Promise<unknown> | null} what is opened while a remembered game waits for that; null where none does */
    this.opening = null;
    this.opened = () => {};
  }

  /**
   * Show a game as it was last seen. It has to be opened, too: what is wanted until that has succeeded waits for it, and is
   * about this game.
   * @param {Pick<Answer, "record" | "view">} seen
   * @param {Promise<void>} [isShown]  the engine is not asked before that
   */
  remember({ record, view }, isShown = Promise.resolve()) {
    this.#take(null, { record, view, played: null, refusal: null });
    this.remembered = record;
    this.opening = isShown;
    const opened = new Promise((resolve) => (this.opened = () => resolve(null)));
    this.#queued(async () => {
      await opened;
      let last;
      do await (last = this.opening);
      while (last !== this.opening); // more may have been asked for meanwhile
      this.opening = null;
    });
  }

  /**
   * Begin with what an ask returns: a new game, or a look at a saved one.
   * @param {string} ask
   * @param {object} body
   * @param {{isFollowing?: boolean}} [how]  whether it is what became of the game elsewhere, which `leaving` is told
   * @returns {Promise<Answer>}  rejected where the engine cannot be asked; then the game before goes on
   */
  open(ask, body, { isFollowing = false } = {}) {
    const task = async () => {
      const answer = await this.backend.ask(ask, body);
      this.#begin(answer, isFollowing);
      this.opened();
      return answer;
    };
    if (!this.opening) return this.#queued(task);
    const result = this.opening.then(task);
    this.opening = result.catch(() => null);
    return result;
  }

  /** @param {Answer} answer @param {boolean} isFollowing */
  #begin(answer, isFollowing) {
    const { remembered } = this;
    this.remembered = null;
    const isRemembered = answer.record === remembered;
    if (isRemembered && JSON.stringify(answer.view) === JSON.stringify(this.view)) return;
    if (!isRemembered) {
      this.listener.leaving(isFollowing);
      this.game += 1;
    }
    this.#take(null, answer);
  }

  /** Whether a game is shown at which the engine has not looked yet. */
  get isRemembered() {
    return this.remembered !== null;
  }

  /** Whether there is something for which the player waits: a first game, or what was wanted of this one. */
  get isAwaited() {
    return !this.view || this.waiting > Number(this.opening !== null);
  }

  /**
   * Do what the player wants as soon as everything wanted before is done.
   * @param {Wish} wish
   * @returns {Promise<Answer | null>}  null where the wish had become void
   */
  wish(wish) {
    const expectation = this.view && !this.waiting && this.foresight.expected(this.view, wish);
    const shown = expectation ? this.listener.expecting(expectation, wish) : null;
    const game = this.game;
    return this.#queued(async () => {
      // Asking takes time of its own, and the engine's work may share a core with the table's: the eyes come first.
      await shown;
      return this.#fulfil(wish, game);
    });
  }

  /**
   * Ask what helps at the table as it is when all that was wanted before is done. Unlike a wish it keeps nothing waiting.
   * @param {number} seconds  how long the engine may think
   * @param {AbortSignal} signal  gives it up
   * @returns {Promise<import("./hints.js").Hint | null>}  null where the game has gone on meanwhile
   */
  async hint(seconds, signal) {
    await this.queue;
    const { record } = this;
    const hint = await this.backend.ask("hint", { record, seconds }, { signal, thinking: 1_000 * seconds });
    return record === this.record ? hint : null;
  }

  /** @template T @param {() => Promise<T>} task @returns {Promise<T>} */
  #queued(task) {
    this.waiting += 1;
    if (this.waiting === 1) this.listener.busy(true);
    const result = this.queue.then(task).finally(() => {
      this.waiting -= 1;
      if (!this.waiting) this.listener.busy(false);
    });
    this.queue = result.catch(() => null);
    return result;
  }

  /**
   * @param {Wish} wish
   * @param {number} game  the game it was about
   */
  async #fulfil(wish, game) {
    const request = this.view && game === this.game ? asked(this.view, wish) : null;
    if (!request) return null;
    const { ask, ...body } = request;
    let answer;
    try {
      answer = await this.backend.ask(ask, { record: this.record, ...body });
    } catch (error) {
      this.listener.failed(error);
      return null;
    }
    this.#take(wish, answer);
    return answer;
  }

  /**
   * @param {Wish | null} wish
   * @param {Answer} answer
   */
  #take(wish, answer) {
    const before = wish ? this.view : null;
    if (!wish) this.foresight = new Foresight();
    else if (before && answer.played) this.foresight.follow(wish, before, answer.view);
    this.record = answer.record;
    this.view = answer.view;
    this.listener.changed({ wish, before, answer });
  }
}

/**
 * What a wish asks of the engine in a view, or null where the card it is about has gone.
 * @param {View} view
 * @param {Wish} wish
 */
function asked(view, wish) {
  switch (wish.kind) {
    case "place":
      if (wish.place !== null && wish.place !== lastPlace(view, wish.source)) return null;
      return { ask: "act", source: wish.source, target: wish.target };
    case "drop": {
      const at = concerned(view, wish.place);
      if (at?.pile !== wish.source || at.count !== wish.count) return null;
      return { ask: "act", source: at.pile, target: wish.target, count: at.count };
    }
    case "tap":
    case "double_tap": {
      const at = concerned(view, wish.place, wish.pile);
      return at && { ask: wish.kind, pile: at.pile, count: at.count };
    }
    default:
      return { ask: wish.kind };
  }
}
