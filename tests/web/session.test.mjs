import assert from "node:assert/strict";
import { test } from "node:test";
import { legalTarget } from "../../src/easyharp/web/piles.js";
import { Session } from "../../src/easyharp/web/session.js";
import { answerOf, viewOf } from "./views.mjs";

/**
 * @typedef {import("../../src/easyharp/web/backend.js").View} View
 * @typedef {import("../../src/easyharp/web/session.js").Change} Change
 */

const START = viewOf({ 1: "Kh", 2: "-- Qs", 3: "2h", w: "5c" }, { targets: { 2: { 1: ["1"] }, w: { 1: ["4", "c"] } }, taps: { w: "c" }, undo: 7 });
const [KING, HIDDEN, QUEEN, TWO, FIVE] = [0, 1, 2, 3, 4];

/** A backend that answers when the test lets it, and notes what it was asked. */
class FakeBackend {
  constructor() {
    /** @type {{ask: string, body: any}[]} */
    this.asked = [];
    /** @type {{resolve(answer: any): void, reject(error: unknown): void}[]} */
    this.open = [];
  }

  /** @param {string} ask @param {any} body @returns {Promise<any>} */
  ask(ask, body) {
    this.asked.push({ ask, body });
    return new Promise((resolve, reject) => this.open.push({ resolve, reject }));
  }

  /** Answer the one question that is open. @param {View} view @param {string} record */
  async answer(view, record) {
    await settled();
    assert.equal(this.open.length, 1, "one question at a time");
    this.open.pop()?.resolve(answerOf(view, { record, played: "21" }));
    await settled();
  }

  async fail() {
    await settled();
    this.open.pop()?.reject(new Error("gone"));
    await settled();
  }
}

/** Let everything that is ready run. */
async function settled() {
  for (let i = 0; i < 20; i += 1) await null;
}

/** A session that plays START. */
async function playing() {
  const backend = new FakeBackend();
  /** @type {{changes: Change[], expected: View[], errors: unknown[], busy: boolean[]}} */
  const told = { changes: [], expected: [], errors: [], busy: [] };
  const session = new Session(backend, {
    changed: (change) => told.changes.push(change),
    expecting: async (view) => void told.expected.push(view),
    failed: (error) => told.errors.push(error),
    leaving: () => {},
    busy: (busy) => told.busy.push(busy),
  });
  session.open("new", { deal: "5" });
  await backend.answer(START, "record 0");
  return { backend, told, session };
}

test("a game is opened with what was asked for, and told as a change without a wish", async () => {
  const { backend, told, session } = await playing();
  assert.deepEqual(backend.asked, [{ ask: "new", body: { deal: "5" } }]);
  assert.equal(session.view, START);
  assert.equal(session.record, "record 0");
  assert.equal(told.changes.length, 1);
  assert.equal(told.changes[0].wish, null);
  assert.equal(told.changes[0].before, null);
});

test("each wish is asked with the record of the moment and what the engine needs", async () => {
  const { backend, session } = await playing();
  backend.asked.length = 0;
  /** @type {[import("../../src/easyharp/web/session.js").Wish, any][]} */
  const wishes = [
    [{ kind: "drop", place: QUEEN, source: "2", count: 1, target: "1" }, { ask: "act", body: { source: "2", target: "1", count: 1 } }],
    [{ kind: "drop", place: HIDDEN, source: "2", count: 2, target: "1" }, { ask: "act", body: { source: "2", target: "1", count: 2 } }],
    [{ kind: "place", place: FIVE, source: "w", target: "a" }, { ask: "act", body: { source: "w", target: "a" } }],
    [{ kind: "tap", place: FIVE, pile: "w" }, { ask: "tap", body: { pile: "w", count: 1 } }],
    [{ kind: "tap", place: -1, pile: "t" }, { ask: "tap", body: { pile: "t", count: 1 } }],
    [{ kind: "double_tap", place: QUEEN, pile: "2" }, { ask: "double_tap", body: { pile: "2", count: 1 } }],
    [{ kind: "undo" }, { ask: "undo", body: {} }],
    [{ kind: "redo" }, { ask: "redo", body: {} }],
    [{ kind: "finish" }, { ask: "finish", body: {} }],
  ];
  for (const [i, [wish, { ask, body }]] of wishes.entries()) {
    session.wish(wish);
    await backend.answer(START, `record ${i + 1}`);
    assert.deepEqual(backend.asked.at(-1), { ask, body: { record: `record ${i}`, ...body } });
  }
});

test("wishes are fulfilled one after another, in their order", async () => {
  const { backend, told, session } = await playing();
  /** @type {(string | undefined)[]} */
  const done = [];
  for (const kind of /** @type {const} */ (["undo", "redo", "finish"])) session.wish({ kind }).then(() => done.push(kind));
  for (const i of [1, 2, 3]) await backend.answer(START, `record ${i}`);
  assert.deepEqual(backend.asked.slice(1).map(({ ask }) => ask), ["undo", "redo", "finish"]);
  assert.deepEqual(backend.asked.slice(1).map(({ body }) => body.record), ["record 0", "record 1", "record 2"]);
  assert.deepEqual(done, ["undo", "redo", "finish"]);
  assert.deepEqual(told.changes.slice(1).map(({ wish }) => wish?.kind), ["undo", "redo", "finish"]);
});

test("a change tells the view before and the answer", async () => {
  const { backend, told, session } = await playing();
  const after = viewOf({ 1: "Kh Qs" });
  const wished = session.wish({ kind: "drop", place: QUEEN, source: "2", count: 1, target: "1" });
  await backend.answer(after, "record 1");
  assert.equal(told.changes[1].before, START);
  assert.equal(told.changes[1].answer.view, after);
  assert.equal(await wished, told.changes[1].answer);
  assert.equal(session.view, after);
});

test("a wish about a card is looked up in the view of its turn, and void where the card is no longer as it was", async () => {
  const { backend, session } = await playing();
  session.wish({ kind: "undo" });
  const moved = session.wish({ kind: "drop", place: TWO, source: "3", count: 1, target: "5" });
  const covered = session.wish({ kind: "drop", place: KING, source: "1", count: 1, target: "5" });
  const stale = session.wish({ kind: "tap", place: QUEEN, pile: "2" });
  const same = session.wish({ kind: "tap", place: FIVE, pile: "w" });
  // The undo brings the two from column 3 onto column 1, and takes the queen off column 2.
  const [[king], [, queen], [two]] = [START.piles[1], START.piles[2], START.piles[3]];
  const after = { ...START, piles: { ...START.piles, 3: [], 2: [], 1: [king, two], 4: [queen] } };
  await backend.answer(after, "record 1");
  assert.deepEqual(await Promise.all([moved, covered, stale]), [null, null, null]);
  await settled();
  assert.deepEqual(backend.asked.at(-1), { ask: "tap", body: { record: "record 1", pile: "w", count: 1 } });
  await backend.answer(after, "record 2");
  assert.notEqual(await same, null);
  assert.equal(backend.asked.length, 3);
});

test("a wish about a game is never fulfilled in the next one", async () => {
  const { backend, told, session } = await playing();
  const first = session.wish({ kind: "undo" });
  session.open("new", {});
  const late = session.wish({ kind: "finish" });
  await backend.answer(START, "record 1");
  await backend.answer(START, "other 0");
  assert.notEqual(await first, null);
  assert.equal(await late, null, "it was wished before the new game was there");
  assert.deepEqual(backend.asked.map(({ ask }) => ask), ["new", "undo", "new"]);
  assert.deepEqual(told.changes.map(({ wish }) => wish?.kind), [undefined, "undo", undefined]);
  session.wish({ kind: "redo" });
  await backend.answer(START, "other 1");
  assert.equal(backend.asked.at(-1)?.body.record, "other 0");
});

test("what is foreseen is shown before the answer, but only on an idle table", async () => {
  const { backend, told, session } = await playing();
  session.wish({ kind: "drop", place: QUEEN, source: "2", count: 1, target: "1" });
  assert.deepEqual(told.expected.map(({ piles }) => piles[1].map(({ face }) => face)), [["Kh", "Qs"]]);
  session.wish({ kind: "tap", place: FIVE, pile: "w" });
  assert.equal(told.expected.length, 1, "the five has to wait its turn");
  await backend.answer(START, "record 1");
  await backend.answer(START, "record 2");
  session.wish({ kind: "drop", place: KING, source: "1", count: 1, target: "2" });
  assert.equal(told.expected.length, 1, "nothing is said of the king");
  await backend.answer(START, "record 3");
  session.wish({ kind: "undo" });
  assert.equal(told.expected.length, 2, "it leads back");
  await backend.answer(START, "record 4");
});

test("a new game leads back to nothing", async () => {
  const { backend, told, session } = await playing();
  session.wish({ kind: "finish" });
  await backend.answer(START, "record 1");
  session.open("new", {});
  await backend.answer(START, "other 0");
  session.wish({ kind: "undo" });
  assert.equal(told.expected.length, 0);
  await backend.answer(START, "other 0");
});

test("a foundation target stands for the area, but not for cards that come from there", () => {
  const view = viewOf({}, { targets: { w: { 1: ["4", "c"] }, a: { 1: ["5"] } } });
  assert.equal(legalTarget(view, "w", 1, "h"), "c");
  assert.equal(legalTarget(view, "w", 1, "4"), "4");
  assert.equal(legalTarget(view, "w", 1, "5"), undefined);
  assert.equal(legalTarget(view, "a", 1, "b"), undefined);
  assert.equal(legalTarget(view, "a", 1, "5"), "5");
  assert.equal(legalTarget(view, "9", 1, "5"), undefined);
});

test("a failed wish leaves record and view, is told, and the next one goes on", async () => {
  const { backend, told, session } = await playing();
  const wished = session.wish({ kind: "undo" });
  const next = session.wish({ kind: "redo" });
  await backend.fail();
  assert.equal(await wished, null);
  assert.equal(told.errors.length, 1);
  assert.equal(session.view, START);
  assert.equal(session.record, "record 0");
  await backend.answer(START, "record 1");
  assert.equal((await next)?.record, "record 1");
});

test("a game that cannot be opened leaves the one before, and its wishes", async () => {
  const { backend, told, session } = await playing();
  const opened = session.open("new", {});
  const wished = session.wish({ kind: "undo" });
  await backend.fail();
  await assert.rejects(opened, /gone/);
  assert.equal(session.view, START);
  await backend.answer(START, "record 1");
  assert.notEqual(await wished, null);
  assert.deepEqual(told.errors, [], "who opened it is told, nobody else");
});

/** A session that shows START as it was last seen, and has begun to open it. */
async function remembering() {
  const backend = new FakeBackend();
  /** @type {{changes: Change[], left: number}} */
  const told = { changes: [], left: 0 };
  const session = new Session(backend, {
    changed: (change) => told.changes.push(change),
    expecting: async () => {},
    failed: () => {},
    leaving: () => (told.left += 1),
    busy: () => {},
  });
  session.remember({ record: "record 0", view: START });
  const opened = session.open("view", { record: "record 0" });
  return { backend, told, session, opened };
}

test("a remembered game is shown at once, and not again once the engine says the same", async () => {
  const { backend, told, session, opened } = await remembering();
  assert.equal(session.view, START);
  assert.equal(told.changes.length, 1);
  assert.deepEqual(told.changes[0], { wish: null, before: null, answer: { record: "record 0", view: START, played: null, refusal: null } });
  await backend.answer(structuredClone(START), "record 0");
  assert.equal((await opened).record, "record 0");
  assert.equal(told.changes.length, 1);
  assert.equal(told.left, 0);
});

test("where the engine says otherwise, what was remembered is put right, and it is the same game", async () => {
  const { backend, told, session, opened } = await remembering();
  const right = viewOf({ 1: "Kh" });
  const wished = session.wish({ kind: "tap", place: KING, pile: "1" });
  await backend.answer(right, "record 0");
  await opened;
  assert.equal(session.view, right);
  assert.equal(told.changes.length, 2);
  assert.equal(told.changes[1].wish, null);
  assert.equal(told.left, 0, "no game is put away");
  await backend.answer(viewOf({}), "record 1");
  assert.notEqual(await wished, null, "the wish was about this game");
});

test("what is wished for a remembered game waits for the engine, and is done then", async () => {
  const { backend, told, session } = await remembering();
  session.wish({ kind: "tap", place: FIVE, pile: "w" });
  session.wish({ kind: "undo" });
  await settled();
  assert.deepEqual(backend.asked.map(({ ask }) => ask), ["view"]);
  await backend.answer(START, "record 0");
  await backend.answer(START, "record 1");
  await backend.answer(START, "record 2");
  assert.deepEqual(backend.asked.slice(1), [
    { ask: "tap", body: { record: "record 0", pile: "w", count: 1 } },
    { ask: "undo", body: { record: "record 1" } },
  ]);
  assert.deepEqual(told.changes.map(({ wish }) => wish?.kind), [undefined, "tap", "undo"]);
});

test("what is wished for a remembered game waits until it could be opened, however often that fails", async () => {
  const { backend, session, opened } = await remembering();
  const wished = session.wish({ kind: "undo" });
  await backend.fail();
  await assert.rejects(opened);
  await settled();
  assert.deepEqual(backend.asked.map(({ ask }) => ask), ["view"]);
  session.open("view", { record: "record 0" });
  await settled();
  await backend.answer(START, "record 0");
  await settled();
  assert.deepEqual(backend.asked.at(-1), { ask: "undo", body: { record: "record 0" } });
  await backend.answer(viewOf({}), "record 1");
  assert.notEqual(await wished, null);
  assert.equal(session.record, "record 1");
});

test("what is opened while a remembered game waits comes one after the other, the last one last", async () => {
  const { backend, session } = await remembering();
  session.wish({ kind: "undo" });
  const other = session.open("new", {});
  await backend.answer(START, "record 0");
  await settled();
  assert.deepEqual(backend.asked.map(({ ask }) => ask), ["view", "new"]);
  await backend.answer(viewOf({}), "another");
  await other;
  await settled();
  assert.deepEqual(backend.asked.length, 2, "the wish was about the game before");
  assert.equal(session.record, "another");
  session.open("view", { record: "another" });
  await settled();
  assert.equal(backend.asked.length, 3);
});

test("the engine is not asked before a remembered game is on the screen", async () => {
  const { backend, session } = await remembering();
  await backend.answer(START, "record 0");
  /** @type {() => void} */
  let show = () => {};
  session.remember({ record: "record 0", view: START }, new Promise((resolve) => (show = resolve)));
  session.open("view", { record: "record 0" });
  session.wish({ kind: "undo" });
  await settled();
  assert.equal(backend.asked.length, 1);
  show();
  await settled();
  assert.equal(backend.asked.length, 2);
  await backend.answer(START, "record 0");
  assert.deepEqual(backend.asked.slice(1), [
    { ask: "view", body: { record: "record 0" } },
    { ask: "undo", body: { record: "record 0" } },
  ]);
});

test("a wish for a remembered game is void in another one that comes in its place", async () => {
  const { backend, told, session, opened } = await remembering();
  const wished = session.wish({ kind: "undo" });
  await backend.answer(START, "the good beginning of record 0");
  await opened;
  assert.equal(await wished, null);
  assert.equal(told.left, 1);
  assert.equal(session.record, "the good beginning of record 0");
  session.open("new", {});
  await backend.answer(START, "record 0");
  assert.equal(told.left, 2, "what was remembered counts for one opening");
});

test("a wish before any game is void", async () => {
  const backend = new FakeBackend();
  const nothing = () => {};
  const session = new Session(backend, { changed: nothing, expecting: async () => {}, failed: nothing, leaving: nothing, busy: nothing });
  assert.equal(await session.wish({ kind: "undo" }), null);
  assert.deepEqual(backend.asked, []);
});

test("busy is told when wishes begin and cease to wait, not in between", async () => {
  const { backend, told, session } = await playing();
  assert.deepEqual(told.busy, [true, false]);
  session.wish({ kind: "undo" });
  session.wish({ kind: "redo" });
  await backend.answer(START, "record 1");
  assert.deepEqual(told.busy, [true, false, true]);
  await backend.fail();
  assert.deepEqual(told.busy, [true, false, true, false]);
});

test("a hint is asked of the table as it is after all that was wanted before, and keeps nothing waiting", async () => {
  const { backend, told, session } = await playing();
  session.wish({ kind: "undo" });
  const hint = session.hint(20, new AbortController().signal);
  await backend.answer(START, "record 1");
  assert.deepEqual(backend.asked.at(-1), { ask: "hint", body: { record: "record 1", seconds: 20 } });
  assert.equal(told.busy.at(-1), false);
  backend.open.pop()?.resolve("the hint");
  assert.equal(await hint, "the hint");
});

test("a hint about a position that is no longer on the table is none", async () => {
  const { backend, session } = await playing();
  const hint = session.hint(1, new AbortController().signal);
  await settled();
  const asked = backend.open.pop();
  session.wish({ kind: "undo" });
  await backend.answer(START, "record 1");
  asked?.resolve("late");
  assert.equal(await hint, null);
});
