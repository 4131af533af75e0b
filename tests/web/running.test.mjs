import assert from "node:assert/strict";
import { test } from "node:test";
import { localDate } from "../../src/easyharp/web/days.js";
import { begun, borrowed, fromFirstVersion, isOpen, standing, takenUp } from "../../src/easyharp/web/running.js";
import { viewOf } from "./views.mjs";

const CHRISTMAS = new Date(2026, 11, 24, 23, 59);
const NEXT_DAY = new Date(2026, 11, 25, 0, 1);

/** @param {string} actions @param {Partial<import("../../src/easyharp/web/backend.js").View>} [figures] */
const answer = (actions, figures = {}) => ({
  record: `[Deal "EH1-N-AAAAAAF"]\n[Daily "2026-12-24"]\n[Note "uu e5 uu"]\n\n${actions}\n`,
  view: viewOf({}, { deal: 5, moves: actions.split(" ").filter(Boolean).length, ...figures }),
  played: null,
  refusal: null,
});

test("a game starts with its first action, and its day stays", () => {
  const opened = begun(answer(""), CHRISTMAS);
  assert.equal(opened.daily, "2026-12-24");
  assert.equal(isOpen(opened), false);
  const started = standing(opened, answer("tw"), 1_000, NEXT_DAY);
  assert.deepEqual([started.day, started.started, started.elapsed], ["2026-12-25", NEXT_DAY.getTime(), 1_000]);
  const later = standing(started, answer("tw tw"), 2_000, new Date(2026, 11, 26));
  assert.deepEqual([later.id, later.day, later.started], [opened.id, "2026-12-25", NEXT_DAY.getTime()]);
  assert.equal(isOpen(later), true);
});

test("only an action changes a game: keeping it again does not", () => {
  const game = standing(begun(answer(""), CHRISTMAS), answer("tw"), 1_000, CHRISTMAS);
  const later = standing(game, answer("tw"), 2_000, NEXT_DAY);
  assert.deepEqual(later, { ...game, elapsed: 2_000 });
  assert.equal(standing(later, answer("tw tw"), 2_000, NEXT_DAY).changed, NEXT_DAY.getTime());
  assert.equal(standing({ ...game, changed: NaN }, answer("tw"), 0, NEXT_DAY).changed, NEXT_DAY.getTime());
});

test("playing time that is not known stays unknown when the game goes on", () => {
  const game = { ...standing(begun(answer(""), CHRISTMAS), answer("tw"), 1_000, CHRISTMAS), elapsed: NaN };
  const later = standing(game, answer("tw tw", { won: true }), 2_000, NEXT_DAY);
  assert.ok(Number.isNaN(later.elapsed));
});

test("what was played before a game came here is of unknown time, with unknown hints", () => {
  const game = standing(begun(answer("tw uu"), CHRISTMAS), answer("tw uu tw"), 1_000, CHRISTMAS);
  assert.deepEqual([game.elapsed, game.hints, game.undos, game.moves], [NaN, NaN, 1, 3]);
});

test("what is played on from a replay is borrowed, but from its beginning on", () => {
  assert.deepEqual([borrowed(answer("tw"), CHRISTMAS).borrowed, borrowed(answer(""), CHRISTMAS).borrowed], [true, false]);
  assert.equal(begun(answer("tw"), CHRISTMAS).borrowed, false);
  assert.equal(standing(borrowed(answer("tw"), CHRISTMAS), answer("tw tw"), 0, NEXT_DAY).borrowed, true);
});

test("undos and take-backs are counted in the actions, not in the tags", () => {
  const game = standing(begun(answer(""), CHRISTMAS), answer("74 uu rr uu 7a a3 w3 tw"), 0, CHRISTMAS);
  assert.deepEqual([game.undos, game.takeBacks], [2, 1]);
});

test("a won game is not open, and has its score", () => {
  const game = standing(begun(answer(""), CHRISTMAS), answer("tw", { won: true, score: 1285 }), 0, CHRISTMAS);
  assert.deepEqual([game.won, game.score, isOpen(game)], [true, 1285, false]);
});

test("a kept game that is on the table again is as it was kept, without what is damaged", () => {
  const kept = standing(begun(answer("tw"), CHRISTMAS), answer("tw tw"), 5_000, CHRISTMAS);
  assert.deepEqual(takenUp(kept, answer("tw tw"), NEXT_DAY), kept);
  const damaged = { ...kept, started: /** @type {any} */ ("soon"), moves: -1, hints: /** @type {any} */ ("many") };
  const again = takenUp(damaged, answer("tw tw"), NEXT_DAY);
  assert.deepEqual([again.id, again.started, again.moves], [kept.id, NEXT_DAY.getTime(), 2]);
  assert.ok(Number.isNaN(again.hints), "how many were used is not known");
});

test("of a game of the first version the record tells the helps; what it does not tell is unknown", () => {
  const { record } = answer("74 uu 7a a3");
  const old = { record, deal: 5, moves: 3, elapsed: 900, won: false, changed: CHRISTMAS.getTime() };
  const game = fromFirstVersion(old);
  assert.deepEqual([game.daily, game.day, game.undos, game.takeBacks, game.moves], ["2026-12-24", "2026-12-24", 1, 1, 3]);
  assert.ok(Number.isNaN(game.score) && Number.isNaN(game.hints));
});

test("no two games have the same name", () => {
  const names = new Set(Array.from({ length: 1_000 }, () => begun(answer(""), CHRISTMAS).id));
  assert.equal(names.size, 1_000);
});

test("dates are the local calendar's", () => {
  assert.equal(localDate(CHRISTMAS), "2026-12-24");
  assert.equal(localDate(new Date(2026, 0, 1, 0, 0)), "2026-01-01");
});
