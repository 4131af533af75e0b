import assert from "node:assert/strict";
import { test } from "node:test";
import { PACES, Replaying } from "../../src/easyharp/web/replaying.js";
import { answerOf, viewOf } from "./views.mjs";

/** @typedef {import("../../src/easyharp/web/replaying.js").Moment} Moment */

const TOTAL = 1_000;
const RECORD = "all of it";

/** An engine with a game of which every moment has as many points as actions. */
class FakeEngine {
  constructor() {
    /** @type {(number | undefined)[]} */
    this.asked = [];
    this.fails = false;
    /** Milliseconds until it answers. */
    this.delay = 0;
  }

  /** @param {string} ask @param {any} body */
  async ask(ask, { record, at }) {
    assert.equal(ask, "view");
    this.asked.push(at);
    await new Promise((go) => setTimeout(go, this.delay));
    if (this.fails) throw new Error("gone");
    const view = viewOf({}, { score: at ?? TOTAL });
    return { ...answerOf(view, { record: at === undefined ? RECORD : record, played: "tw" }), actions: TOTAL };
  }
}

function replaying() {
  const engine = new FakeEngine();
  /** @type {{moments: Moment[], playing: boolean[], errors: unknown[]}} */
  const told = { moments: [], playing: [], errors: [] };
  const replay = new Replaying(engine, {
    shown: (moment) => told.moments.push(moment),
    playing: (isPlaying) => told.playing.push(isPlaying),
    failed: (error) => told.errors.push(error),
  });
  const places = () => told.moments.map(({ at }) => at);
  return { engine, told, replay, places };
}

test("a record is opened at its beginning", async () => {
  const { replay, told } = replaying();
  await replay.open("half of it");
  assert.equal(replay.whole?.record, RECORD);
  assert.deepEqual([replay.total, replay.at], [TOTAL, 0]);
  assert.equal(told.moments.length, 1);
  assert.equal(told.moments[0].before, null);
  assert.equal(told.moments[0].travels, false);
});

test("what is shown is of a record that is known as a whole", async () => {
  const { replay } = replaying();
  const isKnown = new Promise((resolve) => (replay.listener.shown = () => resolve(replay.whole !== null)));
  await replay.open(RECORD);
  assert.ok(await isKnown);
});

test("a step that comes before the record is there asks nothing", async () => {
  const { replay, engine, told } = replaying();
  const opening = replay.open(RECORD);
  replay.step(1);
  await opening;
  assert.deepEqual([engine.asked, told.errors, replay.at], [[undefined, 0], [], 0]);
});

test("every step tells the moment and the one before", async () => {
  const { replay, told, places } = replaying();
  await replay.open(RECORD);
  await replay.step(1);
  await replay.step(1);
  await replay.step(-1);
  assert.deepEqual(places(), [0, 1, 2, 1]);
  for (const { at, answer, before, travels } of told.moments.slice(1)) {
    assert.deepEqual([answer.view.score, before?.score, travels], [at, at - 1, true]);
  }
});

test("no step leads beyond the ends", async () => {
  const { replay, places } = replaying();
  await replay.open(RECORD);
  await replay.step(-1);
  await replay.jump(5_000);
  await replay.step(1);
  await replay.jump(-3);
  assert.deepEqual(places(), [0, TOTAL, 0]);
});

test("a jump does not travel, and of many wishes at once the last one counts", async () => {
  const { replay, told, places } = replaying();
  await replay.open(RECORD);
  await Promise.all([100, 200, 300, 400].map((at) => replay.jump(at)));
  assert.equal(places().at(-1), 400);
  assert.ok(places().length <= 3);
  assert.equal(told.moments.at(-1)?.travels, false);
});

test("steps in a hurry are all taken", async () => {
  const { replay } = replaying();
  await replay.open(RECORD);
  await Promise.all(Array.from({ length: 7 }, () => replay.step(1)));
  assert.equal(replay.at, 7);
});

test("a moment that was seen is not asked for again", async () => {
  const { replay, engine } = replaying();
  await replay.open(RECORD);
  await replay.jump(10);
  const before = engine.asked.length;
  await replay.step(1);
  assert.equal(engine.asked.length, before + 1);
  await replay.step(-1);
  assert.equal(engine.asked.length, before + 1);
});

test("only so many moments are remembered", async () => {
  const { replay } = replaying();
  await replay.open(RECORD);
  for (let at = 1; at < 400; at += 1) await replay.go(at);
  assert.ok(replay.moments.size <= 300);
});

test("it plays to its end and stops there, at the pace that is chosen", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const { replay, places, told } = replaying();
  /** Let so many milliseconds pass, and everything that is ready run. @param {number} milliseconds */
  const pass = async (milliseconds) => {
    context.mock.timers.tick(milliseconds);
    for (let i = 0; i < 40; i += 1) {
      await null;
      context.mock.timers.tick(0);
    }
  };
  const opened = replay.open(RECORD);
  for (let i = 0; i < 5; i += 1) await pass(1);
  await opened;
  replay.jump(TOTAL - 3);
  await pass(1);
  replay.play();
  await pass(PACES.normal - 1);
  assert.equal(replay.at, TOTAL - 3);
  await pass(1);
  assert.equal(replay.at, TOTAL - 2);
  replay.setPace("fastest");
  await pass(PACES.fastest);
  assert.equal(replay.at, TOTAL - 1);
  assert.ok(replay.isPlaying);
  await pass(PACES.fastest);
  assert.equal(replay.at, TOTAL);
  assert.ok(!replay.isPlaying);
  assert.deepEqual(told.playing, [true, false]);
  await pass(10 * PACES.slow);
  assert.equal(places().at(-1), TOTAL);
  replay.play();
  await pass(1);
  assert.equal(replay.at, 0, "from its beginning again");
  replay.step(1);
  await pass(1);
  assert.ok(!replay.isPlaying, "a hand stops it");
});

test("at its end it begins anew, however slow the engine is", async () => {
  const { replay, engine, places } = replaying();
  await replay.open(RECORD);
  await replay.jump(TOTAL);
  replay.moments.clear();
  replay.setPace("fastest");
  engine.delay = 2 * PACES.fastest;
  replay.play();
  while (places().length < 4) await new Promise((go) => setTimeout(go, 10));
  assert.deepEqual(places(), [0, TOTAL, 0, 1]);
  assert.ok(replay.isPlaying);
  replay.pause();
});

test("what fails is told, the moment stays, and it goes on later", async () => {
  const { replay, engine, told } = replaying();
  await replay.open(RECORD);
  await replay.step(1);
  engine.fails = true;
  replay.play();
  await replay.go(50);
  assert.equal(told.errors.length, 1);
  assert.deepEqual([replay.at, replay.isPlaying], [1, false]);
  engine.fails = false;
  await replay.go(50);
  assert.equal(replay.at, 50);
});

test("a record that cannot be opened is rejected", async () => {
  const { replay, engine } = replaying();
  engine.fails = true;
  await assert.rejects(replay.open(RECORD));
});
