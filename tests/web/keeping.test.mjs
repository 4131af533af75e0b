// Node has no IndexedDB: to the module, that is a browser whose storage is blocked. What it keeps where there is one is
// tested in a real browser (e2e/test_saving.py, e2e/test_tabs.py).

import assert from "node:assert/strict";
import { test } from "node:test";
import { Keeping } from "../../src/easyharp/web/keeping.js";
import { viewOf } from "./views.mjs";

const GAME = {
  id: "one", record: "record", deal: 1, daily: null, day: "2026-11-30", started: 0, changed: 0, won: false, score: 0,
  moves: 1, elapsed: 0, undos: 0, takeBacks: 0, hints: 0, borrowed: false,
};

test("where storage is blocked, that is told and nothing is thrown", async () => {
  let troubles = 0;
  const keeping = new Keeping();
  keeping.onTrouble(() => (troubles += 1));
  assert.equal(await keeping.running(), undefined);
  assert.equal(await keeping.keepGame(GAME, viewOf({})), true);
  assert.deepEqual(await keeping.games(), []);
  assert.deepEqual(await keeping.leftGames(), []);
  assert.ok(troubles > 0);
  let later = 0;
  keeping.onTrouble(() => (later += 1));
  assert.equal(later, 1);
});
