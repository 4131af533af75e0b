import assert from "node:assert/strict";
import { test } from "node:test";
import { COLUMNS, FOUNDATIONS, PILES, STOCK, WASTE, suitOf, targetsOf, whereabouts } from "../../src/easyharp/web/piles.js";
import { viewOf } from "./views.mjs";

test("there are 19 piles, each once", () => {
  assert.equal(PILES.length, 19);
  assert.deepEqual(new Set(PILES), new Set([STOCK, WASTE, ...COLUMNS, ...FOUNDATIONS]));
});

test("two foundations wait for each suit", () => {
  assert.equal(FOUNDATIONS.map(suitOf).join(""), "ccddhhss");
});

test("a card is found where it lies, with what a hand picks up there", () => {
  const view = viewOf({ 3: "-- Kh Qs", w: "2c 3d" });
  assert.deepEqual(whereabouts(view, 0), { pile: "3", index: 0, count: 3 });
  assert.deepEqual(whereabouts(view, 1), { pile: "3", index: 1, count: 2 });
  assert.deepEqual(whereabouts(view, 4), { pile: "w", index: 1, count: 1 });
  assert.equal(whereabouts(view, 5), null);
  assert.equal(whereabouts(view, -1), null);
});

test("targets are those of just so many cards", () => {
  const view = viewOf({ 3: "Kh Qs" }, { targets: { 3: { 1: ["4"], 2: ["5", "6"] } } });
  assert.deepEqual(targetsOf(view, "3", 2), ["5", "6"]);
  assert.deepEqual(targetsOf(view, "3", 3), []);
  assert.deepEqual(targetsOf(view, "4", 1), []);
});
