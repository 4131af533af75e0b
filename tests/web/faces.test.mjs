import assert from "node:assert/strict";
import { test } from "node:test";
import { BACKS, Deck, STRIP, picture } from "../../src/easyharp/web/faces.js";
import { CLASSIC_FROM, layout } from "../../src/easyharp/web/layout.js";
import { INDEX_LETTERS } from "../../src/easyharp/web/symbols.js";
import { LOOKS, contrast, lightness, token } from "./colours.mjs";

/** @typedef {import("../../src/easyharp/web/faces.js").Options} Options */

const FACES = [..."cdhs"].flatMap((suit) => [..."A23456789TJQK"].map((rank) => rank + suit));
const PLAIN = /** @type {Options} */ ({ letters: {}, kind: "classic", four: false, contrast: false });
const KINDS = /** @type {const} */ (["phone", "classic"]);
/** Every way in which the inks of a deck can be chosen. */
const INKINGS = KINDS.flatMap((kind) =>
  [false, true].flatMap((four) => [false, true].map((strong) => ({ ...PLAIN, kind, four, contrast: strong }))),
);

/** The ink of a face. @param {string} face @param {Options} options */
const inkOf = (face, options) => picture(face, options).match(/<g color="(#\w+)"/)?.[1] ?? assert.fail(face);

/** The ground behind a face's index, where it has one of its own. @param {string} face @param {Options} options */
const tintOf = (face, options) => picture(face, options).match(/<path stroke="none" fill="(#\w+)"/)?.[1];

test("every face is another picture, whatever the options", () => {
  for (const options of INKINGS) {
    assert.equal(new Set([null, ...FACES].map((face) => picture(face, options))).size, 53);
  }
});

test("a picture is whole: all that opens closes, nothing is missing", () => {
  const backs = Object.keys(BACKS).map((back) => picture(null, /** @type {Options} */ ({ ...PLAIN, back })));
  for (const drawn of [...backs, ...INKINGS.flatMap((options) => FACES.map((face) => picture(face, options)))]) {
    assert.doesNotMatch(drawn, /undefined|NaN|null/);
    /** @type {string[]} */
    const open = [];
    for (const [, end, name, alone] of drawn.matchAll(/<(\/?)(\w+)[^>]*?(\/?)>/g)) {
      if (end) assert.equal(open.pop(), name);
      else if (!alone) open.push(name);
    }
    assert.deepEqual(open, []);
  }
});

test("index letters change the faces that they name, and no other", () => {
  for (const [language, letters] of Object.entries(INDEX_LETTERS)) {
    for (const kind of KINDS) {
      const named = { ...PLAIN, kind, letters };
      for (const face of FACES) {
        const changed = picture(face, named) !== picture(face, { ...PLAIN, kind });
        assert.equal(changed, face[0] in letters, `${language} ${face}`);
      }
    }
  }
});

test("every index letter is drawn by us, and looks the same on every machine", () => {
  for (const letters of Object.values(INDEX_LETTERS)) {
    for (const face of FACES) assert.doesNotMatch(picture(face, { ...PLAIN, letters }), /<text/);
  }
  assert.match(picture("Kh", { ...PLAIN, letters: { K: "Ж" } }), /<text[^>]*>Ж</);
});

test("two colours pair the suits; with four each has its own, and the red family's indices are tinted", () => {
  for (const options of INKINGS) {
    const [c, d, h, s] = [..."cdhs"].map((suit) => inkOf(`7${suit}`, options));
    assert.equal(new Set([c, d, h, s]).size, options.four ? 4 : 2);
    if (!options.four) assert.deepEqual([c, d], [s, h]);
    for (const face of FACES) {
      const isTinted = options.four && "dh".includes(face[1]);
      assert.equal(Boolean(tintOf(face, options)), isTinted, face);
    }
  }
});

test("every ink can be read on every card and every tint", () => {
  for (const options of INKINGS) {
    for (const face of FACES) {
      const ink = inkOf(face, options);
      for (const ground of [tintOf(face, options), ...LOOKS.map((look) => token("--card", look))]) {
        if (ground) assert.ok(contrast(ink, ground) >= 4.5, `${face} ${ink} on ${ground}`);
      }
    }
  }
});

test("red and black differ in lightness, for those who see no red", () => {
  for (const options of INKINGS) {
    const reds = ["7d", "7h"].map((face) => lightness(inkOf(face, options)));
    const blacks = ["7c", "7s"].map((face) => lightness(inkOf(face, options)));
    const apart = Math.min(...reds) - Math.max(...blacks);
    // In four colours the tint behind the index is the second cue.
    assert.ok(apart >= (options.four ? 13 : 25), `${JSON.stringify(options)}: ${apart}`);
  }
});

test("the backs differ in colour and pattern, each with the harp, and none depends on the faces", () => {
  const names = /** @type {(keyof typeof BACKS)[]} */ (Object.keys(BACKS));
  const drawn = names.map((back) => picture(null, { ...PLAIN, back }));
  assert.equal(new Set(drawn).size, 3);
  assert.equal(new Set(names.map((back) => BACKS[back].ground)).size, 3);
  assert.equal(new Set(names.map((back) => BACKS[back].pattern())).size, 3);
  const strings = drawn.map((text) => [...text.matchAll(/d="(M-31-29V[^"]*)"/g)].map(([, path]) => path));
  for (const paths of strings) assert.deepEqual(paths, strings[0]);
  assert.equal(strings[0].length, 1);
  assert.equal(strings[0][0].match(/M/g)?.length, 9, "nine strings, as there are nine columns");
  for (const [i, back] of names.entries()) {
    for (const options of INKINGS) assert.equal(picture(null, { ...options, back }), drawn[i]);
  }
});

test("a back is small enough for a card to be one quick picture", () => {
  for (const { pattern } of Object.values(BACKS)) assert.ok(pattern().length < 4_000);
});

test("a deck draws each picture once", () => {
  const deck = new Deck(PLAIN);
  assert.equal(deck.address("Th", "classic"), deck.address("Th", "classic"));
  assert.equal(decodeURIComponent(deck.address(null, "classic")), `data:image/svg+xml,${picture(null, PLAIN)}`);
});

test("a chosen kind of face is laid out at every size, with strips that show its rank and suit", () => {
  const columns = Array.from({ length: 9 }, (_, i) => ({ hidden: i, shown: 13 }));
  for (const [width, height] of [[320, 568], [360, 640], [844, 390], [1366, 768], [3840, 2160]]) {
    for (const kind of KINDS) {
      const { card, strips } = layout(width, height, columns, { kind });
      assert.equal(card.kind, kind);
      for (const { shown } of strips) assert.ok(shown >= STRIP[kind] * card.height, `${width}x${height} ${kind}`);
    }
    const { card } = layout(width, height, columns);
    assert.equal(card.kind, card.width < CLASSIC_FROM ? "phone" : "classic");
  }
});
