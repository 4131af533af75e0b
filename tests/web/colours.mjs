// The colours of the style sheet by theme and felt, and how far two colours are apart.

import { source } from "./catalogs.mjs";

/** @typedef {{theme: "light" | "dark" | "contrast", felt: string}} Look */

const THEMES = /** @type {const} */ (["light", "dark", "contrast"]);

/** Every rule of tokens.css: its selectors, and its values by name. */
const RULES = [...source("style/tokens.css").replace(/\/\*.*?\*\//gs, "").matchAll(/([^{}]+)\{([^{}]*)\}/g)].map(
  ([, selectors, body]) => ({
    selectors: selectors.split(",").map((selector) => selector.trim()),
    values: new Map([...body.matchAll(/(--[\w-]+):\s*([^;]+);/g)].map(([, name, value]) => [name, value])),
  }),
);

export const FELTS = RULES.flatMap(({ selectors }) => selectors.join().match(/\[data-felt="(\w+)"\]/)?.[1] ?? []);

/** @type {Look[]} */
export const LOOKS = THEMES.flatMap((theme) => FELTS.map((felt) => ({ theme, felt })));

/** The value of a name in a look: of the rules that apply, the last one's. @param {string} name @param {Look} look */
export function token(name, { theme, felt }) {
  const applying = [":root", `[data-felt="${felt}"]`, `:root[data-theme="${theme}"]`];
  const value = RULES.findLast(
    ({ selectors, values }) => values.has(name) && selectors.some((selector) => applying.includes(selector)),
  )?.values.get(name);
  if (!value) throw new Error(`there is no ${name}`);
  const [, light, dark] = value.match(/^light-dark\((\S+), (\S+)\)$/) ?? [null, value, value];
  return theme === "dark" ? dark : light;
}

/** Red, green and blue from 0 to 1. @param {string} colour  "#fff" or "#ffffff" @returns {number[]} */
function channels(colour) {
  const digits = colour.length === 4 ? [...colour.slice(1)].map((digit) => digit + digit) : colour.match(/\w\w/g);
  if (!/^#(\w{3}|\w{6})$/.test(colour) || !digits) throw new Error(`${colour} is no colour`);
  return digits.map((pair) => parseInt(pair, 16) / 255);
}

/** The relative luminance of a colour. @param {string} colour */
function luminance(colour) {
  const [red, green, blue] = channels(colour).map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The contrast of two colours as WCAG 2 defines it, from 1 to 21. @param {string} one @param {string} other */
export function contrast(one, other) {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** The lightness of a colour as the eye has it, from 0 to 100. @param {string} colour */
export const lightness = (colour) => 116 * Math.cbrt(luminance(colour)) - 16;

/** What is seen of white, as in "rgb(255 255 255 / 0.3)", on a ground. @param {string} white @param {string} ground */
export function over(white, ground) {
  const share = Number(white.match(/^rgb\(255 255 255 \/ ([\d.]+)\)$/)?.[1] ?? (white === "#ffffff" ? 1 : NaN));
  const mixed = channels(ground).map((c) => Math.round(255 * (c * (1 - share) + share)));
  return `#${mixed.map((c) => c.toString(16).padStart(2, "0")).join("")}`;
}
