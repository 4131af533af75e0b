// Labels: what the piles of a table are called: the stock for the eyes, all of them for those who listen.

import { CLASSIC_FROM } from "./layout.js";
import { set } from "./page.js";
import { PILES, STOCK } from "./piles.js";
import { pileSentence } from "./sentences.js";

/** @typedef {import("./backend.js").View} View */

/** The piles before there is a game. */
const EMPTY = /** @type {Pick<View, "piles" | "targets" | "pass">} */ ({
  piles: Object.fromEntries(PILES.map((pile) => [pile, []])), targets: {}, pass: 1,
});

/**
 * Name the piles of a table as they are in a view; without one they are empty, and the stock says nothing to the eyes.
 * @param {import("./table.js").Table} table
 * @param {import("./words.js").Words} words
 * @param {View | null} view
 */
export function labelPiles(table, words, view) {
  if (view) {
    const roomy = table.plan.card.width >= CLASSIC_FROM;
    const pass = roomy ? words.say("pass", { number: view.pass }) : `↻ ${words.number.format(view.pass)}`;
    table.labelStock(words.number.format(view.piles[STOCK].length), pass);
  }
  for (const pile of PILES) set(table.piles[pile], "aria-label", pileSentence(words, view ?? EMPTY, pile));
}
