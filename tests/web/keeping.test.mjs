// Node has no IndexedDB: to the module, that is a browser whose storage is blocked.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Keeping } from "../../src/easyharp/web/keeping.js";

/** @param {number} deal @returns {import("../../src/easyharp/web/keeping.js").KeptGame} */
const game = (deal) => ({ record: `record ${deal}`, deal, moves: 1, elapsed: 0, won: false, changed: 0 });

test("where storage is blocked, that is told and nothing is thrown", async () => {
  /** @type {unknown[]} */
  const troubles = [];
  const keeping = new Keeping((error) => troubles.push(error));
  assert.equal(await keeping.game(), undefined);
  await keeping.keepGame(game(1));
  await keeping.leave(game(2));
  assert.deepEqual(await keeping.leftGames(), []);
  assert.ok(troubles.length > 0);
});

/**
 * A store that keeps in memory and answers later, as IndexedDB does: as much of it as the module uses.
 * @returns {any}
 */
function inMemory() {
  /** @type {Map<string, unknown>} */
  const kept = new Map();
  const later = (/** @type {any} */ request, /** @type {unknown} */ result) => {
    queueMicrotask(() => {
      request.result = result;
      request.onsuccess?.();
    });
    return request;
  };
  const store = {
    get: (/** @type {string} */ key) => later({}, structuredClone(kept.get(key))),
    put: (/** @type {unknown} */ value, /** @type {string} */ key) => later({}, void kept.set(key, structuredClone(value))),
  };
  const transaction = () => {
    const begun = { objectStore: () => store, oncomplete: () => {} };
    setTimeout(() => begun.oncomplete());
    return begun;
  };
  return { open: () => later({}, { transaction }) };
}

function keepingInMemory() {
  Object.assign(globalThis, { indexedDB: inMemory() });
  return new Keeping((error) => assert.fail(String(error)));
}

test("games put aside are listed latest first, each once, and the oldest are given up", async () => {
  const keeping = keepingInMemory();
  for (let deal = 1; deal <= 25; deal += 1) await keeping.leave(game(deal));
  await keeping.leave(game(20));
  const left = (await keeping.leftGames()).map(({ deal }) => deal);
  assert.deepEqual(left, [20, 25, 24, 23, 22, 21, 19, 18, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6]);
});

test("a game that is taken up is no longer put aside", async () => {
  const keeping = keepingInMemory();
  for (const deal of [1, 2, 3]) await keeping.leave(game(deal));
  await keeping.take(game(2).record);
  assert.deepEqual((await keeping.leftGames()).map(({ deal }) => deal), [3, 1]);
});
