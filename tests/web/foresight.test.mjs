import assert from "node:assert/strict";
import { test } from "node:test";
import { Foresight } from "../../src/easyharp/web/foresight.js";
import { PILES } from "../../src/easyharp/web/piles.js";
import { viewOf } from "./views.mjs";

/** @typedef {import("../../src/easyharp/web/session.js").Wish} Wish */

const QUEEN = 2;
const FIVE = 4;
const VIEW = viewOf(
  { 1: "Kh", 2: "-- Qs", 3: "2h", w: "5c", t: "-- --" },
  { targets: { 2: { 1: ["1"] }, w: { 1: ["4", "c"] } }, taps: { w: "c", t: "w" }, score: 25, undo: 7 },
);

/** @param {Wish} wish */
const expected = (wish) => new Foresight().expected(VIEW, wish);

/** @param {import("../../src/easyharp/web/backend.js").View | null} view @param {string} pile */
const faces = (view, pile) => view?.piles[pile].map(({ face }) => face);

test("a legal drop has its cards on the target, changes nothing else, and offers nothing", () => {
  const before = structuredClone(VIEW);
  const shown = expected({ kind: "drop", place: QUEEN, source: "2", count: 1, target: "1" });
  assert.deepEqual(faces(shown, "1"), ["Kh", "Qs"]);
  assert.deepEqual(faces(shown, "2"), [null]);
  assert.deepEqual({ ...shown, piles: {} }, { ...VIEW, piles: {}, targets: {}, taps: {} });
  for (const pile of PILES) if (!"12".includes(pile)) assert.equal(shown?.piles[pile], VIEW.piles[pile]);
  assert.deepEqual(VIEW, before);
});

test("a drop anywhere in the foundation area is expected on its foundation", () => {
  const shown = expected({ kind: "drop", place: FIVE, source: "w", count: 1, target: "h" });
  assert.deepEqual(faces(shown, "c"), ["5c"]);
  assert.deepEqual(faces(shown, "h"), []);
});

test("a tap on a last card is expected where the engine has said, and a drawn card is still face down", () => {
  assert.deepEqual(faces(expected({ kind: "tap", place: FIVE, pile: "w" }), "c"), ["5c"]);
  for (const place of [-1, 6]) {
    const drawn = expected({ kind: "tap", place, pile: "t" });
    assert.deepEqual(faces(drawn, "w"), ["5c", null]);
    assert.deepEqual(faces(drawn, "t"), [null]);
  }
});

test("nothing is expected where nothing was said", () => {
  /** @type {Wish[]} */
  const wishes = [
    { kind: "drop", place: QUEEN, source: "2", count: 1, target: "3" },
    { kind: "drop", place: 1, source: "2", count: 2, target: "1" },
    { kind: "drop", place: 0, source: "1", count: 1, target: "2" },
    { kind: "drop", place: QUEEN, source: "2", count: 1, target: "2" },
    { kind: "drop", place: 99, source: "1", count: 1, target: "1" },
    { kind: "tap", place: QUEEN, pile: "2" },
    { kind: "tap", place: 1, pile: "2" },
    { kind: "tap", place: 99, pile: "w" },
    { kind: "tap", place: FIVE, pile: "2" },
    { kind: "double_tap", place: FIVE, pile: "w" },
    { kind: "place", place: QUEEN, source: "2", target: "1" },
    { kind: "finish" },
    { kind: "undo" },
    { kind: "redo" },
  ];
  for (const wish of wishes) assert.equal(expected(wish), null, JSON.stringify(wish));
});

test("undo leads back to what there was, redo forward again, a new action nowhere else", () => {
  const foresight = new Foresight();
  const views = ["Kh", "Kh Qs", "Kh Qs Jd"].map((column, undo) => viewOf({ 1: column }, { undo, redo: 2 - undo }));
  const cards = (/** @type {import("../../src/easyharp/web/backend.js").View} */ view) =>
    (/** @type {const} */ (["undo", "redo"])).map((kind) => foresight.expected(view, { kind })?.piles[1].length);
  assert.deepEqual(cards(views[0]), [undefined, undefined]);
  foresight.follow({ kind: "finish" }, views[0], views[1]);
  foresight.follow({ kind: "finish" }, views[1], views[2]);
  assert.deepEqual(cards(views[2]), [2, undefined]);
  foresight.follow({ kind: "undo" }, views[2], views[1]);
  assert.deepEqual(cards(views[1]), [1, 3]);
  foresight.follow({ kind: "undo" }, views[1], views[0]);
  assert.deepEqual(cards(views[0]), [undefined, 2]);
  foresight.follow({ kind: "redo" }, views[0], views[1]);
  assert.deepEqual(cards(views[1]), [1, 3]);
  foresight.follow({ kind: "finish" }, views[1], views[2]);
  assert.deepEqual(cards({ ...views[2], redo: 1 }), [2, undefined]);
});

test("nothing is foreseen of a won game, which allows no undo", () => {
  const foresight = new Foresight();
  const won = viewOf({ a: "Ac" }, { undo: 7, won: true });
  foresight.follow({ kind: "finish" }, viewOf({ 1: "Ac" }, { undo: 6 }), won);
  assert.equal(foresight.expected(won, { kind: "undo" }), null);
});

test("no more views are remembered than can be undone", () => {
  const foresight = new Foresight();
  for (let i = 0; i < 300; i += 1) {
    foresight.follow({ kind: "finish" }, viewOf({ 1: "Kh" }), viewOf({ 1: "Kh" }, { undo: Math.min(i + 1, 100) }));
  }
  assert.equal(foresight.behind.length, 100);
});
