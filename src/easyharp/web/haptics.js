// Haptics: what a hand feels of the game, where its device can vibrate. Knows nothing of settings.

import { STOCK, WASTE } from "./piles.js";

/** In milliseconds, as the device takes it: vibrating, pausing, vibrating. */
const LANDING = 8;
const REFUSAL = [12, 40, 12];
/** Wishes of a hand that moves a card; the app alone finishes, and undo only brings cards back. */
const BY_HAND = ["drop", "place", "tap", "double_tap"];

/**
 * @typedef {import("./session.js").Wish} Wish
 * @typedef {import("./backend.js").Answer} Answer
 */

export class Haptics {
  /**
   * @param {{vibrate?(pattern: VibratePattern): boolean}} device
   * @param {EventTarget} page  where it is seen what the player plays with
   */
  constructor(device = navigator, page = document) {
    this.device = device;
    this.touching = false;
    for (const kind of ["pointerdown", "keydown"]) {
      const note = (/** @type {Event} */ event) => {
        this.touching = /** @type {PointerEvent} */ (event).pointerType === "touch";
      };
      page.addEventListener(kind, note, { capture: true });
    }
  }

  /** Let the hand feel what came of a wish. @param {Wish} wish @param {Answer} answer */
  feel(wish, answer) {
    if (answer.refusal) this.device.vibrate?.(REFUSAL);
    else if (this.touching && landed(wish, answer)) this.device.vibrate?.(LANDING);
  }
}

/** Whether a hand has brought a card to a column or a foundation. @param {Wish} wish @param {Answer} answer */
function landed(wish, { played }) {
  return played !== null && BY_HAND.includes(wish.kind) && ![STOCK, WASTE].includes(played[1]);
}
