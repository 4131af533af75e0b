// The catalogs of all languages, and what their texts are made of.

import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Words, loadWords } from "../../src/easyharp/web/words.js";

/**
 * @typedef {import("../../src/easyharp/web/words.js").Key} Key
 * @typedef {import("../../src/easyharp/web/words.js").Plural} Plural
 */

const WEB = new URL("../../src/easyharp/web/", import.meta.url);

/** @param {string} name  of a file below src/easyharp/web */
export const source = (name) => readFileSync(new URL(name, WEB), "utf8");

/** The names of the client's modules and pages. */
export const SOURCES = readdirSync(fileURLToPath(WEB)).filter((name) => /\.(js|html)$/.test(name));

export const LANGUAGES = readdirSync(fileURLToPath(new URL("words/", WEB))).map((name) => name.replace(/\.js$/, ""));

/** @type {Words[]} */
export const ALL_WORDS = await Promise.all(LANGUAGES.map(loadWords));

/** @param {string} language @returns {Words} */
export function wordsOf(language) {
  const words = ALL_WORDS.find((some) => some.language === language);
  if (!words) throw new Error(`there is no ${language}`);
  return words;
}

/**
 * Every text of a catalog with its key; a text in plural forms has all of them.
 * @param {Words} words
 * @returns {[Key, string[]][]}
 */
export function textsOf(words) {
  return Object.entries(words.catalog.texts).map(([key, text]) => [
    /** @type {Key} */ (key),
    typeof text === "string" ? [text] : Object.values(text),
  ]);
}

/** Every text in plural forms of a catalog with its key. @param {Words} words @returns {[Key, Plural][]} */
export function countedOf(words) {
  return Object.entries(words.catalog.texts).flatMap(([key, text]) =>
    typeof text === "string" ? [] : [[/** @type {Key} */ (key), text]],
  );
}

/** The names in braces in some texts, each once, in order. @param {string[]} texts */
export const parametersOf = (texts) => [...new Set(texts.join(" ").match(/\{\w+\}/g))].sort().map((name) => name.slice(1, -1));
