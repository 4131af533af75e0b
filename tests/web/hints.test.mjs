import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { Hints, lastStep, THINK } from "../../src/easyharp/web/hints.js";

/** @typedef {import("../../src/easyharp/web/hints.js").Hint} Hint */

/** @type {Hint} */
const MOVE = { verdict: "winnable", move_left: true, action: { source: "7", target: "4", count: 1 } };
/** @type {Hint} */
const DRAW = { verdict: "winnable", move_left: true, action: { source: "t", target: "w", count: 1 } };
/** @type {Hint} */
const UNKNOWN = { verdict: "unknown", move_left: true, action: null };
/** @type {Hint} */
const LOST = { verdict: "unwinnable", move_left: true, action: null };

/** Hints whose questions the test answers, and what they told. */
function asking() {
  /** @type {{seconds: number, signal: AbortSignal, resolve(hint: Hint | null): void, reject(error: unknown): void}[]} */
  const asked = [];
  /** @type {string[]} */
  const told = [];
  const hints = new Hints(
    (seconds, signal) => new Promise((resolve, reject) => asked.push({ seconds, signal, resolve, reject })),
    {
      thinking: (thinks) => void told.push(thinks ? "thinks" : "thought"),
      show: (hint, { step, thoughtLong }) => void told.push(`${hint.verdict} ${step}${thoughtLong ? " long" : ""}`),
      forgotten: () => void told.push("forgotten"),
      failed: (error) => void told.push(String(error)),
    },
  );
  /** Answer the last question. @param {Hint | null} hint */
  const answer = async (hint) => {
    asked.at(-1)?.resolve(hint);
    await settled();
  };
  return { hints, asked, told, answer };
}

/** Let everything that is ready run. */
async function settled() {
  for (let i = 0; i < 20; i += 1) await null;
}

test("each time a hint goes a step further, with one question, and then stays", async () => {
  const { hints, asked, told, answer } = asking();
  hints.further();
  assert.equal(asked[0].seconds, THINK.short);
  await answer(MOVE);
  for (let i = 0; i < 3; i += 1) hints.further();
  assert.deepEqual(told, ["winnable 1", "winnable 2", "winnable 3", "winnable 3"]);
  assert.equal(asked.length, 1);
});

test("to draw and to turn the waste over there is no more to say than that", () => {
  assert.equal(lastStep(MOVE), 3);
  assert.equal(lastStep(DRAW), 2);
  assert.equal(lastStep({ ...DRAW, action: { source: "w", target: "t", count: 1 } }), 2);
  assert.equal(lastStep(LOST), 1);
});

test("the outlook is the first step, whatever has been told", async () => {
  const { hints, asked, told, answer } = asking();
  hints.outlook();
  await answer(MOVE);
  hints.further();
  hints.outlook();
  hints.further();
  assert.deepEqual(told, ["winnable 1", "winnable 2", "winnable 1", "winnable 2"]);
  assert.equal(asked.length, 1);
});

test("what is not known yet is thought about longer, as often as is asked for", async () => {
  const { hints, asked, told, answer } = asking();
  hints.further();
  await answer(UNKNOWN);
  hints.further();
  await answer(UNKNOWN);
  hints.outlook();
  hints.further();
  await answer(MOVE);
  assert.deepEqual(asked.map(({ seconds }) => seconds), [THINK.short, THINK.long, THINK.long]);
  assert.deepEqual(told, ["unknown 1", "unknown 1 long", "unknown 1 long", "winnable 1 long"]);
});

test("a late answer is never shown on another position", async () => {
  const { hints, asked, told, answer } = asking();
  hints.further();
  hints.clear();
  assert.ok(asked[0].signal.aborted);
  await answer(MOVE);
  assert.deepEqual(told, ["forgotten"]);
  hints.further();
  await answer(LOST);
  assert.deepEqual(told, ["forgotten", "unwinnable 1"]);
});

test("asked again while it is being thought, nothing more is asked", () => {
  const { hints, asked } = asking();
  hints.further();
  hints.further();
  hints.outlook();
  assert.equal(asked.length, 1);
});

test("where the game has gone on, nothing is told", async () => {
  const { hints, told, answer } = asking();
  hints.further();
  await answer(null);
  assert.deepEqual(told, []);
});

test("a failure is told once, and not at all of a question that was given up", async () => {
  const { hints, asked, told } = asking();
  hints.further();
  asked[0].reject("gone");
  await settled();
  assert.deepEqual(told, ["gone"]);
  hints.further();
  hints.clear();
  asked[1].reject("given up");
  await settled();
  assert.deepEqual(told, ["gone", "forgotten"]);
});

test("thinking is told only when it takes long, and ends with the answer or when given up", async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const { hints, told, answer } = asking();
  hints.further();
  mock.timers.tick(140);
  await answer(UNKNOWN);
  mock.timers.tick(1_000);
  assert.deepEqual(told, ["unknown 1"]);
  hints.further();
  mock.timers.tick(160);
  await answer(MOVE);
  assert.deepEqual(told.slice(1), ["thinks", "thought", "winnable 1 long"]);
  hints.clear();
  hints.further();
  mock.timers.tick(160);
  hints.clear();
  mock.timers.tick(1_000);
  assert.deepEqual(told.slice(4), ["forgotten", "thinks", "thought", "forgotten"]);
  mock.timers.reset();
});
