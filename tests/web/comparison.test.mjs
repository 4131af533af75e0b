import assert from "node:assert/strict";
import { test } from "node:test";
import { compared, comparisonSentence } from "../../src/easyharp/web/comparison.js";
import { ALL_WORDS, wordsOf } from "./catalogs.mjs";
import { Chance } from "./chance.mjs";
import { played, shuffled, someList } from "./played_games.mjs";

const WON = played({ id: "won", started: 9_000, won: true, score: 1_300, elapsed: 600_000, moves: 300 });

/** Another win, before. @param {Partial<import("../../src/easyharp/web/played.js").PlayedGame>} members */
const win = (members) => played({ id: `at ${members.started}`, deal: 7, won: true, score: 1_300, elapsed: 600_000, moves: 300, ...members });

/** @param {ReturnType<typeof played>[]} games */
const said = (...games) => comparisonSentence(wordsOf("de"), [...games, WON], "won");

test("a first win is compared with nothing", () => {
  assert.equal(said(played({ id: "left", won: false })), "Dein erster Sieg.");
  assert.equal(said(), "Dein erster Sieg.");
});

test("of a game that was played on from a replay it is said that it does not count", () => {
  const lent = { ...WON, borrowed: true };
  const sentence = "Aus einem Spielverlauf weitergespielt: Dieses Spiel zählt nicht in der Statistik.";
  assert.equal(comparisonSentence(wordsOf("de"), [lent], "won"), sentence);
  assert.equal(comparisonSentence(wordsOf("de"), [{ ...lent, id: "lent", score: 9_999 }, WON], "won"), "Dein erster Sieg.");
});

test("best is only what no other win comes up to", () => {
  assert.deepEqual(compared([win({ started: 1 }), WON], "won").best, []);
  assert.deepEqual(compared([win({ started: 1, score: 1_299, moves: 301 }), WON], "won").best, ["score", "moves"]);
  assert.deepEqual(compared([win({ started: 1, score: NaN, elapsed: NaN, moves: 301 }), WON], "won").best, ["moves"]);
  const better = win({ started: 2, elapsed: 599_999 });
  assert.deepEqual(compared([win({ started: 1, elapsed: 700_000 }), better, WON], "won").best, []);
});

test("without a record of all games, one of this deal is told", () => {
  const same = win({ started: 1, deal: WON.deal, score: 1_200 });
  const other = win({ started: 2, score: 1_400 });
  assert.equal(said(same, other), "So gut wie noch nie mit dieser Verteilung: Punkte. 3 Siege in Folge.");
});

test("otherwise it is told what there is to beat, as far as it is known", () => {
  const left = played({ id: "left", started: 8_000, won: false });
  assert.equal(said(win({ started: 1, score: 1_400 }), left), "Deine bisherigen Bestwerte: 1.400 Punkte, 10:00, 300 Züge.");
  assert.equal(said(win({ started: 1, score: NaN, elapsed: NaN }), left), "Deine bisherigen Bestwerte: 300 Züge.");
});

test("a game taken up again ends no streak that others have begun after it", () => {
  const late = { ...WON, started: 10 };
  assert.equal(compared([win({ started: 20 }), win({ started: 30 }), late], "won").streak, 0);
});

test("whatever was played before, in whatever order, the sentence is whole in every language", () => {
  const chance = new Chance(61);
  for (let run = 0; run < 200; run += 1) {
    const games = [...someList(chance, 8), WON];
    for (const words of ALL_WORDS) {
      const sentence = comparisonSentence(words, games, "won");
      assert.match(sentence, /^\p{Lu}.*\.$/u);
      assert.doesNotMatch(sentence, /undefined|NaN|[{}]/);
      assert.equal(comparisonSentence(words, shuffled(chance, games), "won"), sentence);
    }
  }
});
