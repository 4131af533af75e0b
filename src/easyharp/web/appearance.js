// Appearance: how the page and the table look and move, by the settings and by what the device asks for.

import { Deck } from "./faces.js";
import { INDEX_LETTERS } from "./symbols.js";

const SPEEDS = /** @type {Record<string, number>} */ ({ slow: 2, normal: 1, fast: 0.5 });
const LESS_MOTION = matchMedia("(prefers-reduced-motion: reduce)");
const MORE_CONTRAST = matchMedia("(prefers-contrast: more)");
const DARK = matchMedia("(prefers-color-scheme: dark)");

export class Appearance {
  /**
   * @param {import("./table.js").Table} table
   * @param {import("./settings.js").Values} values
   */
  constructor(table, values) {
    this.table = table;
    this.values = values;
    this.language = "en";
    LESS_MOTION.addEventListener("change", () => this.#setMotion());
    MORE_CONTRAST.addEventListener("change", () => this.#drawDeck());
    DARK.addEventListener("change", () => this.#colour());
  }

  /** Look as the settings say now. @param {string} language  whose letters the cards have, unless others are chosen */
  apply(language) {
    this.language = language;
    const { mirror, face } = this.values;
    this.table.options = { mirror, kind: face === "auto" ? null : face };
    this.#colour();
    this.#setMotion();
    this.#drawDeck();
  }

  #colour() {
    const { theme, felt } = this.values;
    Object.assign(document.documentElement.dataset, { theme, felt });
    // What the browser shows around the page goes on in its colour.
    const { backgroundColor } = getComputedStyle(document.body);
    document.querySelector("meta[name='theme-color']")?.setAttribute("content", backgroundColor);
  }

  #setMotion() {
    const { motion, speed } = this.values;
    const reduced = motion === "off" || (motion === "auto" && LESS_MOTION.matches);
    this.table.motion.slowness = reduced ? 0 : SPEEDS[speed];
  }

  #drawDeck() {
    const { letters, four_colours: four, theme, back } = this.values;
    const own = INDEX_LETTERS[letters === "auto" ? this.language : letters] ?? {};
    const contrast = theme === "contrast" || MORE_CONTRAST.matches;
    this.table.useDeck(new Deck({ letters: own, four, contrast, back }));
  }
}
