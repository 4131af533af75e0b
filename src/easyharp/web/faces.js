/**
 * The deck, drawn by code: 52 faces and the backs as pictures. No DOM.
 *
 * Two kinds of faces share their parts. "phone" is for small cards: rank and suit huge and side by side in
 * the strip that stays visible, one big emblem below. "classic" is for larger cards: corner indices, pips, court
 * figures. Each picture is a document of its own: to the browser a card is then one thing to place and paint, however
 * much is drawn on it. No picture draws the card itself: its paper, corners and shadow belong to the stylesheet.
 */

import { bust, court } from "./courts.js";
import { SUIT_PATHS } from "./symbols.js";

/** @typedef {"c" | "d" | "h" | "s"} Suit */
/** @typedef {"phone" | "classic"} Kind */
/** @typedef {keyof typeof BACKS} Back */
/**
 * @typedef {object} Options
 * @property {Record<string, string>} letters index text by rank letter; a rank that is missing shows itself, T shows 10
 * @property {Kind} kind
 * @property {boolean} four  four colours instead of two
 * @property {boolean} contrast  stronger colours
 * @property {Back} [back]
 */

const WIDTH = 250;
const HEIGHT = 350;

/** Share of a card's height that must stay visible for rank and suit to be read, by kind of face. */
export const STRIP = { phone: 0.29, classic: 0.2 };

// ---- Shapes for reuse: path data in a box of 100 x 100 around the origin -------------------------------------------

/** The suits, in the order of the foundations. */
export const SUITS = /** @type {const} */ (["c", "d", "h", "s"]);

const CROWN = "M-36 40H36V27H-36ZM-37 19L-47-24L-21-5L0-40L21-5L47-24L37 19Z";
const TURN_OVER = "M35 12A37 37 0 1 1 26-26L45-9M45-38V-9H16";

/** The harp, as lines to be stroked: nine strings of growing length hang from its neck, as the nine columns do. */
const harp = {
  frame: "M-40-24C-36-42-22-24-8-24S14-47 35-47C44-18 44 18 37 46M37 46L-40-24M28 50H44",
  strings: "M-31-29V-16M-23.5-27V-9M-16-24V-2M-8.5-24V5M-1-25V12M6.5-30V19M14-36V26M21.5-42V32M29-45V39",
};

// ---- Colours --------------------------------------------------------------------------------------------------------

const INKS = { c: "#14161b", d: "#cf1733", h: "#cf1733", s: "#14161b" };
const STRONG_INKS = { c: "#000", d: "#a80021", h: "#a80021", s: "#000" };
/** Four colours, two families: a dark green beside black, a blueish red beside red. */
const FOUR_INKS = { c: "#043321", d: "#a3128a" };
/** A second cue for four colours: the ground behind the red family's indices. */
const TINT = "#fdeae5";

/** @param {Options} options @returns {Record<Suit, string>} */
const inksOf = ({ four, contrast }) => ({ ...INKS, ...(contrast && STRONG_INKS), ...(four && FOUR_INKS) });

// ---- Ranks ----------------------------------------------------------------------------------------------------------

// Our own heavy figures and letters, 100 high, as centre lines of strokes: the same on every machine, and of exact
// height. Slanted strokes run past top and bottom, where the frame around the text cuts them off level.
const STROKE = 20;
/** Width and lines of each glyph. @type {Record<string, [number, string]>} */
const GLYPHS = {
  0: [64, "M32 10C17 10 10 24 10 50S17 90 32 90 54 76 54 50 47 10 32 10Z"],
  1: [40, "M29 100V0M33 6L6 25"],
  2: [62, "M9 34C9 19 18 10 31 10S52 18 52 30C52 40 47 47 38 57L11 88M3 90H59"],
  3: [62, "M7 28C9 16 18 10 30 10S50 17 50 28 42 47 30 47H21M30 47C44 47 52 56 52 68S43 90 30 90C17 90 8 84 6 71"],
  4: [66, "M65 74H12L47-8M46 0V100"],
  5: [62, "M55 10H16L13 48C18 42 24 39 31 39C44 39 52 49 52 63C52 80 43 90 30 90C18 90 10 84 7 73"],
  6: [
    64,
    "M53 25C50 15 43 10 34 10C18 10 10 25 10 54C10 78 18 90 32 90C45 90 54 81 54 66S45 43 33 43C20 43 11 52 10 63",
  ],
  7: [60, "M2 10H52L20 105"],
  8: [
    64,
    "M32 10C20 10 13 17 13 28S20 47 32 47 51 39 51 28 44 10 32 10Z" +
      "M32 47C18 47 10 56 10 68S18 90 32 90 54 81 54 68 46 47 32 47Z",
  ],
  9: [
    64,
    "M11 75C14 85 21 90 30 90C46 90 54 75 54 46C54 22 46 10 32 10C19 10 10 19 10 34S19 57 31 57C44 57 53 48 54 37",
  ],
  A: [84, "M10 105L42-6L74 105M22 70H62"],
  B: [68, "M10 10H33C46 10 53 17 53 28S46 47 33 47H10M33 47C49 47 57 55 57 68S49 90 33 90H10M10 0V100"],
  D: [72, "M10 10H28C50 10 61 24 61 50S50 90 28 90H10M10 0V100"],
  E: [60, "M10 0V100M58 10H10M52 50H10M58 90H10"],
  H: [70, "M10 0V100M60 0V100M10 50H60"],
  J: [54, "M43 0V64C43 81 36 90 24 90C14 90 8 84 6 72"],
  K: [72, "M10 0V100M69-7L15 60M27 38L69 106"],
  Q: [82, "M40 10C21 10 10 25 10 50S21 90 40 90 70 75 70 50 59 10 40 10ZM44 64L76 101"],
  R: [70, "M10 10H33C48 10 55 18 55 31S48 53 33 53H10M32 52L64 106M10 0V100"],
  V: [84, "M10-5L42 106L74-5"],
  W: [116, "M10-5L34 106L58-2L82 106L106-5"],
};
const GAP = 8;

/**
 * An index text, `height` high, set to the left edge `x`, widened by `stretch`, and squeezed if it then exceeds `room`.
 * @param {string} text @param {number} x @param {number} y @param {number} height @param {number} room
 */
function lettering(text, x, y, height, room, stretch = 1) {
  let width = -GAP;
  const glyphs = [...text].map((char) => {
    const [advance, lines] = GLYPHS[char] ?? [68, null];
    const left = width + GAP;
    width = left + advance;
    return lines ? `<path d="${lines}" transform="translate(${left})"/>` : foreign(char, left, advance);
  });
  const shown = Math.min(room, (width * height * stretch) / 100);
  const markup =
    `<svg x="${x}" y="${y}" width="${shown}" height="${height}" viewBox="0 0 ${width} 100" preserveAspectRatio="none"` +
    ` fill="none" stroke-width="${STROKE}" stroke-miterlimit="2">${glyphs.join("")}</svg>`;
  return { markup, width: shown };
}

/**
 * A letter that we have not drawn, in the system's heaviest face, pressed into the width of ours.
 * @param {string} char @param {number} x @param {number} width
 */
function foreign(char, x, width) {
  const safe = char.replace(/[&<]/g, (c) => `&#${c.charCodeAt(0)};`);
  return (
    `<text x="${x}" y="100" font-size="138" font-weight="800" textLength="${width}" lengthAdjust="spacingAndGlyphs"` +
    ` font-family="'Segoe UI', Frutiger, 'Noto Sans', Ubuntu, system-ui, sans-serif" stroke="none"` +
    ` fill="currentColor">${safe}</text>`
  );
}

// ---- Faces ----------------------------------------------------------------------------------------------------------

/** Draws a suit around a point; a negative size turns it upside down. @param {Suit} suit */
const pips = (suit) => (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ size) =>
  `<path stroke="none" d="${SUIT_PATHS[suit]}" transform="translate(${x} ${y}) scale(${size / 100})"/>`;

/** The ground behind an index. @param {Suit} suit @param {boolean} four @param {string} outline */
const tint = (suit, four, outline) =>
  four && "dh".includes(suit) ? `<path stroke="none" fill="${TINT}" d="${outline}"/>` : "";

/** @param {string} markup */
const turned = (markup) => `<g transform="rotate(180 ${WIDTH / 2} ${HEIGHT / 2})">${markup}</g>`;

/** @param {string} rank @param {Suit} suit @param {string} text @param {boolean} four */
function phone(rank, suit, text, four) {
  const pip = pips(suit);
  const { markup } = lettering(text, 13, 8, 88, 116, 1.2);
  const emblem = "JQK".includes(rank) ? bust(rank, suit, pip) : pip(125, 225, 210);
  return tint(suit, four, "M15 0H235Q250 0 250 15V102H0V15Q0 0 15 0Z") + markup + pip(190, 52, 84) + emblem;
}

// Where the pips stand: the outer columns by their distance from the middle, and four rows. Below the middle they turn.
const COLUMN = 60;
const ROW = [94, 148, 202, 256];
const MIDDLE = HEIGHT / 2;
/** The pips of one column: `n` spread from the first row to the last. @param {number} n */
const spread = (n) => Array.from({ length: n }, (_, i) => ROW[0] + (i * (ROW[3] - ROW[0])) / (n - 1));
/** Pips by rank: in each of the two outer columns, and in the middle. @type {Record<string, [number[], number[]]>} */
const LAYOUT = {
  2: [[], spread(2)],
  3: [[], spread(3)],
  4: [spread(2), []],
  5: [spread(2), [MIDDLE]],
  6: [spread(3), []],
  7: [spread(3), [134.5]],
  8: [spread(3), [134.5, 215.5]],
  9: [spread(4), [MIDDLE]],
  T: [spread(4), [121, 229]],
};

/** @param {string} rank @param {Suit} suit @param {string} text @param {boolean} four */
function classic(rank, suit, text, four) {
  const pip = pips(suit);
  const figure = "JQK".includes(rank);
  const { markup, width } = lettering(text, 14, 13, 50, figure ? 41 : 52);
  const index = tint(suit, four, "M15 0H108V60Q108 70 98 70H0V15Q0 0 15 0Z") + markup + pip(14 + width + 28, 38, 46);
  let middle;
  if (rank === "A") {
    middle = ace(suit);
  } else if (LAYOUT[rank]) {
    const [sides, centre] = LAYOUT[rank];
    /** @param {number} x */
    const column = (x) => (/** @type {number} */ y) => pip(x, y, y > MIDDLE ? -46 : 46);
    middle = [...sides.map(column(125 - COLUMN)), ...sides.map(column(125 + COLUMN)), ...centre.map(column(125))].join(
      "",
    );
  } else {
    middle = court(rank, suit, pip);
  }
  return middle + index + turned(index);
}

// Where the harp hangs in each ace, and how large: the belly of the shape, which is not its middle.
/** @type {Record<Suit, [number, number, number]>} */
const HARP_IN_ACE = { c: [122, 133, 0.43], d: [124, 175, 0.6], h: [124, 164, 0.8], s: [124, 184, 0.68] };

/** The ace's one pip: widened by a border, with a light line along it, and the harp. @param {Suit} suit */
function ace(suit) {
  const [x, y, size] = HARP_IN_ACE[suit];
  const outline = `<path d="${SUIT_PATHS[suit]}" transform="translate(125 175) scale(1.5)"`;
  return (
    `${outline} stroke-width="11"/>` +
    `<g fill="none" stroke="#fffdf6" stroke-linecap="round" stroke-linejoin="round">` +
    `${outline} stroke-width="1.6"/><g transform="translate(${x} ${y}) scale(${size})">${strung(6, 2.2)}</g></g>`
  );
}

// ---- Backs ----------------------------------------------------------------------------------------------------------

/** The harp, to be coloured by its surroundings. @param {number} frame @param {number} strings widths of their lines */
const strung = (frame, strings) =>
  `<path d="${harp.strings}" stroke-width="${strings}"/><path d="${harp.frame}" stroke-width="${frame}"/>`;

// A pattern fills a field around the middle, given by half its width and half its height, up to the oval of the harp.
// It is fine enough to become one quiet tone on small cards.
const FIELD = { x: 112, y: 161 };
const OVAL = { x: 68, y: 84 };

/** A lattice. */
function lattice() {
  const across = 2 * FIELD.y;
  let path = "";
  for (let x = -FIELD.x - across; x <= FIELD.x + across; x += 14) {
    path += `M${x} ${-FIELD.y}l${across} ${across}M${x} ${-FIELD.y}l${-across} ${across}`;
  }
  return `<path d="${path}" stroke-width="1.3" stroke-opacity="0.42"/>`;
}

/** Rings, as around a string that was struck: the harp's oval widens until it is the card. */
function rings() {
  let rects = "";
  for (let i = 1; i < 9; i += 1) {
    const way = i / 9;
    const [x, y] = [OVAL.x + (FIELD.x - OVAL.x) * way, OVAL.y + (FIELD.y - OVAL.y) * way];
    const round = 1 - way ** 1.5;
    rects += `<rect x="${-x}" y="${-y}" width="${2 * x}" height="${2 * y}" rx="${x * round}" ry="${y * round}"/>`;
  }
  return `<g stroke-width="1.6" stroke-opacity="0.5">${rects}</g>`;
}

/** Strings drawn straight from side to side around each corner, so close that together they make a bow. */
function strings() {
  const { x, y } = FIELD;
  let path = "";
  for (let i = -9; i < 10; i += 1) {
    const share = i / 10;
    for (const right of [x, -x]) {
      for (const low of [y, -y]) path += `M${right} ${low * share}L${-right * share} ${low}`;
    }
  }
  return `<path d="${path}" stroke-width="1.2" stroke-opacity="0.42"/>`;
}

/** The backs, by name: ground, harp and pattern. */
export const BACKS = {
  lattice: { ground: "#27527d", gold: "#f0c768", pattern: lattice },
  rings: { ground: "#8a2a2b", gold: "#f3cc7a", pattern: rings },
  strings: { ground: "#20443b", gold: "#e6c27a", pattern: strings },
};

/** @param {Back} name */
function back(name) {
  const { ground, gold, pattern } = BACKS[name];
  const { x, y } = FIELD;
  const field = `x="${-x}" y="${-y}" width="${2 * x}" height="${2 * y}"`;
  return (
    `<g transform="translate(125 175)" fill="none" stroke="#f4ead2" stroke-linecap="round" stroke-linejoin="round">` +
    `<rect x="-116" y="-165" width="232" height="330" rx="10" fill="${ground}" stroke="none"/>` +
    `<svg ${field} viewBox="${-x} ${-y} ${2 * x} ${2 * y}">${pattern()}</svg>` +
    `<rect ${field} rx="7" stroke-width="1.6"/>` +
    `<ellipse rx="${OVAL.x + 6}" ry="${OVAL.y + 6}" fill="${ground}" stroke-width="2"/>` +
    `<ellipse rx="${OVAL.x}" ry="${OVAL.y}" stroke-width="1"/>` +
    `<g stroke="${gold}">${strung(6, 1.8)}</g></g>`
  );
}

// ---- Deck -----------------------------------------------------------------------------------------------------------

/**
 * A face ("Th"), or the back (null), as the text of an SVG document.
 * @param {string | null} face
 * @param {Options} options
 */
export function picture(face, options) {
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}">` +
    `${face ? front(face, options) : back(options.back ?? "lattice")}</svg>`
  );
}

/** @param {string} face @param {Options} options */
function front(face, options) {
  const rank = face[0];
  const suit = /** @type {Suit} */ (face[1]);
  const text = options.letters[rank] ?? (rank === "T" ? "10" : rank);
  const ink = inksOf(options)[suit];
  const markup = (options.kind === "phone" ? phone : classic)(rank, suit, text, options.four);
  return `<g color="${ink}" fill="${ink}" stroke="${ink}">${markup}</g>`;
}

/** The pictures of a deck, by address. */
export class Deck {
  /** @param {Omit<Options, "kind">} [options]  by default the plainest deck there is */
  constructor(options = { letters: {}, four: false, contrast: false }) {
    this.options = options;
    /** @type {Map<string, string>} */
    this.addresses = new Map();
  }

  /** The address of a face's picture ("Th") of some kind, or of the back's (null). @param {string | null} face @param {Kind} kind */
  address(face, kind) {
    const key = `${kind} ${face}`;
    let address = this.addresses.get(key);
    if (!address) {
      // An address that is its own content is shown at once, without a moment in which the card is blank.
      address = `data:image/svg+xml,${encodeURIComponent(picture(face, { ...this.options, kind }))}`;
      this.addresses.set(key, address);
    }
    return address;
  }
}

/**
 * The sign of an empty pile, as markup: a suit, a king's crown for a column, the turn-over sign for the stock, or none.
 * @param {string} sort  a suit, "column", "t" or "w"
 */
export function outline(sort) {
  const filled = { ...SUIT_PATHS, column: CROWN }[sort];
  const path = filled
    ? `<path d="${filled}" fill="currentColor"/>`
    : `<path d="${sort === "t" ? TURN_OVER : ""}" fill="none" stroke="currentColor" stroke-width="11"/>`;
  return `<svg viewBox="-125 -175 250 350" class="outline" aria-hidden="true">${path}</svg>`;
}
