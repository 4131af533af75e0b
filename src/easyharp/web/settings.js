// Settings: what a player may choose, its defaults, and who is told of a change. No DOM.

import { BACKS } from "./faces.js";
import { INDEX_LETTERS } from "./symbols.js";

/** Every setting with its choices; the first is the default. */
export const CHOICES = {
  language: ["auto", "de", "en", "fr", "es", "it", "nl", "pl", "pt"],
  interactive: [true, false],
  double_tap: [true, false],
  tap_selects: [false, true],
  show_targets: [true, false],
  offer_finish: [true, false],
  show_time: [true, false],
  show_score: [true, false],
  theme: ["auto", "light", "dark", "contrast"],
  felt: ["green", "blue", "grey"],
  back: Object.keys(BACKS),
  face: ["auto", "phone", "classic"],
  four_colours: [false, true],
  letters: ["auto", ...Object.keys(INDEX_LETTERS)],
  motion: ["auto", "on", "off"],
  speed: ["normal", "slow", "fast"],
  mirror: [false, true],
  sound: [false, true],
  haptics: [true, false],
};

/** @typedef {keyof typeof CHOICES} Name */
/**
 * @typedef {{
 *   language: string, interactive: boolean, double_tap: boolean, tap_selects: boolean, show_targets: boolean,
 *   offer_finish: boolean, show_time: boolean, show_score: boolean, theme: string, felt: string,
 *   back: import("./faces.js").Back, face: "auto" | import("./faces.js").Kind, four_colours: boolean, letters: string,
 *   motion: string, speed: string, mirror: boolean, sound: boolean, haptics: boolean,
 * }} Values
 */

export class Settings {
  /** @param {unknown} kept  what was kept of them; anything unknown or damaged falls back to its default */
  constructor(kept) {
    const known = /** @type {Record<string, any>} */ (kept && typeof kept === "object" ? kept : {});
    this.values = /** @type {Values} */ (
      Object.fromEntries(
        Object.entries(CHOICES).map(([name, choices]) => [
          name,
          /** @type {unknown[]} */ (choices).includes(known[name]) ? known[name] : choices[0],
        ]),
      )
    );
    /** @type {(name: Name | null) => void} */
    this.changed = () => {};
  }

  /** @param {(name: Name | null) => void} changed  told which setting has changed, null for all of them */
  onChange(changed) {
    this.changed = changed;
  }

  /** @param {Name} name @param {string | boolean} value */
  set(name, value) {
    Object.assign(this.values, { [name]: value });
    this.changed(name);
  }

  /** Take over values that are right. @param {object} values */
  take(values) {
    Object.assign(this.values, values);
    this.changed(null);
  }

  /** Return to the defaults. */
  reset() {
    for (const [name, choices] of Object.entries(CHOICES)) Object.assign(this.values, { [name]: choices[0] });
    this.changed(null);
  }
}

/**
 * The language to speak: the chosen one, or the first of the browser's that there is.
 * @param {string} chosen
 * @param {readonly string[]} preferred  language tags
 */
export function spokenLanguage(chosen, preferred) {
  if (chosen !== "auto") return chosen;
  const known = CHOICES.language.slice(1);
  return preferred.map((tag) => tag.split("-")[0].toLowerCase()).find((tag) => known.includes(tag)) ?? known[0];
}
