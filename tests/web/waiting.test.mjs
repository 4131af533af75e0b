import assert from "node:assert/strict";
import { test } from "node:test";
import { LONG_WAIT, Waiting } from "../../src/easyharp/web/waiting.js";

/** @param {import("node:test").TestContext} context */
function waiting(context) {
  context.mock.timers.enable({ apis: ["setInterval"] });
  const state = { busy: false, awaited: false, said: 0, unsaid: 0 };
  const told = new Waiting({
    isBusy: () => state.busy, isAwaited: () => state.awaited,
    say: () => (state.said += 1), unsay: () => (state.unsaid += 1),
  });
  return { state, told, pass: (/** @type {number} */ milliseconds) => context.mock.timers.tick(milliseconds) };
}

test("a long wait is told, and no more once it is over", async (context) => {
  const { state, told, pass } = waiting(context);
  let resolve = (/** @type {number} */ _) => {};
  const answer = told.until(new Promise((go) => (resolve = go)));
  pass(LONG_WAIT - 1);
  assert.equal(state.said, 0);
  pass(1);
  assert.equal(state.said, 1);
  resolve(7);
  assert.equal(await answer, 7);
  assert.equal(state.unsaid, 1);
  pass(3 * LONG_WAIT);
  assert.equal(state.said, 1);
});

test("work for which nobody waits is not told, until somebody does", (context) => {
  const { state, told, pass } = waiting(context);
  state.busy = true;
  told.look();
  pass(LONG_WAIT);
  assert.equal(state.said, 0);
  state.awaited = true;
  pass(LONG_WAIT);
  assert.equal(state.said, 1);
});

test("of several answers the last one ends it, also where it fails", async (context) => {
  const { state, told, pass } = waiting(context);
  let fail = (/** @type {Error} */ _) => {};
  const failing = told.until(new Promise((_, reject) => (fail = reject)));
  await told.until(Promise.resolve());
  assert.equal(state.unsaid, 0);
  pass(LONG_WAIT);
  assert.equal(state.said, 1);
  fail(new Error("gone"));
  await assert.rejects(failing);
  assert.equal(state.unsaid, 1);
});
