// Where everything lies: pure functions from the room there is to rectangles. No DOM.
//
// All lengths are CSS pixels, measured from the table's top left corner.

import { COLUMNS, FOUNDATIONS, STOCK, WASTE } from "./piles.js";

/**
 * @typedef {{x: number, y: number, width: number, height: number}} Rect
 * @typedef {{hidden: number, shown: number}} ColumnSize  how many cards a column has of either sort
 * @typedef {import("./faces.js").Kind} Kind  which face fits the card's size
 * @typedef {{
 *   mode: "rows" | "row" | "rails",
 *   card: {width: number, height: number, kind: Kind},
 *   piles: Record<string, {x: number, y: number}>,
 *   strips: {hidden: number, shown: number}[],
 * }} Layout  `strips`, by column, is how much of a covered card shows
 */

const RATIO = 1.4;
const WIDEST_CARD = 240;

/** From this card width on the classic face is readable. */
export const CLASSIC_FROM = 66;

/** Heights of strips as shares of the card's height: as they look best, and the least that can be read. */
const STRIPS = {
  phone: { best: { hidden: 0.14, shown: 0.34 }, least: { hidden: 0.045, shown: 0.295 } },
  classic: { best: { hidden: 0.11, shown: 0.27 }, least: { hidden: 0.05, shown: 0.215 } },
};

/** How many cards and gaps each mode is wide, and how many cards and margins lie above its columns. */
const MODES = {
  rows: { cards: 9, gaps: 10, above: { cards: 2, margins: 4 } },
  row: { cards: 10.4, gaps: 11, above: { cards: 1, margins: 3 } },
  rails: { cards: 12, gaps: 15, above: { cards: 0, margins: 1 } },
};

/** The share of a card's width that lies between two piles; on the smallest phones the card needs every pixel. */
const GAP = { least: 0.03, narrow: 0.07, wide: 0.14 };

/** A long column as it often comes up: the mode is chosen for it, so that it stays during a game. */
const USUAL = Array.from({ length: 9 }, (_, i) => ({ hidden: i, shown: i === 8 ? 9 : 3 }));

/**
 * Lay out the table.
 * @param {number} width
 * @param {number} height
 * @param {ColumnSize[]} columns
 * @param {{mirror?: boolean, kind?: Kind | null, cardWidth?: number}} [options]
 *   `kind` asks for one face at every size; `cardWidth` keeps the size, as while a card is held
 * @returns {Layout}
 */
export function layout(width, height, columns, options = {}) {
  const { mirror = false, kind = null } = options;
  const names = /** @type {Layout["mode"][]} */ (["row", "rows", "rails"]);
  const sizes = names.map((mode) => cardWidth(mode, width, height, USUAL, kind));
  const mode = names[sizes.indexOf(Math.max(...sizes))];
  const card = sized(options.cardWidth ?? cardWidth(mode, width, height, columns, kind), kind);
  const piles = placed(mode, card, width, height);
  const available = height - piles["1"].y - margin(card.width);
  const strips = columns.map((column) => stripsOf(column, card, available));
  if (mirror) for (const pile of Object.values(piles)) pile.x = width - pile.x - card.width;
  return { mode, card, piles, strips };
}

/**
 * The rectangle of one card.
 * @param {Layout} plan
 * @param {string} pile
 * @param {number} index  from the pile's bottom
 * @param {ColumnSize[]} columns
 * @returns {Rect}
 */
export function cardRect(plan, pile, index, columns) {
  const { x, y } = plan.piles[pile];
  const place = COLUMNS.indexOf(pile);
  const { width, height } = plan.card;
  if (place < 0) return { x, y, width, height };
  const { hidden } = columns[place];
  const strips = plan.strips[place];
  const down = Math.min(index, hidden) * strips.hidden + Math.max(0, index - hidden) * strips.shown;
  return { x, y: y + down, width, height };
}

/**
 * The rectangle in which a pile catches a dropped card: a column down to the table's end.
 * @param {Layout} plan
 * @param {string} pile
 * @param {number} height  of the table
 * @returns {Rect}
 */
export function catchRect(plan, pile, height) {
  const { x, y } = plan.piles[pile];
  const { width } = plan.card;
  return { x, y, width, height: COLUMNS.includes(pile) ? Math.max(height - y, plan.card.height) : plan.card.height };
}

/**
 * The pile on which a card is dropped: the one it overlaps most, legal ones first; null where it overlaps none.
 * @param {Rect} card
 * @param {Record<string, Rect>} piles
 * @param {string[]} legal
 */
export function dropTarget(card, piles, legal) {
  let best = null;
  let most = 0;
  for (const [pile, rect] of Object.entries(piles)) {
    const area = overlap(card, rect);
    const worth = area * (legal.includes(pile) ? LEGAL_FIRST : 1);
    if (area > card.width * card.height * SMALLEST_OVERLAP && worth > most) [best, most] = [pile, worth];
  }
  return best;
}

/** A legal pile wins over any other, however little it is overlapped. */
const LEGAL_FIRST = 1_000;
/** The share of a card that has to lie over a pile. */
const SMALLEST_OVERLAP = 0.02;

/** The area two rectangles share. @param {Rect} a @param {Rect} b */
export function overlap(a, b) {
  const wide = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const high = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return Math.max(0, wide) * Math.max(0, high);
}

/**
 * Where a message goes: near where it belongs, inside the table, over none of the cards it speaks of.
 * @param {{width: number, height: number}} message
 * @param {{width: number, height: number}} table
 * @param {Rect[]} avoid
 * @param {Rect} near
 * @param {Rect[]} [others]  what it should rather not cover either
 * @returns {{x: number, y: number}}
 */
export function messagePlace(message, table, avoid, near, others = []) {
  const room = { x: table.width - message.width, y: table.height - message.height };
  const within = (/** @type {number} */ value, /** @type {number} */ most) => Math.max(EDGE, Math.min(value, most - EDGE));
  const centred = { x: near.x + (near.width - message.width) / 2, y: near.y };
  const spots = [
    ...[near, ...avoid].flatMap((rect) => [
      { x: centred.x, y: rect.y + rect.height + EDGE },
      { x: centred.x, y: rect.y - message.height - EDGE },
      { x: rect.x + rect.width + EDGE, y: centred.y },
      { x: rect.x - message.width - EDGE, y: centred.y },
    ]),
    { x: centred.x, y: Math.max(...[...avoid, ...others].map((rect) => rect.y + rect.height)) + EDGE },
    ...[0, room.x / 2, room.x].flatMap((x) => [room.y, 0].map((y) => ({ x, y }))),
  ].map(({ x, y }) => ({ x: within(x, room.x), y: within(y, room.y) }));
  const covers = (/** @type {{x: number, y: number}} */ spot, /** @type {Rect[]} */ rects) =>
    rects.reduce((sum, rect) => sum + overlap({ ...spot, ...message }, rect), 0);
  const costs = spots.map((spot) => covers(spot, avoid) * NEVER + covers(spot, others));
  return spots[costs.indexOf(Math.min(...costs))];
}

/** The distance of a message from the table's edge and from the cards it speaks of. */
const EDGE = 8;
/** So much worse it is to cover a card that a message speaks of than any other. */
const NEVER = 1_000;

/**
 * The largest card width at which a mode fits.
 * @param {Layout["mode"]} mode
 * @param {number} width
 * @param {number} height
 * @param {ColumnSize[]} columns
 * @param {Kind | null} kind
 */
function cardWidth(mode, width, height, columns, kind) {
  const { cards, gaps } = MODES[mode];
  let size = Math.min(WIDEST_CARD, width / (cards + gaps * gapShare(width)));
  const fits = () => {
    const card = sized(size, kind);
    if (mode === "rails" && 4 * card.height + 5 * margin(size) > height) return false;
    const available = height - tableauTop(mode, card) - margin(size);
    return columns.every((column) => columnHeight(column, card, "least") <= available);
  };
  while (size > 8 && !fits()) size -= 0.5;
  return size;
}

/** @param {Layout["mode"]} mode @param {Layout["card"]} card */
function tableauTop(mode, card) {
  const { above } = MODES[mode];
  return above.cards * card.height + above.margins * margin(card.width);
}

/** @param {number} width @param {Kind | null} kind */
function sized(width, kind) {
  return { width, height: width * RATIO, kind: kind ?? (width < CLASSIC_FROM ? "phone" : "classic") };
}

/** @param {number} width  of the table */
const gapShare = (width) => (width < 350 ? GAP.least : width < 600 ? GAP.narrow : GAP.wide);

/** The distance kept from edges and between rows. @param {number} card  its width */
const margin = (card) => Math.max(3, Math.round(card * 0.1));

/**
 * @param {ColumnSize} column
 * @param {Layout["card"]} card
 * @param {"best" | "least"} how
 */
function columnHeight(column, card, how) {
  const strips = STRIPS[card.kind][how];
  return card.height * (1 + column.hidden * strips.hidden + Math.max(0, column.shown - 1) * strips.shown);
}

/**
 * How much of each covered card shows: as it looks best, or face-down strips squeezed first, then face-up ones.
 * @param {ColumnSize} column
 * @param {Layout["card"]} card
 * @param {number} available  height
 */
function stripsOf(column, card, available) {
  const { best, least } = STRIPS[card.kind];
  const covered = Math.max(0, column.shown - 1);
  const excess = columnHeight(column, card, "best") - available;
  const inHidden = Math.min(Math.max(0, excess), column.hidden * (best.hidden - least.hidden) * card.height);
  const inShown = Math.max(0, excess - inHidden);
  return {
    hidden: best.hidden * card.height - (column.hidden ? inHidden / column.hidden : 0),
    shown: best.shown * card.height - (covered ? inShown / covered : 0),
  };
}

/**
 * @param {Layout["mode"]} mode
 * @param {Layout["card"]} card
 * @param {number} width
 * @param {number} height
 * @returns {Layout["piles"]}
 */
function placed(mode, card, width, height) {
  const gap = card.width * gapShare(width);
  const space = margin(card.width);
  const top = tableauTop(mode, card);
  /** @type {Layout["piles"]} */
  const piles = {};
  const row = (/** @type {string[]} */ names, /** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ pitch) => {
    names.forEach((name, i) => (piles[name] = { x: x + i * pitch, y }));
  };
  const pitchFor = (/** @type {number} */ room, /** @type {number} */ count) =>
    Math.min((room - card.width) / (count - 1), card.width * 1.3);

  if (mode === "rails") {
    const rails = 3 * card.width + 7 * gap;
    const pitch = pitchFor(width - rails, COLUMNS.length);
    const left = gap + (width - rails - 8 * pitch - card.width) / 2;
    const first = left + card.width + 2 * gap;
    const right = first + 8 * pitch + card.width + 2 * gap;
    const step = Math.min(card.height + 3 * space, (height - card.height - 2 * space) / 3);
    row([STOCK], left, space, 0);
    row([WASTE], left, space + step, 0);
    row(COLUMNS, first, top, pitch);
    FOUNDATIONS.forEach((name, i) => {
      piles[name] = { x: right + (i % 2) * (card.width + gap), y: space + Math.floor(i / 2) * step };
    });
    return piles;
  }
  if (mode === "row") {
    const pitch = card.width + gap;
    const total = 9.4 * pitch + card.width;
    const left = (width - total) / 2;
    row([STOCK, WASTE], left, space, pitch);
    row(FOUNDATIONS, left + 2.4 * pitch, space, pitch);
    row(COLUMNS, left, top, (total - card.width) / 8);
    return piles;
  }
  const pitch = pitchFor(width - 2 * gap, COLUMNS.length);
  const left = (width - 8 * pitch - card.width) / 2;
  row([STOCK, WASTE], left, space, pitch);
  row(FOUNDATIONS, left + pitch, 2 * space + card.height, pitch);
  row(COLUMNS, left, top, pitch);
  return piles;
}
