// Small tables for tests, written as cards by pile: "Kh" is face up, "--" face down.

import { PILES } from "../../src/easyharp/web/piles.js";

/** @typedef {import("../../src/easyharp/web/backend.js").View} View */
/** @typedef {import("../../src/easyharp/web/backend.js").Answer} Answer */

/**
 * A view with these cards; the places are counted through in the order in which they are written.
 * @param {Record<string, string>} piles
 * @param {Partial<View>} [rest]
 * @returns {View}
 */
export function viewOf(piles, rest = {}) {
  let place = 0;
  const cards = (/** @type {string} */ text) =>
    text.split(" ").map((face) => ({ place: place++, face: face === "--" ? null : face }));
  return {
    deal: 5, code: "EH1-N-AAAAAAF", targets: {}, taps: {}, next_deal: 6,
    score: 0, moves: 0, undo: 0, redo: 0, pass: 1, won: false, finishable: false, move_left: true,
    ...rest,
    piles: Object.fromEntries([
      ...PILES.map((pile) => [pile, []]),
      ...Object.entries(piles).map(([pile, text]) => [pile, cards(text)]),
    ]),
  };
}

/** @param {View} view @param {Partial<Answer>} [rest] @returns {Answer} */
export const answerOf = (view, rest = {}) => ({ record: "", played: null, refusal: null, view, ...rest });
