import assert from "node:assert/strict";
import { test } from "node:test";
import { CHOICES, Settings, spokenLanguage } from "../../src/easyharp/web/settings.js";
import { Chance } from "./chance.mjs";

const DEFAULTS = Object.fromEntries(Object.entries(CHOICES).map(([name, choices]) => [name, choices[0]]));

test("the first choice is the default", () => {
  assert.deepEqual(new Settings(undefined).values, DEFAULTS);
  assert.equal(DEFAULTS.interactive, true);
  assert.equal(DEFAULTS.double_tap, true);
  assert.equal(DEFAULTS.sound, false);
  assert.equal(DEFAULTS.haptics, true);
});

test("what was kept is taken up", () => {
  const kept = Object.fromEntries(Object.entries(CHOICES).map(([name, choices]) => [name, choices.at(-1)]));
  assert.deepEqual(new Settings(structuredClone(kept)).values, kept);
});

test("of damaged values the good ones are kept", () => {
  for (const damaged of [null, 7, "mirror", [], true]) assert.deepEqual(new Settings(damaged).values, DEFAULTS);
  const kept = {
    mirror: "true", theme: "purple", felt: "auto", back: 1, speed: "slow", language: null, unknown: 1, interactive: 0,
  };
  assert.deepEqual(new Settings(kept).values, { ...DEFAULTS, speed: "slow" });
});

test("whatever was kept, every value is one of its choices", () => {
  const chance = new Chance(1);
  const values = [true, false, "de", "on", "", 0, null, undefined, {}, "light"];
  for (let i = 0; i < 200; i += 1) {
    const kept = Object.fromEntries(Object.keys(CHOICES).map((name) => [name, chance.choice(values)]));
    for (const [name, value] of Object.entries(new Settings(kept).values)) {
      const choices = /** @type {unknown[]} */ (CHOICES[/** @type {keyof typeof CHOICES} */ (name)]);
      assert.ok(choices.includes(value), `${name}: ${value}`);
    }
  }
});

test("a change is told with its name", () => {
  const settings = new Settings(null);
  /** @type {unknown[]} */
  const told = [];
  settings.onChange((name) => void told.push(name));
  const { values } = settings;
  settings.set("mirror", true);
  assert.deepEqual(told, ["mirror"]);
  assert.equal(settings.values, values, "who holds the values sees the change");
});

test("a reset returns to the defaults in one change", () => {
  const settings = new Settings({ mirror: true, theme: "dark" });
  /** @type {unknown[]} */
  const told = [];
  settings.onChange((name) => void told.push(name));
  settings.reset();
  assert.deepEqual(settings.values, DEFAULTS);
  assert.deepEqual(told, [null]);
});

test("the language is the chosen one, else the browser's first that there is, else German", () => {
  assert.equal(spokenLanguage("en", ["de"]), "en");
  assert.equal(spokenLanguage("auto", ["sv-SE", "en-GB", "de"]), "en");
  assert.equal(spokenLanguage("auto", ["DE-at"]), "de");
  assert.equal(spokenLanguage("auto", ["sv", "fi"]), "de");
  assert.equal(spokenLanguage("auto", []), "de");
});
