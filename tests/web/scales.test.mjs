import assert from "node:assert/strict";
import { test } from "node:test";
import { roundCount, roundLimits, roundTime } from "../../src/easyharp/web/scales.js";
import { Chance } from "./chance.mjs";

test("round counts are one, two or five with noughts", () => {
  const steps = { 0: 1, 0.3: 1, 1: 1, 1.1: 2, 2: 2, 3: 5, 5: 5, 6: 10, 11: 20, 51: 100, 1001: 2000, 1e9: 1e9 };
  for (const [least, step] of Object.entries(steps)) assert.equal(roundCount(Number(least)), step, least);
});

test("round times are those of a clock", () => {
  const [second, minute, hour] = [1_000, 60_000, 3_600_000];
  const steps = [
    [0, second], [1.5 * second, 2 * second], [11 * second, 15 * second], [31 * second, minute], [3 * minute, 5 * minute],
    [16 * minute, 30 * minute], [31 * minute, hour], [1.5 * hour, 2 * hour], [30 * hour, 50 * hour],
  ];
  for (const [least, step] of steps) assert.equal(roundTime(least), step);
});

test("limits are equally far apart, around all values, and as few as wanted", () => {
  assert.deepEqual(roundLimits(0, 0, 4, roundCount), [0, 1]);
  assert.deepEqual(roundLimits(1240, 1395, 4, roundCount), [1200, 1250, 1300, 1350, 1400]);
  const chance = new Chance(6);
  for (let run = 0; run < 2_000; run += 1) {
    const [low, high] = [0, 1].map(() => chance.between(0, 10 ** chance.between(0, 12))).sort((a, b) => a - b);
    const [most, rounding] = [chance.between(1, 12), chance.choice([roundCount, roundTime])];
    const limits = roundLimits(low, high, most, rounding);
    const step = limits[1] - limits[0];
    assert.equal(rounding(step), step);
    assert.ok(limits.length >= 2 && limits.length <= most + 1);
    assert.ok(limits[0] <= low && low < limits[1]);
    assert.ok(limits[limits.length - 2] <= high && high < limits[limits.length - 1]);
    for (const [i, limit] of limits.entries()) assert.equal(limit, limits[0] + i * step);
  }
});
