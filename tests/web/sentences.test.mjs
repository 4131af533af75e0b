import assert from "node:assert/strict";
import { test } from "node:test";
import { PILES } from "../../src/easyharp/web/piles.js";
import {
  changeSentence, codeSentence, hintSentence, pileName, pileSentence, refusalSentence,
} from "../../src/easyharp/web/sentences.js";
import { ALL_WORDS, source, wordsOf } from "./catalogs.mjs";
import { answerOf, viewOf } from "./views.mjs";

/**
 * @typedef {import("../../src/easyharp/web/backend.js").Refusal} Refusal
 * @typedef {import("../../src/easyharp/web/backend.js").View} View
 */

const german = wordsOf("de");
const english = wordsOf("en");
const RANKS = [..."A23456789TJQK"];
const FACES = [..."cdhs"].flatMap((suit) => RANKS.map((rank) => rank + suit));

/** The engine's own lists, so that none of its words is without a sentence. */
const REFUSAL_CODES = [...source("../refusals.py").matchAll(/^ {4}[A-Z_]+ = "(\w+)"$/gm)].map(([, code]) => code);
const CODE_REASONS = ["empty", "too_long", "number", "prefix", "character", "length", "range"];

/** @param {string} code @param {Partial<Refusal>} [rest] @returns {Refusal} */
const refused = (code, rest = {}) => ({ code, source: "1", target: "2", cards: [], onto: null, wanted: [], ...rest });

/** @param {string} face */
const isRed = (face) => "dh".includes(face[1]);

/** The faces that would carry a card. @param {string} face */
const hosts = (face) =>
  FACES.filter((host) => RANKS.indexOf(host[0]) === RANKS.indexOf(face[0]) + 1 && isRed(host) !== isRed(face));

/** @param {string} sentence @param {string} about */
function assertIsSentence(sentence, about) {
  assert.doesNotMatch(sentence, /\b(?:undefined|null|NaN)\b|[{}]|\s\s|[^\S\u202f][.,:]|^\s|\(\)/, about);
  assert.match(sentence, /^[\p{Lu}\d„“"«].*[.?!]$/u, about);
}

test("the engine's refusals are known here", () => {
  assert.equal(REFUSAL_CODES.length, 20);
});

test("every refusal has a sentence in every language, with whatever cards", () => {
  for (const words of ALL_WORDS) {
    for (const code of REFUSAL_CODES) {
      const isAboutFoundation = code === "wrong_foundation_rank";
      for (const face of FACES) {
        const wanted = isAboutFoundation ? [face, "Kc"] : hosts(face);
        const onto = /wrong_(colour|rank)|same_colour|one_card_at/.test(code) ? "7d" : null;
        const cards = /run_needs|one_card/.test(code) ? [face, "2h", "As"] : [face];
        const sentence = refusalSentence(words, refused(code, { cards, onto, wanted }));
        assertIsSentence(sentence, `${words.language} ${code} ${face}`);
      }
    }
  }
});

test("refusals that speak of no card have a sentence without any", () => {
  const withoutCards = REFUSAL_CODES.filter((code) => !/wrong|same|king|one_card_at/.test(code));
  assert.equal(withoutCards.length, 12);
  for (const words of ALL_WORDS) {
    for (const code of withoutCards) assertIsSentence(refusalSentence(words, refused(code)), `${words.language} ${code}`);
  }
});

test("a card on a card: the sentence names both, and what would be right", () => {
  for (const words of ALL_WORDS) {
    for (const card of FACES) {
      for (const onto of FACES) {
        for (const code of ["wrong_colour_and_rank", "same_colour", "wrong_rank"]) {
          const sentence = refusalSentence(words, refused(code, { cards: [card], onto, wanted: hosts(card) }));
          assertIsSentence(sentence, `${words.language} ${code} ${card} ${onto}`);
          assert.ok(sentence.toLowerCase().includes(words.card(card, "subject").toLowerCase()));
          if (card[0] === "K") continue;
          assert.ok(sentence.includes(words.card(onto, "object")));
          assert.ok(sentence.includes(words.card(hosts(card)[0], isRed(card) ? "black" : "red")));
        }
      }
    }
  }
});

test("the sentences are as friendly as they were written", () => {
  const nine = refused("same_colour", { cards: ["9h"], onto: "Td", wanted: ["Tc", "Ts"] });
  assert.equal(
    refusalSentence(german, nine),
    "Die Herz 9 passt nicht auf die Karo 10: gleiche Farbe. Gesucht ist eine schwarze 10.",
  );
  assert.equal(
    refusalSentence(english, nine),
    "The 9 of hearts does not fit on the 10 of diamonds: same colour. It needs a black 10.",
  );
  const king = refused("wrong_rank", { cards: ["Ks"], onto: "Qd" });
  assert.equal(
    refusalSentence(german, king),
    "Der Pik-König passt auf keine Karte. Ein König gehört auf eine leere Spalte.",
  );
  const jack = refused("space_needs_king", { cards: ["Jc"] });
  assert.match(refusalSentence(german, jack), /nicht der Kreuz-Bube\.$/);
  const foundation = refused("wrong_foundation_rank", { cards: ["5h"], wanted: ["2h", "4h"] });
  assert.equal(
    refusalSentence(german, foundation),
    "Die Herz 5 passt jetzt auf keinen Zielstapel. Gesucht: Herz 2 oder Herz 4.",
  );
  const run = refused("one_card_at_a_time", { cards: ["Qs", "Jh"], onto: "2h" });
  assert.match(refusalSentence(german, run), /nur die letzte Karte .* nicht die Pik-Dame\.$/);
  const kingRun = { ...run, cards: ["Kh", "Qs", "Jh"] };
  assert.equal(
    refusalSentence(german, kingRun),
    "Eine Kartenfolge, die mit einem König beginnt, darf nur auf eine leere Spalte.",
  );
});

test("every way to write a code wrongly has a sentence in every language", () => {
  const engine = source("../errors.py");
  for (const reason of CODE_REASONS) assert.ok(engine.includes(`\`\`${reason}\`\``), reason);
  const found = { prefix: "EH2-N-", character: "1", length: "6", range: "1000000" };
  for (const words of ALL_WORDS) {
    for (const reason of CODE_REASONS) {
      const problem = { reason, found: { ...found }[reason] ?? "", place: 3, detail: "" };
      assertIsSentence(codeSentence(words, problem), `${words.language} ${reason}`);
    }
  }
  const range = { reason: "range", found: "1000000", place: 0, detail: "" };
  assert.match(codeSentence(german, range), /1\.000\.000/);
  assert.match(codeSentence(german, { ...range, found: "9".repeat(12) }), /999\.999\.999\.999/);
  const huge = codeSentence(german, { ...range, found: "9".repeat(60) });
  assert.equal(huge, "Das ist keine ganze Zahl von 1 bis 999.999.", "no digit of it is made up");
  const length = { reason: "length", found: "1", place: 0, detail: "" };
  assert.equal(
    codeSentence(english, length),
    "The code has 1 letter, it should have 7. It can be a number from 1 to 999,999 or a code such as EH1-N-AAAAAAF.",
  );
  const character = { reason: "character", found: "0", place: 4, detail: "" };
  assert.equal(codeSentence(english, character), "“0” cannot be letter 4: only A to Z can be there.");
});

test("every pile has a name of its own in every language", () => {
  for (const words of ALL_WORDS) {
    const names = PILES.map((pile) => pileName(words, pile));
    assert.equal(new Set(names).size, PILES.length);
    for (const name of names) assert.doesNotMatch(name, /undefined|[{}]/);
  }
  assert.equal(pileName(german, "f"), "2. Zielstapel Herz");
  assert.equal(pileName(english, "9"), "column 9");
});

test("a pile is told with its cards and what may be done", () => {
  const view = viewOf(
    { 1: "-- -- Kh Qs", t: "-- -- --", w: "2c 3d", e: "Ah" },
    { targets: { 1: { 1: ["2"], 2: ["3"] }, t: { 1: ["w"] }, w: { 1: ["4", "c"] } }, pass: 2 },
  );
  assert.equal(
    pileSentence(german, view, "1"),
    "Spalte 1, 2 verdeckte Karten, Herz-König, Pik-Dame. Kann auf: Spalte 2 oder Spalte 3.",
  );
  assert.equal(pileSentence(german, view, "t"), "Talon, 3 Karten, 2. Durchgang. Aktivieren deckt die nächste Karte auf.");
  assert.equal(pileSentence(german, view, "2"), "Spalte 2, leer, wartet auf einen König.");
  assert.equal(pileSentence(english, view, "w"), "Waste, 3 of diamonds. May go to: column 4 or foundation diamonds 1.");
  assert.equal(pileSentence(english, view, "e"), "Foundation hearts 1, ace of hearts.");
  assert.equal(pileSentence(english, view, "f"), "Foundation hearts 2, empty.");
  for (const words of ALL_WORDS) {
    for (const pile of PILES) assertIsSentence(pileSentence(words, view, pile), `${words.language} ${pile}`);
  }
});

// What an answer brought about.

const BEFORE = viewOf({ 1: "-- -- Kh", 2: "Qs", t: "-- 3d", w: "2c" });

/** @param {string} played @param {Record<string, import("../../src/easyharp/web/backend.js").CardView[]>} piles @param {Partial<View>} [rest] */
function told(played, piles, rest = {}) {
  const view = { ...BEFORE, ...rest, piles: { ...BEFORE.piles, ...piles } };
  return ALL_WORDS.map((words) => changeSentence(words, BEFORE, answerOf(view, { played })));
}
const [GERMAN, ENGLISH] = [ALL_WORDS.indexOf(german), ALL_WORDS.indexOf(english)];

test("a move is told with its card, its pile and the card that was turned up, once each", () => {
  const queen = BEFORE.piles[2][0];
  const [bottom, below, king] = BEFORE.piles[1];
  const moved = told("21", { 1: [...BEFORE.piles[1], queen], 2: [] });
  assert.equal(moved[GERMAN], "Pik-Dame auf Spalte 1.");
  const turned = told("13", { 1: [bottom, { ...below, face: "7h" }], 3: [king] });
  assert.equal(turned[GERMAN], "Herz-König auf Spalte 3. Aufgedeckt: Herz 7.");
  assert.equal(turned[ENGLISH], "King of hearts to column 3. Turned up: 7 of hearts.");
});

test("draw, redeal, undo and redo are told", () => {
  const [first, second] = BEFORE.piles.t;
  const drawn = told("tw", { t: [first], w: [...BEFORE.piles.w, { ...second, face: "3d" }] });
  assert.equal(drawn[GERMAN], "Karo 3 aufgedeckt.");
  assert.equal(told("wt", {}, { pass: 3 })[GERMAN], "Ablagestapel umgedreht, 3. Durchgang.");
  assert.equal(told("uu", {}, { undo: 1 })[ENGLISH], "Undone, 1 step left.");
  assert.equal(told("uu", {}, { undo: 0 })[ENGLISH], "Undone, 0 steps left.");
  assert.equal(told("rr", {})[ENGLISH], "Played again.");
});

test("of undo and redo it is told which card has come where", () => {
  const queen = BEFORE.piles[2][0];
  const { 1: column, t: stock, w: waste } = BEFORE.piles;
  const back = told("uu", { 1: [...column, queen], 2: [] }, { undo: 3 });
  assert.equal(back[GERMAN], "Zurückgenommen, noch 3 Schritte. Pik-Dame auf Spalte 1.");
  assert.equal(told("rr", { 1: [...column, queen], 2: [] })[ENGLISH], "Played again. Queen of spades to column 1.");
  const undrawn = told("uu", { t: [...stock, { ...waste[0], face: null }], w: [] }, { undo: 1 });
  assert.equal(undrawn[ENGLISH], "Undone, 1 step left.", "it is hidden again");
  const drawn = told("rr", { t: stock.slice(0, 1), w: [...waste, { ...stock[1], face: "3d" }] });
  assert.equal(drawn[ENGLISH], "Played again. 3 of diamonds drawn.");
  assert.equal(told("uu", { t: [], w: [...stock, ...waste] }, { pass: 0 })[ENGLISH], "Undone, 0 steps left.");
});

test("that the waste may be turned over is not told of its card", () => {
  const view = viewOf({ w: "2c 3d", 4: "4c" }, { targets: { w: { 1: ["4", "t"] } } });
  assert.equal(pileSentence(english, view, "w"), "Waste, 3 of diamonds. May go to: column 4.");
});

test("the win and the last possible move are told", () => {
  assert.match(told("rr", {}, { won: true, move_left: false })[GERMAN], /Gewonnen!$/);
  assert.match(told("rr", {}, { move_left: false })[GERMAN], /Kein Zug mehr möglich\.$/);
  const stuck = { ...BEFORE, move_left: false };
  assert.equal(changeSentence(english, stuck, answerOf(stuck, { played: "rr" })), "Played again.", "not told twice");
});

test("a refusal is told as such, and nothing where nothing happened", () => {
  const refusal = refused("stock_empty");
  for (const words of ALL_WORDS) {
    assert.equal(changeSentence(words, BEFORE, answerOf(BEFORE, { refusal })), refusalSentence(words, refusal));
    assert.equal(changeSentence(words, BEFORE, answerOf(BEFORE)), "");
    assert.equal(changeSentence(words, null, answerOf(BEFORE)), "");
  }
});

/** @typedef {import("../../src/easyharp/web/hints.js").Hint} Hint */

/** @param {string} source @param {string} target @param {number} [count] @returns {Hint} */
const advised = (source, target, count = 1) => ({ verdict: "winnable", move_left: true, action: { source, target, count } });

/** @param {Hint["verdict"]} verdict @param {boolean} [move_left] @returns {Hint} */
const judged = (verdict, move_left = true) => ({ verdict, move_left, action: null });

test("a hint tells whether there is a way, which card, and where to", () => {
  const view = viewOf({ 4: "Kd", 5: "-- Kh Qs", 7: "-- Qc", w: "Ks", a: "Ac", t: "-- --" });
  /** @param {Hint} hint */
  const steps = (hint) => [1, 2, 3].map((step) => hintSentence(german, view, hint, { step: /** @type {1} */ (step), thoughtLong: false }));
  const way = "Von hier aus ist das Spiel zu gewinnen.";
  assert.deepEqual(steps(advised("7", "4")), [
    way, "Die nächste Karte: Kreuz-Dame (Spalte 7).", "Die Kreuz-Dame passt auf den Karo-König (Spalte 4).",
  ]);
  assert.equal(steps(advised("w", "1"))[2], "Der Pik-König passt auf die leere Spalte 1.");
  assert.deepEqual(steps(advised("5", "1", 2)).slice(1), [
    "Die nächste Karte: Herz-König (Spalte 5).", "Der Herz-König zieht mit der ganzen Kartenfolge auf die leere Spalte 1.",
  ]);
  assert.equal(steps(advised("7", "b"))[2], "Die Kreuz-Dame kommt auf den Zielstapel.");
  assert.equal(steps(advised("a", "4"))[1], "Die nächste Karte: Kreuz-Ass (1. Zielstapel Kreuz).");
  assert.equal(steps(advised("t", "w"))[1], "Deck die nächste Karte vom Talon auf.");
  assert.equal(steps(advised("w", "t"))[1], "Dreh den Ablagestapel um.");
});

test("where there is no way, a hint tells how sure that is", () => {
  const view = viewOf({ 1: "Kh" });
  /** @param {Hint} hint */
  const told = (hint, thoughtLong = false) => hintSentence(english, view, hint, { step: 1, thoughtLong });
  assert.equal(told(judged("unknown")), "I do not know yet.");
  assert.equal(told(judged("unknown"), true), "Even after a longer search I do not know.");
  assert.equal(told(judged("unwinnable")), "From here the game can no longer be won. That is certain: no way leads to a win.");
  assert.equal(told(judged("unwinnable", false)), "No move left. No card fits anywhere any more.");
  assert.equal(told(judged("won", false)), "This game is already won.");
});

test("every hint is a sentence in every language, with whatever cards", () => {
  for (const words of ALL_WORDS) {
    for (const face of FACES) {
      const view = viewOf({ 1: face, 2: "-- Qc", a: "Ac" });
      for (const action of [advised("1", "2"), advised("1", "3"), advised("1", "c"), advised("t", "w"), advised("w", "t")]) {
        for (const step of /** @type {const} */ ([1, 2, 3])) {
          assertIsSentence(hintSentence(words, view, action, { step, thoughtLong: false }), `${words.language} ${face}`);
        }
      }
    }
    for (const hint of [judged("unknown"), judged("unwinnable"), judged("unwinnable", false), judged("won", false)]) {
      for (const thoughtLong of [false, true]) assertIsSentence(hintSentence(words, viewOf({}), hint, { step: 1, thoughtLong }), words.language);
    }
  }
});
