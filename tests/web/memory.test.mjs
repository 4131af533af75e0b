import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { keepMemory, keptMemory, NO_MEMORY } from "../../src/easyharp/web/memory.js";

/** A cache that has what was put into it. */
class FakeCache {
  /** @type {Map<string, Response>} */
  entries = new Map();
  isFull = false;

  /** @param {URL} address @param {Response} response */
  async put(address, response) {
    if (this.isFull) throw new DOMException("no room", "QuotaExceededError");
    this.entries.set(String(address), response);
  }

  /** @param {URL} address */
  async match(address) {
    return this.entries.get(String(address))?.clone();
  }

  async keys() {
    return [...this.entries.keys()];
  }

  /** @param {string} address */
  async delete(address) {
    return this.entries.delete(address);
  }
}

const MEMORY = Uint8Array.from([1, 2, 3, 0, 0, 0, 0, 9, ...Array(16).fill(0)]);
const world = /** @type {any} */ (globalThis);
/** @type {FakeCache} */
let cache;

/** @param {string} userAgent */
function useBrowser(userAgent) {
  Object.defineProperty(globalThis, "navigator", { value: { userAgent }, configurable: true });
}

beforeEach(() => {
  cache = new FakeCache();
  world.caches = { open: async () => cache };
  useBrowser("Browser 1");
});

test("a memory is kept without the zeros at its end, which are there anyway", async () => {
  assert.equal(await keptMemory("one"), null);
  await keepMemory("one", MEMORY);
  assert.deepEqual(await keptMemory("one"), MEMORY.subarray(0, 8));
});

test("only the last memory is kept, and it is of one engine and one browser", async () => {
  await keepMemory("one", MEMORY);
  await keepMemory("two", MEMORY);
  assert.equal(cache.entries.size, 1);
  assert.equal(await keptMemory("one"), null);
  assert.ok(await keptMemory("two"));
  useBrowser("Browser 2");
  assert.equal(await keptMemory("two"), null);
});

test("a memory that has changed since is none", async () => {
  await keepMemory("one", MEMORY);
  const [[address, kept]] = cache.entries;
  const { headers } = kept;
  const bytes = new Uint8Array(await kept.arrayBuffer());
  for (let bit = 0; bit < 8 * bytes.length; bit += 1) {
    const damaged = bytes.slice();
    damaged[bit >> 3] ^= 1 << (bit & 7);
    cache.entries.set(address, new Response(damaged, { headers }));
    assert.equal(await keptMemory("one"), null);
  }
  cache.entries.set(address, new Response(bytes, { headers }));
  assert.ok(await keptMemory("one"));
});

test("that a memory cannot be restored here is remembered, and is not the same as having none", async () => {
  await keepMemory("one", NO_MEMORY);
  assert.equal((await keptMemory("one"))?.length, 0);
});

test("where nothing can be kept none is wanted, and nothing is thrown", async (context) => {
  const warned = context.mock.method(console, "warn", () => {});
  cache.isFull = true;
  await keepMemory("one", MEMORY);
  assert.equal(warned.mock.callCount(), 1);
  world.caches = { open: () => Promise.reject(new DOMException("blocked", "SecurityError")) };
  await keepMemory("one", MEMORY);
  assert.equal(await keptMemory("one"), NO_MEMORY);
  delete world.caches;
  assert.equal(await keptMemory("one"), NO_MEMORY);
});
