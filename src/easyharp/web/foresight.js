// Foresight: the view that a wish leads to, where the engine has said so beforehand. It is shown while the engine
// answers, so that the table is never slower than the hand. No DOM, no rule: where nothing was said, nothing is foreseen.

import { legalTarget, STOCK, whereabouts } from "./piles.js";

/**
 * @typedef {import("./backend.js").View} View
 * @typedef {import("./session.js").Wish} Wish
 */

export class Foresight {
  constructor() {
    /** @type {View[]} the views that undo leads back to, the next one last */
    this.behind = [];
    /** @type {View[]} the views that redo leads to, the next one last */
    this.ahead = [];
  }

  /**
   * The view to be shown until the answer is here, or null. Nothing may be done with it, and a card that it turns
   * has no face yet.
   * @param {View} view
   * @param {Wish} wish
   * @returns {View | null}
   */
  expected(view, wish) {
    const next = wish.kind === "undo" ? this.behind.at(-1) : wish.kind === "redo" ? this.ahead.at(-1) : moved(view, wish);
    return next ? { ...next, targets: {}, taps: {} } : null;
  }

  /**
   * Take note of an accepted action.
   * @param {Wish} wish
   * @param {View} before
   * @param {View} after
   */
  follow(wish, before, after) {
    if (wish.kind === "undo") {
      this.behind.pop();
      this.ahead.push(before);
    } else {
      if (wish.kind === "redo") this.ahead.pop();
      else this.ahead = [];
      this.behind = [...this.behind, before].slice(-after.undo);
    }
  }
}

/** The view after a legal move of cards. @param {View} view @param {Wish} wish */
function moved(view, wish) {
  const move = moveOf(view, wish);
  if (!move?.target) return null;
  const { pile, count, target } = move;
  const from = view.piles[pile];
  const piles = {
    ...view.piles,
    [pile]: from.slice(0, -count),
    [target]: [...view.piles[target], ...from.slice(-count)],
  };
  return { ...view, piles };
}

/**
 * From which pile a wish moves how many cards, and where to, if that is legal.
 * @param {View} view
 * @param {Wish} wish
 */
function moveOf(view, wish) {
  if (wish.kind === "drop") {
    const at = whereabouts(view, wish.place);
    return at && { ...at, target: legalTarget(view, at.pile, at.count, wish.target) };
  }
  if (wish.kind === "tap") {
    const at = wish.pile === STOCK ? { pile: STOCK, count: 1 } : whereabouts(view, wish.place);
    return at?.count === 1 ? { ...at, target: view.taps[at.pile] } : null;
  }
  return null;
}
