import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { BackendError, PATIENCE } from "../../src/easyharp/web/backend.js";
import { WorkerBackend } from "../../src/easyharp/web/worker_backend.js";

/** @typedef {{id: number, ask: string, text: string}} Question */

/** A worker whose engine does what the test says. */
class FakeWorker extends EventTarget {
  /** @type {FakeWorker[]} all that were made since the test began */
  static all = [];

  /** @param {URL} address @param {WorkerOptions} options */
  constructor(address, options) {
    super();
    this.address = address;
    this.options = options;
    /** @type {Question[]} */
    this.asked = [];
    /** @type {unknown} what it was given to run on */
    this.module = null;
    /** @type {boolean | undefined} */
    this.isChecked = undefined;
    this.isTerminated = false;
    FakeWorker.all.push(this);
  }

  /** @param {Question | {module: unknown} | {isChecked: boolean}} message */
  postMessage(message) {
    if ("module" in message) this.module = message.module;
    else if ("isChecked" in message) this.isChecked = message.isChecked;
    else this.asked.push(structuredClone(message));
  }

  terminate() {
    this.isTerminated = true;
  }

  /** @param {unknown} data */
  says(data) {
    this.dispatchEvent(Object.assign(new Event("message"), { data }));
  }

  /** @param {number} id @param {unknown} answer @param {number} [status] */
  answers(id, answer, status = 200) {
    this.says({ id, status, text: JSON.stringify(answer) });
  }

  /** @param {string} message @returns {boolean} whether the page has taken care of it */
  breaks(message) {
    const event = new Event("error", { cancelable: true });
    this.dispatchEvent(Object.assign(event, { message }));
    return event.defaultPrevented;
  }
}

/** @type {any} */ (globalThis).Worker = FakeWorker;

const MODULE = { module: "compiled" };
const compileStreaming = mock.method(WebAssembly, "compileStreaming", async () => MODULE);
const compile = mock.method(WebAssembly, "compile", async () => MODULE);
/** @type {{ok: boolean, status?: number, arrayBuffer?(): Promise<ArrayBuffer>}} */
const FILE = { ok: true, arrayBuffer: async () => new ArrayBuffer(8) };
const fetched = mock.fn(async () => FILE);
// Node's own would itself compile something.
Object.defineProperty(globalThis, "fetch", { value: fetched });
const wrongType = async () => {
  throw new TypeError("wrong type");
};

/** Whether a service worker serves this page. @param {object | null} controller */
function beServedBy(controller) {
  Object.defineProperty(globalThis, "navigator", { value: { serviceWorker: { controller } }, configurable: true });
}

/** Let everything that is ready run. */
async function settled() {
  for (let i = 0; i < 20; i += 1) await null;
}

/** @param {Promise<unknown>} asked @param {Partial<BackendError>} expected */
function assertFails(asked, expected) {
  return assert.rejects(asked, (error) => {
    assert.ok(error instanceof BackendError);
    for (const [name, value] of Object.entries(expected)) assert.equal(/** @type {any} */ (error)[name], value);
    return true;
  });
}

beforeEach(() => {
  beServedBy(null);
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout"] });
  FakeWorker.all = [];
});

test("the engine begins to load when it is started, before anything is asked, and is the one that is asked", () => {
  const backend = new WorkerBackend();
  assert.equal(FakeWorker.all.length, 0);
  backend.start();
  const [{ address, options }] = FakeWorker.all;
  assert.match(address.href, /\/web\/engine\.js$/);
  assert.deepEqual(options, { type: "module" });
  backend.ask("undo", {});
  backend.start();
  assert.equal(FakeWorker.all.length, 1);
});

test("what Python runs on is compiled once for all workers, and again only where that has failed", async () => {
  const backend = new WorkerBackend();
  compileStreaming.mock.mockImplementationOnce(wrongType);
  fetched.mock.mockImplementationOnce(async () => ({ ok: false, status: 404 }), fetched.mock.callCount() + 1);
  const asks = [backend.ask("undo", {}), backend.ask("hint", {}, { thinking: 1_000 })];
  for (const asked of asks) await assertFails(asked, { pointer: null });
  const before = compileStreaming.mock.callCount();
  backend.start();
  backend.ask("hint", {}, { thinking: 1_000 });
  await settled();
  assert.deepEqual(FakeWorker.all.map(({ module }) => module), [null, null, MODULE, MODULE]);
  assert.equal(compileStreaming.mock.callCount(), before + 1);
});

test("where the host has another type for it, it is compiled all the same", async () => {
  compileStreaming.mock.mockImplementationOnce(wrongType);
  const before = compile.mock.callCount();
  new WorkerBackend().start();
  await settled();
  assert.equal(FakeWorker.all[0].module, MODULE);
  assert.equal(compile.mock.callCount(), before + 1);
});

test("a worker knows whether what it loads is checked by the service worker", () => {
  for (const controller of [null, {}]) {
    beServedBy(controller);
    new WorkerBackend().start();
  }
  assert.deepEqual(FakeWorker.all.map(({ isChecked }) => isChecked), [false, true]);
});

test("what travels is the protocol's JSON, also before the engine is ready", async () => {
  const backend = new WorkerBackend();
  const asked = backend.ask("act", { source: "1", target: "a" });
  const [player] = FakeWorker.all;
  assert.deepEqual(player.asked.map(({ ask, text }) => [ask, text]), [["act", '{"source":"1","target":"a"}']]);
  player.says({ ready: true });
  player.answers(player.asked[0].id, { record: "r" });
  assert.deepEqual(await asked, { record: "r" });
});

test("answers reach those who asked, in whatever order they come", async () => {
  const backend = new WorkerBackend();
  const asks = ["undo", "redo", "view"].map((name) => backend.ask(name, {}));
  const [player] = FakeWorker.all;
  assert.equal(new Set(player.asked.map(({ id }) => id)).size, 3);
  for (const { id, ask } of player.asked.toReversed()) player.answers(id, { record: ask });
  assert.deepEqual(await Promise.all(asks), [{ record: "undo" }, { record: "redo" }, { record: "view" }]);
});

test("a question that the engine does not take fails with its words and its pointer, and no other one", async () => {
  const backend = new WorkerBackend();
  const [wrong, good, broken] = ["act", "undo", "redo"].map((name) => backend.ask(name, {}));
  const [player] = FakeWorker.all;
  const [first, second, third] = player.asked;
  player.answers(first.id, { status: 422, detail: "'source' should be text", pointer: "/source" }, 422);
  player.answers(second.id, { record: "r" });
  player.answers(third.id, { detail: "a mistake" }, 500);
  await assertFails(wrong, { message: "'source' should be text", pointer: "/source" });
  await assertFails(broken, { message: "a mistake", pointer: null });
  assert.deepEqual(await good, { record: "r" });
  assert.equal(player.isTerminated, false);
});

test("an answer to nobody is dropped", async () => {
  const backend = new WorkerBackend();
  backend.start();
  const [player] = FakeWorker.all;
  player.answers(7, { record: "nobody's" });
  const asked = backend.ask("undo", {});
  player.answers(player.asked[0].id, { record: "r" });
  assert.deepEqual(await asked, { record: "r" });
});

test("an engine that breaks is told to everybody who waits, and the next question starts another one", async () => {
  const backend = new WorkerBackend();
  const asks = [backend.ask("undo", {}), backend.ask("redo", {})];
  const [first] = FakeWorker.all;
  assert.equal(first.breaks("out of memory"), true);
  for (const asked of asks) await assertFails(asked, { message: "out of memory", pointer: null });
  assert.equal(first.isTerminated, true);
  assert.equal(FakeWorker.all.length, 1, "nobody has asked since");
  const next = backend.ask("view", {});
  const second = FakeWorker.all[1];
  second.answers(second.asked[0].id, { record: "r" });
  assert.deepEqual(await next, { record: "r" });
  assert.deepEqual([FakeWorker.all.length, first.asked.length, second.asked.length], [2, 2, 1]);
});

test("an engine that does not start says something, even where the browser does not say why", async () => {
  const backend = new WorkerBackend();
  const asked = backend.ask("new", {});
  FakeWorker.all[0].breaks("");
  await assertFails(asked, { message: "The engine does not start.", pointer: null });
});

test("who thinks has an engine of its own, made for the first hint and kept for the next", async () => {
  const backend = new WorkerBackend();
  backend.ask("view", {}).catch(() => null);
  assert.equal(FakeWorker.all.length, 1);
  for (const verdict of ["winnable", "unwinnable"]) {
    const hint = backend.ask("hint", {}, { thinking: 1_000 });
    assert.equal(FakeWorker.all.length, 2);
    const thinker = FakeWorker.all[1];
    const question = thinker.asked.at(-1);
    assert.ok(question);
    thinker.answers(question.id, { verdict });
    assert.deepEqual(await hint, { verdict });
  }
  assert.equal(FakeWorker.all[0].asked.length, 1);
});

test("giving up a hint ends the thinker and nothing else, and the next hint has another one", async () => {
  const backend = new WorkerBackend();
  const move = backend.ask("act", {});
  const given = new AbortController();
  const hint = backend.ask("hint", {}, { signal: given.signal, thinking: 20_000 });
  const [player, thinker] = FakeWorker.all;
  given.abort();
  await assertFails(hint, { pointer: null });
  assert.equal(thinker.isTerminated, true);
  assert.equal(player.isTerminated, false);
  player.answers(player.asked[0].id, { record: "r" });
  assert.deepEqual(await move, { record: "r" });
  const again = backend.ask("hint", {}, { thinking: 1_000 });
  assert.equal(FakeWorker.all.length, 3);
  FakeWorker.all[2].answers(FakeWorker.all[2].asked[0].id, { verdict: "winnable" });
  assert.deepEqual(await again, { verdict: "winnable" });
});

test("giving up a hint that has been answered ends nothing", async () => {
  const backend = new WorkerBackend();
  backend.start();
  const given = new AbortController();
  const hint = backend.ask("hint", {}, { signal: given.signal, thinking: 1_000 });
  const thinker = FakeWorker.all[1];
  thinker.answers(thinker.asked[0].id, { verdict: "winnable" });
  await hint;
  given.abort();
  assert.equal(thinker.isTerminated, false);
});

test("a hint that was given up before it could be asked is not asked", async () => {
  const backend = new WorkerBackend();
  await assertFails(backend.ask("hint", {}, { signal: AbortSignal.abort(), thinking: 20_000 }), { pointer: null });
  assert.deepEqual(FakeWorker.all.flatMap(({ asked }) => asked), []);
});

test("an engine is waited for as long as it loads; patience counts from when it is ready", async () => {
  const backend = new WorkerBackend();
  const asked = backend.ask("undo", {});
  const [player] = FakeWorker.all;
  mock.timers.tick(10 * PATIENCE);
  await settled();
  assert.equal(player.isTerminated, false);
  player.says({ ready: true });
  await settled();
  mock.timers.tick(PATIENCE - 1);
  await settled();
  assert.equal(player.isTerminated, false);
  mock.timers.tick(1);
  await assertFails(asked, { message: "no answer", pointer: null });
  assert.equal(player.isTerminated, true);
});

test("the time that a hint may take is on top of the patience", async () => {
  const backend = new WorkerBackend();
  backend.start();
  const hint = backend.ask("hint", {}, { thinking: 20_000 });
  const thinker = FakeWorker.all[1];
  thinker.says({ ready: true });
  await settled();
  mock.timers.tick(PATIENCE + 19_999);
  await settled();
  assert.equal(thinker.isTerminated, false);
  mock.timers.tick(1);
  await assertFails(hint, { message: "no answer" });
});

test("an answer in time ends the waiting", async () => {
  const backend = new WorkerBackend();
  backend.start();
  const [player] = FakeWorker.all;
  player.says({ ready: true });
  const asked = backend.ask("undo", {});
  await settled();
  player.answers(player.asked[0].id, { record: "r" });
  await asked;
  mock.timers.tick(PATIENCE);
  await settled();
  assert.equal(player.isTerminated, false);
});
