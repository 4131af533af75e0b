/**
 * King, queen and jack, built from simple shapes in a few flat colours.
 *
 * A figure is drawn once, around the axis x = 0, from its crown (y = 20) to its waist (y = 180). Classic faces show it
 * in a notched frame, and once more upside down; phone faces show its bust enlarged. So the heads carry the rank (crown
 * and beard, veil and diadem, cap and feather), and everything else is company.
 */

/** @typedef {import("./faces.js").Suit} Suit */
/** @typedef {(x: number, y: number, size: number) => string} Pip draws the figure's suit around a point */

const GOLD = "#e3a62f";
const RED = "#cf1733";
const BLUE = "#2a5590";
const GREEN = "#2c6e4f";
const LINE = "#14161b";
const SKIN = "#fde9d2";
const PAPER = "#fffdf6";
const GROUND = "#f6eedb";
const DARK = "#43352f";
const FAIR = "#c98a3b";

/** @typedef {{robe: string, trim: string, cape: string, hat: string, hair: string}} Dress */
/** Warm dress for the red suits, cool dress for the black ones. @type {Record<Suit, Dress>} */
const DRESS = {
  c: { robe: GREEN, trim: GOLD, cape: DARK, hat: GREEN, hair: DARK },
  d: { robe: GOLD, trim: RED, cape: RED, hat: RED, hair: FAIR },
  h: { robe: RED, trim: GOLD, cape: GOLD, hat: RED, hair: FAIR },
  s: { robe: BLUE, trim: GOLD, cape: DARK, hat: BLUE, hair: DARK },
};

/** @param {string} d @param {string} fill */
const shape = (d, fill) => `<path d="${d}" fill="${fill}"/>`;
/** @param {string} d @param {number} [width] @param {string} [colour] */
const line = (d, width = 2, colour = LINE) => `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}"/>`;
/** @typedef {[x: number, y: number]} Point */
/** @param {number} r @param {string} fill @param {Point[]} centres */
const dots = (r, fill, ...centres) =>
  shape(
    centres.map(([x, y]) => `M${x - r} ${y}a${r} ${r} 0 0 1 ${2 * r} 0a${r} ${r} 0 0 1 ${-2 * r} 0Z`).join(""),
    fill,
  );

/** Brows, eyes and nose; `y` is the height of the eyes. @param {number} y */
const features = (y) =>
  line(`M-14 ${y - 5}Q-9 ${y - 9}-4 ${y - 6}M14 ${y - 5}Q9 ${y - 9} 4 ${y - 6}`) +
  line(`M0 ${y}L-3 ${y + 11}H2`, 1.6) +
  `<g stroke="none">${dots(2.6, LINE, [-9, y], [9, y])}</g>`;

// ---- Heads and chests: what tells the ranks apart -------------------------------------------------------------------

/** @param {Dress} dress @param {Pip} pip */
const king = ({ hat, hair }, pip) =>
  // ermine
  shape(
    "M-34 119C-22 132-26 160-30 180H30C26 160 22 132 34 119L52 126C40 142 44 162 46 180H-46C-44 162-40 142-52 126Z",
    PAPER,
  ) +
  line("M-40 132v7M-36 150v7M-38 167v7M40 132v7M36 150v7M38 167v7", 3) +
  // hair, face, beard
  shape(
    "M-27 62H27V98C27 108 33 110 38 109C37 117 28 121 20 120H-20C-28 121-37 117-38 109C-33 110-27 108-27 98Z",
    hair,
  ) +
  shape("M-20 60H20V92H-20Z", SKIN) +
  features(76) +
  shape("M-22 82C-20 92-12 95-6 92Q0 88 6 92C12 95 20 92 22 82V112C22 130 10 142 0 150C-10 142-22 130-22 112Z", hair) +
  line("M-6 101Q0 104 6 101M-9 112V124M0 112V134M9 112V124", 2, SKIN) +
  // crown
  shape("M-28 56L-35 31L-17 43L0 26L17 43L35 31L28 56Z", GOLD) +
  dots(4.5, GOLD, [-35, 30], [0, 24], [35, 30]) +
  shape("M-28 55H28V66H-28Z", hat) +
  `<g fill="${LINE}">${pip(0, 46, 14)}</g>`;

/** @param {Dress} dress */
const queen = ({ hat, trim, hair }) =>
  // veil and hair
  shape("M0 38C-32 38-42 60-40 88C-39 106-46 116-53 126H53C46 116 39 106 40 88C42 60 32 38 0 38Z", hat) +
  shape("M0 46C-26 46-30 70-29 92C-28 106-22 112-24 124H24C22 112 28 106 29 92C30 70 26 46 0 46Z", hair) +
  // bodice and neck
  shape("M-30 121Q0 128 30 121L34 180H-34Z", trim) +
  shape("M-9 98H9V116L26 122Q0 146-26 122L-9 116Z", SKIN) +
  dots(2.6, PAPER, [-14, 122], [-5, 126], [5, 126], [14, 122]) +
  line("M-8 150L8 158M8 150L-8 158M-8 162L8 170M8 162L-8 170", 1.6) +
  // face
  shape("M0 54C-14 54-19 66-19 80C-19 98-8 108 0 108S19 98 19 80C19 66 14 54 0 54Z", SKIN) +
  shape("M0 60C-10 62-18 72-20 86C-27 62-16 48 0 48S27 62 20 86C18 72 10 62 0 60Z", hair) +
  features(79) +
  shape("M-5 98Q0 95 5 98Q0 103-5 98Z", RED) +
  // diadem
  shape("M-27 54Q0 42 27 54L30 36L15 41L0 28L-15 41L-30 36Z", GOLD) +
  dots(3.5, PAPER, [-30, 35], [-15, 40], [15, 40], [30, 35]) +
  dots(4.5, PAPER, [0, 26]);

/** @param {Dress} dress */
const jack = ({ robe, trim, hair }) =>
  // bob and neck
  shape("M-27 62C-31 82-30 102-25 110H25C30 102 31 82 27 62Z", hair) +
  shape("M-8 100H8V124H-8Z", SKIN) +
  // doublet and collar
  shape("M-12 140L0 148L12 140V180H-12Z", trim) +
  dots(2.2, LINE, [0, 158], [0, 167]) +
  shape("M-8 116L0 132L8 116L34 122L16 146L0 132L-16 146L-34 122Z", PAPER) +
  // face
  shape("M-19 60H19V86C19 101 8 108 0 108S-19 101-19 86Z", SKIN) +
  shape("M-19 58H19V78C15 68 8 65 0 67C-8 65-15 68-19 78Z", hair) +
  features(82) +
  line("M-5 100Q1 103 6 98", 2) +
  // feather and cap
  shape("M16 52C20 26 40 14 62 24C52 28 48 46 28 58Z", trim) +
  line("M21 54C28 36 38 28 50 26", 1.6) +
  shape("M-34 60C-42 40-16 28 8 32C32 36 40 52 32 62C12 54-14 54-34 60Z", robe) +
  shape("M-33 57C-12 48 12 48 33 58L31 68C12 59-12 58-31 67Z", trim);

const FIGURES = { K: king, Q: queen, J: jack };

// ---- What they hold: upright around x = 0, the hand at y = 143 ------------------------------------------------------

const SHAFT = "M-2.5 180V58H2.5V180Z";
const STEM =
  line("M0 180C-3 150 3 120 0 86", 4, GREEN) + shape("M0 122C8 108 16 108 19 110C18 118 10 124 0 126Z", GREEN);

/** @type {Record<string, Record<Suit, (pip: Pip, dress: Dress) => string>>} */
const HELD = {
  K: {
    s: () =>
      shape("M-5 128V50L0 38L5 50V128Z", PAPER) +
      line("M0 54V124", 1.4) +
      shape("M-15 124H15V130H-15Z", GOLD) +
      shape("M-3 130H3V176H-3Z", DARK),
    d: (_, { trim }) =>
      shape(SHAFT, DARK) +
      shape("M-5 60C8 58 14 52 18 46C24 62 24 82 18 98C14 92 8 86-5 84Z", PAPER) +
      dots(5, trim, [0, 52]),
    h: (pip) => shape(SHAFT, GOLD) + dots(4.5, GOLD, [0, 92]) + pip(0, 66, 34),
    c: (_, { robe }) =>
      shape(SHAFT, GOLD) +
      dots(14, robe, [0, 70]) +
      shape("M-14 67H14V73H-14Z", GOLD) +
      shape("M-2.5 56V50H-8V45H-2.5V39H2.5V45H8V50H2.5V56Z", GOLD),
  },
  Q: {
    s: () =>
      STEM + shape("M0 88C-16 84-20 68-17 56L-8 66L0 52L8 66L17 56C20 68 16 84 0 88Z", PAPER) + line("M0 84V66", 1.6),
    d: (_, { trim }) => STEM + shape("M0 90C-18 88-16 64-12 54L-5 64L0 50L5 64L12 54C16 64 18 88 0 90Z", trim),
    h: (_, { robe }) =>
      STEM +
      dots(17, robe, [0, 72]) +
      line("M-10 66A11 11 0 0 1 11 70M10 78A11 11 0 0 1-9 76M-4 72A5 5 0 1 1 2 76", 1.8, PAPER),
    c: () =>
      STEM + dots(7.5, PAPER, [0, 59], [12, 66], [12, 79], [0, 86], [-12, 79], [-12, 66]) + dots(7, GOLD, [0, 72.5]),
  },
  J: {
    s: () =>
      shape(SHAFT, DARK) +
      shape("M-4 66L0 44L4 66Z", PAPER) +
      shape("M-2 70C8 68 14 64 20 60C24 72 24 84 20 96C14 92 8 88-2 86ZM-2 72L-14 78L-2 84Z", PAPER),
    d: (_, { trim }) =>
      shape(SHAFT, DARK) + shape("M0 44L9 64L2 76H-2L-9 64Z", PAPER) + shape("M2 78L22 84L16 91L22 98L2 104Z", trim),
    h: () =>
      shape(SHAFT, DARK) +
      shape("M0 44C12 56 12 68 3 80H-3C-12 68-12 56 0 44Z", PAPER) +
      line("M0 54V76", 1.6) +
      shape("M-9 80H9V85H-9Z", GOLD),
    c: () =>
      shape(SHAFT, DARK) +
      shape("M-5 68L0 44L5 68Z", PAPER) +
      shape("M-4 68H4C20 66 24 82 20 100C14 106 8 104 4 102L2 94H-2Z", PAPER) +
      line("M8 76C15 78 15 88 13 96", 1.6),
  },
};

// ---- Figures --------------------------------------------------------------------------------------------------------

/** @param {string} markup @param {string} [place] */
const outlined = (markup, place = "") =>
  `<g transform="${place}" stroke="${LINE}" stroke-width="2" stroke-linejoin="round">${markup}</g>`;

/** @param {string} rank @param {Suit} suit @param {Pip} pip */
const figure = (rank, suit, pip) =>
  shape("M-78 180C-78 142-50 126-18 118H18C50 126 78 142 78 180Z", DRESS[suit].robe) +
  FIGURES[/** @type {keyof typeof FIGURES} */ (rank)](DRESS[suit], pip);

/**
 * The bust for a phone face: a portrait on its own ground.
 * @param {string} rank @param {Suit} suit @param {Pip} pip
 */
export function bust(rank, suit, pip) {
  return (
    `<rect x="9" y="106" width="232" height="235" rx="4" fill="${GROUND}" stroke="none"/>` +
    `<svg x="9" y="106" width="232" height="235" viewBox="-72.5 18 145 146.9">` +
    `${outlined(figure(rank, suit, pip))}</svg>`
  );
}

/**
 * The double figure for a classic face. The belt covers the seam between its halves.
 * @param {string} rank @param {Suit} suit @param {Pip} pip
 */
export function court(rank, suit, pip) {
  const dress = DRESS[suit];
  const cape = shape("M-128 180C-110 156-70 134-30 118L0 130V180Z", dress.cape);
  const hand = shape("M-11 150H11L14 163H-14Z", dress.trim) + dots(8.5, SKIN, [0, 143]);
  const half =
    pip(53, 108, 46) +
    outlined(cape + figure(rank, suit, pip), "translate(150 0)") +
    outlined(HELD[rank][suit](pip, dress) + hand, "translate(208 0)");
  return (
    `<path d="M108 20H222Q230 20 230 28V276H142V330H28Q20 330 20 322V74H108Z" fill="${GROUND}" stroke-width="1.5"/>` +
    half +
    `<g transform="rotate(180 125 175)">${half}</g>` +
    outlined(shape("M20 166H230V184H20Z", dress.trim)) +
    `<path d="M35 175H216" stroke="${LINE}" stroke-width="6.4" stroke-linecap="round" stroke-dasharray="0 18"/>`
  );
}
