// Names of the piles, and where a card is in a view. No DOM, no rule.

/** @typedef {import("./backend.js").View} View */

export const COLUMNS = [..."123456789"];
export const FOUNDATIONS = [..."abcdefgh"];
export const STOCK = "t";
export const WASTE = "w";
/** All piles in the order in which the keyboard walks through them. */
export const PILES = [STOCK, WASTE, ...FOUNDATIONS, ...COLUMNS];

/** The suit a foundation is reserved for. @param {string} pile */
export const suitOf = (pile) => "ccddhhss"[FOUNDATIONS.indexOf(pile)];

/**
 * Where a card lies: its pile, its index from the pile's bottom, and how many cards a hand picks up there.
 * @param {View} view
 * @param {number} place
 */
export function whereabouts(view, place) {
  for (const pile of PILES) {
    const index = view.piles[pile].findIndex((card) => card.place === place);
    if (index >= 0) return { pile, index, count: view.piles[pile].length - index };
  }
  return null;
}

/**
 * The pile that a wish about a card concerns, and how many cards from its end; null where the card has gone.
 * @param {View} view
 * @param {number} place
 * @param {string} [pile]  where the card has to be; the stock is about its top card, whichever that is
 */
export function concerned(view, place, pile) {
  if (pile === STOCK) return { pile, count: 1 };
  const at = whereabouts(view, place);
  return at && (pile === undefined || at.pile === pile) ? at : null;
}

/** The pile that has more cards than before; only one can. @param {View} before @param {View} view */
export const grownPile = (before, view) => PILES.find((pile) => view.piles[pile].length > before.piles[pile].length);

/** The place of a pile's last card, -1 where there is none. @param {View} view @param {string} pile */
export const lastPlace = (view, pile) => view.piles[pile].at(-1)?.place ?? -1;

/**
 * The piles where the last `count` cards of a pile may go.
 * @param {View} view
 * @param {string} pile
 * @param {number} count
 */
export const targetsOf = (view, pile, count) => view.targets[pile]?.[count] ?? [];

/**
 * The pile that a drop on `target` would reach, if that is legal: a foundation stands for the foundation area.
 * @param {View} view
 * @param {string} source
 * @param {number} count
 * @param {string} target
 */
export function legalTarget(view, source, count, target) {
  const area = FOUNDATIONS.includes(target) ? FOUNDATIONS : [target];
  return targetsOf(view, source, count).find((pile) => area.includes(pile));
}
