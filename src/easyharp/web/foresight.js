// Foresight: the view that a wish leads to, where the engine has said so beforehand. It is shown while the engine
// answers, so that the table is never slower than the hand. No DOM, no rule: where nothing was said, nothing is foreseen.

import { concerned, legalTarget } from "./piles.js";

/**
 * @typedef {import("./backend.js").View} View
 * @typedef {View["piles"]} Piles
 * @typedef {import("./session.js").Wish} Wish
 */

export class Foresight {
  constructor() {
    /** @type {Piles[]} what undo leads back to, the next one last */
    this.behind = [];
    /** @type {Piles[]} what redo leads to, the next one last */
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
    const piles = view.won ? null : this.#piles(view, wish);
    return piles ? { ...view, piles, targets: {}, taps: {} } : null;
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
      this.ahead.push(before.piles);
      return;
    }
    if (wish.kind === "redo") this.ahead.pop();
    else this.ahead = [];
    this.behind.push(before.piles);
    if (this.behind.length > after.undo) this.behind.shift();
  }

  /** @param {View} view @param {Wish} wish */
  #piles(view, wish) {
    if (wish.kind === "undo") return view.undo ? this.behind.at(-1) : null;
    if (wish.kind === "redo") return view.redo ? this.ahead.at(-1) : null;
    return moved(view, wish);
  }
}

/** The piles after a legal move of cards. @param {View} view @param {Wish} wish @returns {Piles | null} */
function moved(view, wish) {
  const move = moveOf(view, wish);
  if (!move?.target) return null;
  const { pile, count, target } = move;
  const from = view.piles[pile];
  return {
    ...view.piles,
    [pile]: from.slice(0, -count),
    [target]: [...view.piles[target], ...from.slice(-count)],
  };
}

/**
 * From which pile a wish moves how many cards, and where to, if that is legal.
 * @param {View} view
 * @param {Wish} wish
 */
function moveOf(view, wish) {
  if (wish.kind === "drop") {
    const at = concerned(view, wish.place);
    return at && { ...at, target: legalTarget(view, at.pile, at.count, wish.target) };
  }
  if (wish.kind === "tap") {
    const at = concerned(view, wish.place, wish.pile);
    return at?.count === 1 ? { ...at, target: view.taps[at.pile] } : null;
  }
  return null;
}
