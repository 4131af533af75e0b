import assert from "node:assert/strict";
import { test } from "node:test";
import { further, isSame, onceEach, readGame } from "../../src/easyharp/web/played.js";
import { Chance } from "./chance.mjs";
import { played, shuffled, someList, somePlayed } from "./played_games.mjs";

test("a game is read as it is, without members that nobody knows", () => {
  const game = played({ daily: "2026-12-24" });
  assert.deepEqual(readGame(game), { game, wrong: [] });
  assert.deepEqual(readGame({ ...game, more: 1 }), { game, wrong: [] });
});

test("without id, record, deal, start, moves or result there is no game; all else can be unknown", () => {
  for (const member of Object.keys(played())) {
    const { game, wrong } = readGame({ ...played(), [member]: { of: "another kind" } });
    assert.deepEqual(wrong, [member]);
    assert.equal(game === null, ["id", "record", "deal", "started", "moves", "won"].includes(member), member);
  }
});

test("a game of an earlier version, which knew no borrowed ones, is whole and not borrowed", () => {
  const { borrowed: _, ...older } = played();
  assert.deepEqual(readGame(older), { game: played(), wrong: [] });
});

test("a time that no date can have is none", () => {
  const [last, beyond] = [8_640_000_000_000_000, 8_640_000_000_000_001];
  assert.deepEqual(readGame(played({ started: last, changed: last })).wrong, []);
  assert.deepEqual(readGame(played({ started: beyond, changed: beyond })).wrong, ["started", "changed"]);
});

test("what is unknown stays unknown when it is kept as JSON and read again", () => {
  const { game } = readGame({ ...played(), score: "many", changed: null });
  const { game: again, wrong } = readGame(JSON.parse(JSON.stringify(game)));
  assert.deepEqual([again, wrong], [game, ["changed", "score"]]);
});

test("which of two versions is further on never depends on their order", () => {
  const chance = new Chance(2);
  for (let run = 0; run < 2_000; run += 1) {
    const [one, two, three] = [0, 1, 2].map(() => somePlayed(chance, 1));
    const best = further(one, two);
    assert.ok(isSame(best, further(two, one)));
    assert.ok(isSame(further(best, three), further(one, further(two, three))));
    assert.equal(best.won, one.won || two.won);
    assert.equal(isSame(one, two), JSON.stringify(one) === JSON.stringify(two));
  }
});

test("each game once, in the order of their first actions, whatever the order of the list", () => {
  const chance = new Chance(3);
  for (let run = 0; run < 300; run += 1) {
    const list = someList(chance, 10);
    const once = onceEach(list);
    assert.deepEqual(onceEach(shuffled(chance, list)), once);
    assert.deepEqual(new Set(once.map(({ id }) => id)).size, once.length);
    for (const [i, { started }] of once.entries()) if (i) assert.ok(once[i - 1].started <= started);
  }
});
