import assert from "node:assert/strict";
import { test } from "node:test";
import { Clock, timeText } from "../../src/easyharp/web/clock.js";
import { Chance } from "./chance.mjs";

test("time passes only from start to stop", () => {
  const clock = new Clock();
  clock.tick(500);
  assert.equal(clock.elapsed, 0);
  clock.start(1_000);
  assert.equal(clock.isRunning, true);
  clock.tick(2_000);
  clock.stop(2_500);
  assert.equal(clock.elapsed, 1_500);
  assert.equal(clock.isRunning, false);
  clock.tick(3_000);
  clock.stop(3_500);
  assert.equal(clock.elapsed, 1_500);
});

test("a second start while running loses nothing", () => {
  const clock = new Clock();
  clock.start(0);
  clock.start(900);
  clock.stop(1_000);
  assert.equal(clock.elapsed, 1_000);
});

test("it goes on from what was played before", () => {
  const clock = new Clock(60_000);
  clock.start(7);
  clock.tick(1_007);
  assert.equal(clock.elapsed, 61_000);
});

test("hidden time adds nothing", () => {
  const clock = new Clock();
  clock.start(0);
  clock.stop(1_000);
  clock.start(3_600_000);
  clock.stop(3_601_000);
  assert.equal(clock.elapsed, 2_000);
});

test("a sleeping computer adds nothing, neither at a tick nor at the end", () => {
  const clock = new Clock();
  clock.start(0);
  clock.tick(1_000);
  clock.tick(8 * 3_600_000);
  clock.tick(8 * 3_600_000 + 1_000);
  clock.stop(20 * 3_600_000);
  assert.equal(clock.elapsed, 2_000);
});

test("a clock that is put back takes nothing away", () => {
  const clock = new Clock();
  clock.start(5_000);
  clock.tick(4_000);
  clock.tick(5_000);
  assert.equal(clock.elapsed, 1_000);
});

test("ticks at any distance add up to the time between them, as long as nobody slept", () => {
  const chance = new Chance(27);
  for (let run = 0; run < 100; run += 1) {
    const clock = new Clock();
    let now = chance.between(0, 1_000_000);
    const start = now;
    clock.start(now);
    for (let i = 0; i < 50; i += 1) clock.tick((now += chance.between(1, 1_500)));
    clock.stop(now);
    assert.equal(clock.elapsed, now - start);
  }
});

test("time reads as minutes and seconds, with hours where there are any", () => {
  const texts = { 0: "0:00", 999: "0:00", 7_000: "0:07", 60_000: "1:00", 3_599_999: "59:59", 3_723_000: "1:02:03" };
  for (const [milliseconds, text] of Object.entries(texts)) assert.equal(timeText(Number(milliseconds)), text);
  assert.equal(timeText(100 * 3_600_000), "100:00:00");
});
