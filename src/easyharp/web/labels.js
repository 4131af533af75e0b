// Labels: what the piles of a table are called: the stock for the eyes, all of them for those who listen.

import { CLASSIC_FROM } from "./layout.js";
import { set } from "./page.js";
import { PILES, STOCK } from "./piles.js";
import { pileSentence } from "./sentences.js";

/**
 * Name the piles of a table as they are in a view.
 * @param {import("./table.js").Table} table
 * @param {import("./words.js").Words} words
 * @param {import("./backend.js").View} view
 */
export function labelPiles(table, words, view) {
  const roomy = table.plan.card.width >= CLASSIC_FROM;
  const pass = roomy ? words.say("pass", { number: view.pass }) : `↻ ${words.number.format(view.pass)}`;
  table.labelStock(words.number.format(view.piles[STOCK].length), pass);
  for (const pile of PILES) set(table.piles[pile], "aria-label", pileSentence(words, view, pile));
}
