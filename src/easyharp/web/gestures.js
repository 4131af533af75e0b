// Gestures: what mouse, finger and pen do on the table becomes wishes. No rule: which piles are legal comes
// in as data, and every attempt goes out.

import { dropTarget } from "./layout.js";
import { COLUMNS, legalTarget, PILES, STOCK, targetsOf, whereabouts } from "./piles.js";

/**
 * @typedef {import("./table.js").Table} Table
 * @typedef {import("./session.js").Wish} Wish
 * @typedef {{
 *   pointer: number, place: number, pile: string, x: number, y: number, time: number,
 *   dragging: boolean, peeking: boolean, onlyPeeks: boolean, longPress: ReturnType<typeof setTimeout> | undefined,
 * }} Touch  a pointer that is down: the card and pile under it, where and when it went down; the right button only peeks
 */

/** How far, in CSS pixels, a pointer moves before a tap becomes a drag. */
const DRAG_FROM = { mouse: 4, pen: 6, touch: 8 };
/** How far it may have moved without holding a card for it still to be a tap. */
const TAP_WITHIN = 24;
/** The longest time, in milliseconds, between the two taps of a double tap. */
const DOUBLE_TAP = 300;
const LONG_PRESS = 450;

/** @typedef {Promise<import("./backend.js").Answer | null>} Answered */
const NO_TAP = { place: -2, pile: "", time: -Infinity, answer: /** @type {Answered} */ (Promise.resolve(null)) };

export class Gestures {
  /**
   * @param {Table} table
   * @param {{
   *   wish(wish: Wish): Promise<import("./backend.js").Answer | null>,
   *   select(pile: string): void,
   *   settings: {double_tap: boolean, tap_selects: boolean, interactive: boolean, show_targets: boolean},
   * }} player  `select` picks a pile or places what is picked
   */
  constructor(table, player) {
    this.table = table;
    this.player = player;
    /** @type {Touch | null} */
    this.touch = null;
    this.lastTap = NO_TAP;
    const { root } = table;
    root.addEventListener("pointerdown", (event) => this.#down(event));
    root.addEventListener("pointermove", (event) => this.#move(event));
    root.addEventListener("pointerup", (event) => this.#up(event));
    root.addEventListener("pointercancel", (event) => this.#lost(event));
    root.addEventListener("lostpointercapture", (event) => this.#uncaptured(event));
    root.addEventListener("contextmenu", (event) => event.preventDefault());
    root.addEventListener("click", (event) => this.#click(event));
    root.addEventListener("dblclick", (event) => event.preventDefault());
    root.addEventListener("touchmove", (event) => event.preventDefault(), { passive: false });
    addEventListener("blur", () => this.cancel());
    document.addEventListener("visibilitychange", () => this.cancel());
  }

  /** Two taps are a double tap only with nothing in between. */
  forgetTap() {
    this.lastTap = NO_TAP;
  }

  /** Bring a held card home and forget the pointer. */
  cancel() {
    const touch = this.touch;
    if (!touch) return;
    this.#end();
    if (touch.dragging) this.#home();
  }

  /** @param {PointerEvent} event */
  #down(event) {
    if (this.touch) return;
    const at = this.table.view && this.table.at(event.clientX, event.clientY);
    if (!at) return;
    const { place, pile } = at;
    const onlyPeeks = event.button === 2;
    if (event.button !== 0 && !onlyPeeks) return;
    this.table.root.setPointerCapture(event.pointerId);
    this.touch = {
      pointer: event.pointerId, place, pile, x: event.clientX, y: event.clientY, time: event.timeStamp,
      dragging: false, peeking: onlyPeeks, onlyPeeks,
      longPress: setTimeout(() => this.#peek(), onlyPeeks ? 0 : LONG_PRESS),
    };
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const touch = this.touch;
    if (!touch || event.pointerId !== touch.pointer || touch.onlyPeeks) return;
    const dx = event.clientX - touch.x;
    const dy = event.clientY - touch.y;
    const threshold = DRAG_FROM[/** @type {"mouse"} */ (event.pointerType)] ?? DRAG_FROM.touch;
    if (!touch.dragging) {
      if (Math.hypot(dx, dy) < threshold || !this.#pickUp(touch)) return;
      clearTimeout(touch.longPress);
      this.table.peek(null);
      touch.peeking = false;
      touch.dragging = true;
      this.showTargets();
    }
    if (this.#stillHeld(touch)) this.table.carry(dx, dy);
    else this.cancel();
  }

  /** @param {PointerEvent} event */
  #up(event) {
    const touch = this.touch;
    if (!touch || event.pointerId !== touch.pointer) return;
    // Where the page was busy, the card may be shown although the pointer was down for a moment only.
    const isLong = touch.onlyPeeks || event.timeStamp - touch.time >= LONG_PRESS;
    if (touch.peeking && isLong) return this.#end();
    const dx = event.clientX - touch.x;
    const dy = event.clientY - touch.y;
    if (touch.dragging) return this.#drop(touch, dx, dy);
    this.#end();
    if (Math.hypot(dx, dy) > TAP_WITHIN) return;
    this.#tap(touch, event.timeStamp);
  }

  /** @param {PointerEvent} event */
  #lost(event) {
    if (this.touch && event.pointerId === this.touch.pointer) this.cancel();
  }

  /** Chromium ends the capture when another button is released; the pointer is still down. @param {PointerEvent} event */
  #uncaptured(event) {
    if (this.touch && event.pointerId === this.touch.pointer && event.buttons & 1 && !this.touch.onlyPeeks) {
      this.table.root.setPointerCapture(event.pointerId);
    } else this.#lost(event);
  }

  #end() {
    const touch = this.touch;
    if (!touch) return;
    this.touch = null;
    clearTimeout(touch.longPress);
    this.table.peek(null);
    this.table.markPiles("target", []);
    if (this.table.root.hasPointerCapture(touch.pointer)) this.table.root.releasePointerCapture(touch.pointer);
  }

  #home() {
    this.table.release();
    this.table.motion.begin(performance.now());
    if (this.table.view) this.table.show(this.table.view);
  }

  /** Take the card under the pointer and all on it. @param {Touch} touch */
  #pickUp(touch) {
    const view = this.table.view;
    const at = view && whereabouts(view, touch.place);
    if (!view || !at) return false;
    const cards = view.piles[at.pile].slice(at.index);
    if (!this.player.settings.interactive && cards[0].face === null) return false;
    this.table.hold(cards.map((card) => card.place));
    return true;
  }

  /** Show where the held cards may go, as far as that is known now; what has gone meanwhile is held no longer. */
  showTargets() {
    const { touch } = this;
    const { view } = this.table;
    if (!touch?.dragging || !view) return;
    const at = this.#stillHeld(touch) && whereabouts(view, touch.place);
    if (!at) this.cancel();
    else if (this.player.settings.show_targets) this.table.markPiles("target", targetsOf(view, at.pile, at.count));
  }

  /** @param {Touch} touch */
  #stillHeld(touch) {
    const at = this.table.view && whereabouts(this.table.view, touch.place);
    return at && at.pile === touch.pile && at.count === this.table.held.length;
  }

  /** @param {Touch} touch @param {number} dx @param {number} dy */
  #drop(touch, dx, dy) {
    const { table } = this;
    const view = table.view;
    const at = view && whereabouts(view, touch.place);
    table.carry(dx, dy);
    this.#end();
    if (!view || !at || !this.#stillHeld(touch)) return this.#home();
    const legal = PILES.filter((pile) => legalTarget(view, at.pile, at.count, pile));
    const target = dropTarget(table.heldRect(), table.catchRects(), legal);
    if (target === null || target === at.pile) return this.#home();
    table.release();
    this.player.wish({ kind: "drop", place: touch.place, source: at.pile, count: at.count, target });
  }

  /** @param {Touch} touch @param {number} time */
  #tap({ place, pile }, time) {
    const { lastTap } = this;
    const { settings } = this.player;
    if (pile === STOCK) {
      this.player.wish({ kind: "tap", place, pile });
    } else if (settings.tap_selects) {
      this.player.select(pile);
    } else if (settings.double_tap && pile === lastTap.pile && time - lastTap.time < DOUBLE_TAP) {
      // The second tap on a card. Where a card has just left, it is swallowed, and so are all that follow.
      this.lastTap = { ...lastTap, place: NO_TAP.place, time };
      if (place !== lastTap.place) return;
      lastTap.answer.then((first) => {
        if (!first?.played) this.player.wish({ kind: "double_tap", place, pile });
      });
    } else if (place >= 0) {
      const answer = this.player.wish({ kind: "tap", place, pile });
      this.lastTap = { place, pile, time, answer };
    }
  }

  /** A click without a pointer: a screen reader or a switch activates a pile. @param {MouseEvent} event */
  #click(event) {
    const pile = event.target instanceof HTMLElement ? event.target.dataset.pile : undefined;
    if (!pile || event.detail > 0) return;
    if (pile === STOCK) this.player.wish({ kind: "tap", place: -1, pile });
    else this.player.select(pile);
  }

  /** Show a covered face-up card whole while the pointer rests on it. */
  #peek() {
    const touch = this.touch;
    const view = this.table.view;
    const at = touch && view && whereabouts(view, touch.place);
    if (!touch || !view || !at || at.count < 2 || !COLUMNS.includes(at.pile)) return;
    if (view.piles[at.pile][at.index].face === null) return;
    touch.peeking = true;
    this.table.peek(touch.place);
  }
}
