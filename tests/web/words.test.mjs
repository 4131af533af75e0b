import assert from "node:assert/strict";
import { test } from "node:test";
import { INDEX_LETTERS } from "../../src/easyharp/web/symbols.js";
import { lettersText } from "../../src/easyharp/web/words.js";
import { CHOICES } from "../../src/easyharp/web/settings.js";
import { ALL_WORDS, LANGUAGES, SOURCES, countedOf, parametersOf, source, textsOf, wordsOf } from "./catalogs.mjs";

/**
 * @typedef {import("../../src/easyharp/web/words.js").CardForm} CardForm
 * @typedef {import("../../src/easyharp/web/words.js").Key} Key
 */

const german = wordsOf("de");
const english = wordsOf("en");
const CODE = SOURCES.map(source).join("\n");
const SUITS = [..."cdhs"];
const COUNTS = Array.from({ length: 1_001 }, (_, count) => count);
const RANKS = [..."A23456789TJQK"];
const FORMS = /** @type {CardForm[]} */ (["name", "subject", "object", "red", "black"]);

test("there is a catalog for every language that can be chosen, and for no other", () => {
  assert.deepEqual([...LANGUAGES].sort(), CHOICES.language.slice(1).sort());
  for (const words of ALL_WORDS) assert.ok(LANGUAGES.includes(words.language));
});

test("every catalog has every entry of the German one, and no other", () => {
  /** @param {object} catalog @param {string} path @returns {string[]} */
  const entries = (catalog, path) =>
    Object.entries(catalog).flatMap(([key, value]) =>
      // Plural forms differ from language to language.
      typeof value === "object" && !("one" in value) ? entries(value, `${path}.${key}`) : [`${path}.${key}`],
    );
  const expected = entries(german.catalog, "").sort();
  for (const { catalog, language } of ALL_WORDS) assert.deepEqual(entries(catalog, "").sort(), expected, language);
});

test("no text is empty or has blanks around it", () => {
  for (const words of ALL_WORDS) {
    for (const [key, texts] of textsOf(words)) {
      for (const text of texts) assert.ok(text && text === text.trim(), `${words.language} ${key}`);
    }
  }
});

test("a text has the same parameters in every language", () => {
  const expected = new Map(textsOf(german).map(([key, texts]) => [key, parametersOf(texts)]));
  for (const words of ALL_WORDS) {
    for (const [key, texts] of textsOf(words)) assert.deepEqual(parametersOf(texts), expected.get(key), key);
  }
});

test("a counted text has exactly the plural forms that its language has for numbers up to 1,000", () => {
  const counted = countedOf(german).map(([key]) => key);
  assert.ok(counted.length >= 7);
  for (const words of ALL_WORDS) {
    const needed = [...new Set(COUNTS.map((count) => words.plural.select(count)))].sort();
    assert.deepEqual(countedOf(words).map(([key]) => key), counted, words.language);
    for (const [key, forms] of countedOf(words)) {
      assert.deepEqual(Object.keys(forms).sort(), needed, `${words.language} ${key}`);
    }
  }
});

test("a plural form says how many, unless it stands for one number only, which it names", () => {
  for (const words of ALL_WORDS) {
    for (const [key, forms] of countedOf(words)) {
      for (const [category, text] of Object.entries(forms)) {
        const numbers = COUNTS.filter((count) => words.plural.select(count) === category);
        const names = numbers.length === 1 && new RegExp(`\\b${numbers[0]}\\b`).test(text);
        assert.ok(text.includes("{count}") || names, `${words.language} ${key} ${category}`);
      }
    }
  }
});

test("every number is said in every language, however large", () => {
  for (const words of ALL_WORDS) {
    for (const [key] of countedOf(words)) {
      for (const count of [0, 1, 2, 5, 22, 999, 1_000, 1_000_000, 2_000_000]) {
        const text = words.say(key, { count, number: 3 });
        assert.ok(text.includes(words.number.format(count)), `${words.language} ${key}: ${text}`);
        assert.doesNotMatch(text, /undefined/);
      }
    }
  }
});

test("numbers take the form that a player would say", () => {
  assert.equal(german.say("stock_cards", { count: 1 }), "1 Karte");
  assert.equal(german.say("stock_cards", { count: 0 }), "0 Karten");
  assert.equal(english.say("stock_cards", { count: 59 }), "59 cards");
  assert.equal(german.say("left_game", { number: 999_999, count: 1 }), "Verteilung 999.999, 1 Zug");
  const polish = wordsOf("pl");
  const said = [1, 2, 5, 12, 22, 25].map((count) => polish.say("stock_cards", { count }));
  assert.deepEqual(said, ["1 karta", "2 karty", "5 kart", "12 kart", "22 karty", "25 kart"]);
  assert.equal(wordsOf("pt").say("undo_left", { count: 1 }), "Desfazer: resta 1 jogada");
  assert.equal(wordsOf("pt").say("undo_left", { count: 100 }), "Desfazer: restam 100 jogadas");
});

test("every text that the code says is given what is to be filled in", () => {
  const texts = new Map(textsOf(german));
  let said = 0;
  for (const [, key, values] of CODE.matchAll(/\b(?:say|part)\(\s*"(\w+)"(?:,\s*\{([^}]*)\})?/g)) {
    const given = [...(values ?? "").matchAll(/(?:^|,)\s*(\w+)\s*(?=[:,]|$)/g)].map(([, name]) => name);
    const needed = parametersOf(texts.get(/** @type {Key} */ (key)) ?? assert.fail(`there is no text ${key}`));
    for (const name of needed) assert.ok(given.includes(name), `${key} needs ${name}`);
    said += 1;
  }
  assert.ok(said > 30);
});

test("every text that a page names exists and needs nothing filled in", () => {
  const texts = new Map(textsOf(german));
  for (const [, key] of CODE.matchAll(/data-(?:word|label)="(\w+)"/g)) {
    assert.deepEqual(parametersOf(texts.get(/** @type {Key} */ (key)) ?? assert.fail(`there is no text ${key}`)), []);
  }
});

test("every setting and every choice of it has a name", () => {
  const keys = new Set(textsOf(german).map(([key]) => String(key)));
  const used = new Set();
  for (const [name, choices] of Object.entries(CHOICES)) {
    assert.ok(keys.has(`set_${name}`), name);
    for (const choice of choices) {
      const namesItself = choice !== "auto" && (name === "language" || name === "letters");
      if (typeof choice === "boolean" || namesItself) continue;
      const key = [`choice_${name}_${choice}`, `choice_${choice}`].find((some) => keys.has(some));
      used.add(key ?? assert.fail(`${name} ${choice}`));
    }
  }
  assert.deepEqual([...keys].filter((key) => key.startsWith("choice_")).sort(), [...used].sort(), "none is left over");
});

test("two choices of a setting never have the same name", () => {
  for (const words of ALL_WORDS) {
    for (const name of /** @type {const} */ (["felt", "back", "face", "theme", "motion", "speed"])) {
      const names = CHOICES[name].map((choice) => {
        const own = `choice_${name}_${choice}`;
        return words.say(/** @type {Key} */ (own in words.catalog.texts ? own : `choice_${choice}`));
      });
      assert.equal(new Set(names).size, names.length, `${words.language} ${name}`);
    }
  }
});

test("no text is left over that nothing says", () => {
  const computed = /^(refusal|code|set|choice|history|daily|spread|course)_/;
  for (const [key] of textsOf(german)) {
    if (!computed.test(key)) assert.ok(new RegExp(`["\`]${key}["\`]`).test(CODE), `${key} is never said`);
  }
});

test("every card has its words in every form and language", () => {
  for (const words of ALL_WORDS) {
    for (const form of FORMS) {
      const said = SUITS.flatMap((suit) => RANKS.map((rank) => words.card(rank + suit, form)));
      for (const text of said) assert.doesNotMatch(text, /undefined|[{}]/);
      const different = form === "red" || form === "black" ? 13 : 52;
      assert.equal(new Set(said).size, different, `${words.language} ${form}`);
    }
  }
});

test("cards are called as players call them", () => {
  assert.equal(german.card("9h"), "Herz 9");
  assert.equal(german.card("Td", "subject"), "die Karo 10");
  assert.equal(german.card("As", "subject"), "das Pik-Ass");
  assert.equal(german.card("Jc", "object"), "den Kreuz-Buben");
  assert.equal(german.card("Th", "black"), "eine schwarze 10");
  assert.equal(english.card("Qs"), "queen of spades");
  assert.equal(english.card("Td", "object"), "the 10 of diamonds");
});

test("index letters are single capitals, and different", () => {
  for (const [language, letters] of Object.entries(INDEX_LETTERS)) {
    const all = Object.values({ A: "A", J: "J", Q: "Q", K: "K", ...letters });
    assert.equal(new Set(all).size, all.length, language);
    for (const letter of all) assert.match(letter, /^\p{Lu}$/u);
  }
});

test("every entry of index letters can be chosen, and is offered as it looks", () => {
  assert.deepEqual(CHOICES.letters, ["auto", ...Object.keys(INDEX_LETTERS)]);
  const offered = Object.keys(INDEX_LETTERS).map(lettersText);
  assert.equal(new Set(offered).size, offered.length);
  assert.equal(lettersText("de"), "B D K A");
  assert.equal(lettersText("en"), "J Q K A");
  assert.equal(lettersText("fr"), "V D R A");
  assert.equal(lettersText("da"), "B D K E");
});

test("sentences begin with a capital, numbers are written as the language does", () => {
  assert.equal(german.say("moved", { card: "die Herz 9", pile: "Spalte 4" }), "Die Herz 9 auf Spalte 4.");
  assert.equal(german.say("code_good", { number: 123_456 }), "Verteilung 123.456");
  assert.equal(english.say("code_good", { number: 123_456 }), "Deal 123,456");
  assert.equal(german.either(["Spalte 1", "Spalte 2", "Spalte 3"]), "Spalte 1, Spalte 2 oder Spalte 3");
  assert.equal(english.date(new Date(2026, 11, 24)), "December 24, 2026");
});

test("what is filled in is never taken for a parameter itself", () => {
  assert.equal(english.say("drawn", { card: "{card} $& {x}" }), "{card} $& {x} drawn.");
});
