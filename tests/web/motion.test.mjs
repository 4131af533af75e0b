import assert from "node:assert/strict";
import { test } from "node:test";
import { Motion, translated } from "../../src/easyharp/web/motion.js";

test("changes that follow each other quickly are shortened, and only those", () => {
  const motion = new Motion();
  const hurries = [1_000, 1_100, 1_200, 2_000, 2_149, 2_299].map((now) => {
    motion.begin(now);
    return motion.hurry;
  });
  assert.deepEqual(hurries.map((hurry) => hurry < 1), [false, true, true, false, true, false]);
});

test("a place is written as CSS reads it", () => {
  assert.equal(translated(1.5, -20), "translate(1.5px, -20px)");
});
