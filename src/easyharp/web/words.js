// Words: the catalog of one language, and how its texts are filled in. No sentence is written outside of
// the catalogs in words/.

import { INDEX_LETTERS } from "./symbols.js";

/**
 * @typedef {import("./words/de.js").Catalog} Catalog
 * @typedef {import("./words/de.js").Plural} Plural
 * @typedef {keyof Catalog["texts"]} Key
 * @typedef {"name" | "subject" | "object" | "red" | "black"} CardForm
 *   "name" alone, "subject" and "object" with the article a sentence needs; "red" and "black": any such card
 */

/** The index letters of a language as they are offered, as in "J Q K A". @param {string} language */
export const lettersText = (language) => [..."JQKA"].map((rank) => INDEX_LETTERS[language][rank] ?? rank).join(" ");

export class Words {
  /** @param {Catalog} catalog */
  constructor(catalog) {
    this.catalog = catalog;
    this.language = catalog.language;
    this.plural = new Intl.PluralRules(catalog.language);
    this.number = new Intl.NumberFormat(catalog.language);
    this.percent = new Intl.NumberFormat(catalog.language, { style: "percent" });
    this.list = new Intl.ListFormat(catalog.language, { type: "conjunction" });
    this.alternatives = new Intl.ListFormat(catalog.language, { type: "disjunction" });
  }

  /**
   * A text as part of a sentence, with its parameters filled in; `count` chooses among plural forms.
   * @param {Key} key
   * @param {Record<string, string | number>} [values]
   */
  part(key, values = {}) {
    const text = /** @type {string | Plural} */ (this.catalog.texts[key]);
    const form = typeof text === "string" ? text : (text[this.plural.select(Number(values.count))] ?? text.other);
    return this.#filled(String(form), values);
  }

  /** A text that stands alone or begins a sentence. @param {Key} key @param {Record<string, string | number>} [values] */
  say(key, values = {}) {
    return this.begun(this.part(key, values));
  }

  /** A text with its first letter raised, as at the beginning of a sentence. @param {string} text */
  begun(text) {
    return text.charAt(0).toLocaleUpperCase(this.language) + text.slice(1);
  }

  /** A date in full. @param {Date} date */
  date(date) {
    return new Intl.DateTimeFormat(this.language, { dateStyle: "long" }).format(date);
  }

  /**
   * A card in words.
   * @param {string} face  as in "Th"
   * @param {CardForm} [form]
   */
  card(face, form = "name") {
    const [rank, suit] = face;
    const forms = /** @type {Record<string, string>} */ (this.catalog.cards[form]);
    return this.#filled(forms[rank] ?? forms.number, {
      suit: this.catalog.suits[/** @type {"c"} */ (suit)],
      rank: rank === "T" ? "10" : rank,
    });
  }

  /** Alternatives as a list: "a or b". @param {string[]} items */
  either(items) {
    return this.alternatives.format(items);
  }

  /** Put the texts into every element that names one by data-word or data-label. @param {ParentNode} root */
  fill(root) {
    for (const element of root.querySelectorAll("[data-word]")) {
      element.textContent = this.say(/** @type {Key} */ (element.getAttribute("data-word")));
    }
    for (const element of root.querySelectorAll("[data-label]")) {
      const label = this.say(/** @type {Key} */ (element.getAttribute("data-label")));
      element.setAttribute("aria-label", label);
      if (element instanceof HTMLButtonElement) element.title = label;
    }
  }

  /** @param {string} text @param {Record<string, string | number>} values */
  #filled(text, values) {
    return text.replace(/\{(\w+)\}/g, (_, name) => {
      const value = values[name];
      return typeof value === "number" ? this.number.format(value) : String(value);
    });
  }
}

/** @param {string} language @returns {Promise<Words>} */
export async function loadWords(language) {
  const { catalog } = await import(`./words/${language}.js`);
  return new Words(catalog);
}
