// The celebration of a win: the cards leave the foundations and hang as the strings of a harp, each is plucked once, and
// they go home.

import { translated } from "./motion.js";
import { painted } from "./page.js";

/** Milliseconds between two strings, and how long one is away. */
const STRING = 110;
const AWAY = 2_000;
/** When a string hangs, as a share of its time; then how far it swings out at which moment, in card widths; then it leaves. */
const HANGS = 0.34;
const SWINGS = [[0.4, 0.34], [0.47, -0.24], [0.54, 0.16], [0.61, -0.09], [0.68, 0.04], [0.74, 0]];
const LEAVES = 0.8;
/** The last and shortest string, as a share of the first. */
const SHORTEST = 0.42;

/** How long after the beginning each string is plucked, in milliseconds. @param {number} strings */
export const plucks = (strings) => Array.from({ length: strings }, (_, i) => i * STRING + AWAY * HANGS);

/**
 * Where the cards hang: by string and card, from the string's upper end.
 * @param {{width: number, height: number}} room
 * @param {{width: number, height: number}} card
 * @param {number[]} strings  how many cards each has
 */
export function strung(room, card, strings) {
  const margin = card.width * 0.3;
  const step = Math.min((room.width - card.width - 2 * margin) / (strings.length - 1), card.width * 1.9);
  const left = (room.width - card.width - step * (strings.length - 1)) / 2;
  const longest = room.height - card.height - 2 * margin;
  return strings.map((cards, string) => {
    const length = longest * (1 - ((1 - SHORTEST) * string) / (strings.length - 1));
    return Array.from({ length: cards }, (_, i) => ({
      x: left + step * string,
      y: margin + (cards > 1 ? (length * i) / (cards - 1) : 0),
    }));
  });
}

/**
 * Play the harp; resolves when it is over, or at once when a key or pointer skips it or another game begins.
 * @param {import("./table.js").Table} table
 * @param {() => void} begins  called when the cards set off, or at once where nothing moves
 * @returns {Promise<void>}
 */
export async function celebrate(table, begins) {
  const { slowness } = table.motion;
  if (!slowness) return begins();
  const skipped = new Promise((resolve) => {
    for (const event of ["pointerdown", "keydown"]) addEventListener(event, resolve, { once: true });
    for (const event of ["resized", "leaving"]) table.root.addEventListener(event, resolve, { once: true });
  });
  const strings = table.foundationCards();
  // All cards have to be painted first. Done for all at once, while they move, it would hold up the frames.
  for (const cards of strings) {
    for (const element of cards) element.classList.add("strung");
    await painted();
  }
  begins();
  const { card } = table.plan;
  const places = strung(table.room, card, strings.map((cards) => cards.length));
  table.root.classList.add("celebrating");
  const moving = strings.flatMap((cards, string) =>
    cards.map((element, i) => {
      const home = { transform: element.style.transform, easing: "cubic-bezier(0.3, 0, 0.2, 1)" };
      const { x, y } = places[string][i];
      // A string swings most in its middle and not at all at its ends.
      const belly = Math.sin((Math.PI * (i + 0.5)) / cards.length) * card.width;
      const hung = (/** @type {number} */ offset, far = 0) => ({
        transform: translated(x + far * belly, y), offset, easing: "ease-in-out",
      });
      const frames = [home, hung(HANGS), ...SWINGS.map(([offset, far]) => hung(offset, far)), hung(LEAVES), home];
      return element.animate(frames, { duration: AWAY * slowness, delay: string * STRING * slowness });
    }),
  );
  const over = Promise.all(moving.map((animation) => animation.finished)).catch(() => {});
  await Promise.race([over, skipped]);
  for (const animation of moving) animation.cancel();
  for (const element of strings.flat()) element.classList.remove("strung");
  table.root.classList.remove("celebrating");
}
