import assert from "node:assert/strict";
import { test } from "node:test";
import { backupText, checked, merged, readBackup, settingsUndone, undone } from "../../src/easyharp/web/backup.js";
import { CHOICES, Settings } from "../../src/easyharp/web/settings.js";
import { dailyStreak, statistics } from "../../src/easyharp/web/statistics.js";
import { Chance } from "./chance.mjs";
import { inTurn, played, shuffled, someList, somePlayed } from "./played_games.mjs";
import { answerOf, viewOf } from "./views.mjs";

/** @typedef {import("../../src/easyharp/web/played.js").PlayedGame} PlayedGame */

const SETTINGS = new Settings({ language: "fr", four_colours: true }).values;
const SAVED = new Date("2026-12-24T18:00:00Z");
const GAMES = inTurn("WLWWW");
const TEXT = backupText(SETTINGS, GAMES, SAVED);

/** @param {readonly PlayedGame[]} games */
const ids = (games) => games.map(({ id }) => id);

test("a backup is JSON that names its format, its version and its time", () => {
  const { format, version, saved, settings, games } = JSON.parse(TEXT);
  assert.deepEqual([format, version, saved], ["easyharp-backup", 1, "2026-12-24T18:00:00.000Z"]);
  assert.deepEqual([settings, games], [SETTINGS, GAMES]);
  assert.ok(Math.abs(Date.parse(JSON.parse(backupText({}, [])).saved) - Date.now()) < 60_000);
});

test("what was saved is what is read, and all statistics with it", () => {
  const chance = new Chance(30);
  for (let run = 0; run < 200; run += 1) {
    const games = merged(someList(chance, 15), []).games;
    const values = Object.fromEntries(
      Object.entries(CHOICES).map(([name, choices]) => [name, chance.choice([...choices])]),
    );
    const backup = readBackup(backupText(values, games, SAVED));
    assert.deepEqual(backup.settings, values);
    assert.deepEqual(backup.games, games);
    assert.deepEqual(statistics(backup.games), statistics(games));
    assert.deepEqual(dailyStreak(backup.games, "2028-03-01"), dailyStreak(games, "2028-03-01"));
    const unsure = games.filter(({ hints }) => Number.isNaN(hints)).map(() => "figure");
    assert.deepEqual(backup.problems.map(({ reason }) => reason), unsure);
  }
});

test("without games there is still a backup", () => {
  assert.deepEqual(readBackup(backupText(SETTINGS, [], SAVED)), { settings: SETTINGS, games: [], damaged: [], problems: [] });
});

test("other ways to write the same JSON are read as well", () => {
  const value = JSON.parse(TEXT);
  const [dense, loose] = [JSON.stringify(value), JSON.stringify(value, null, 2)];
  for (const text of [`\ufeff${TEXT}`, dense, loose, TEXT.replaceAll("\n", "\r\n")]) {
    assert.deepEqual(readBackup(text), { settings: SETTINGS, games: GAMES, damaged: [], problems: [] });
  }
});

test("the texts of damaged games are in it, whatever they are, and are read even where it is damaged itself", () => {
  const damaged = ['[Deal "EH1-N-AAAAAAF"]\n\n74 t? tw\n', "\0\u2028\"]}", ""];
  const text = backupText(SETTINGS, GAMES, SAVED, damaged);
  assert.deepEqual(readBackup(text), { settings: SETTINGS, games: GAMES, damaged, problems: [] });
  const cut = readBackup(text.slice(0, -20));
  assert.deepEqual([cut.settings, cut.damaged, cut.games], [SETTINGS, damaged, GAMES.slice(0, -1)]);
  const none = JSON.stringify({ ...JSON.parse(TEXT), damaged: { of: "another kind" } });
  assert.deepEqual(readBackup(none).damaged, []);
  assert.deepEqual(readBackup(JSON.stringify({ ...JSON.parse(TEXT), damaged: [7, "a", null] })).damaged, ["a"]);
});

test("what is no backup is foreign", () => {
  const others = [
    "", " ", "null", "[]", "7", "{}", '{"format":"other","games":[]}', "<html></html>", "{".repeat(100_000),
    "\0\u{FFFF}", '[Deal "EH1-N-AAAAAAF"]\n\n74\n', JSON.stringify([played()]), "[".repeat(100_000),
    '{"games":[]}',
  ];
  const nothing = { settings: null, games: [], damaged: [], problems: [{ reason: "foreign" }] };
  for (const text of others) assert.deepEqual(readBackup(text), nothing, text.slice(0, 40));
});

test("a backup of a later version is read as far as it is understood", () => {
  const { games, problems } = readBackup(TEXT.replace('"version":1', '"version":2'));
  assert.deepEqual([games, problems], [GAMES, [{ reason: "newer" }]]);
});

test("a file that has lost its end gives all games before that", () => {
  const lines = TEXT.split("\n");
  for (let length = TEXT.indexOf("\n") + 1; length < TEXT.length - 2; length += 1) {
    const text = TEXT.slice(0, length);
    const { settings, games, problems } = readBackup(text);
    const whole = lines.slice(3, -2).filter((line) => text.includes(line.replace(/,$/, ""))).length;
    assert.deepEqual(games, GAMES.slice(0, whole), text);
    assert.ok(problems.some(({ reason, line }) => reason === "cut" && line === text.trim().split("\n").length), text);
    assert.deepEqual(settings, text.includes(lines[1].slice(0, -1)) ? SETTINGS : null);
  }
});

test("a line that cannot be read costs no other one", () => {
  const lines = TEXT.trimEnd().split("\n");
  for (const i of lines.keys()) {
    const broken = lines.with(i, lines[i].slice(0, 12)).join("\n");
    const { settings, games, problems } = readBackup(broken);
    const isGame = i > 2 && i < lines.length - 1;
    assert.deepEqual(games, isGame ? GAMES.toSpliced(i - 3, 1) : GAMES, broken);
    assert.deepEqual(settings, i === 1 ? null : SETTINGS);
    const found = i === 2 || i === lines.length - 1 ? [] : [{ reason: "broken", line: i + 1 }];
    assert.deepEqual(problems, i === 1 ? [...found, { reason: "settings" }] : found);
  }
});

test("what is wrong with settings and games is told with its place, and the rest is kept", () => {
  const value = JSON.parse(TEXT);
  value.settings = { ...SETTINGS, theme: "pink", colour: 7, toString: "x" };
  const { record: _, ...rest } = GAMES[1];
  value.games = [GAMES[0], rest, { ...GAMES[2], score: "many", undos: -1 }, null, GAMES[3]];
  const { settings, games, problems } = readBackup(JSON.stringify(value));
  const { theme: __, ...others } = SETTINGS;
  assert.deepEqual(settings, others);
  assert.deepEqual(games, [GAMES[0], { ...GAMES[2], score: NaN, undos: NaN }, GAMES[3]]);
  assert.deepEqual(problems.slice(0, 6), [
    ...["theme", "colour", "toString"].map((member) => ({ reason: "setting", member })),
    { reason: "game", game: 2, member: "record" },
    { reason: "figure", game: 3, member: "score" },
    { reason: "figure", game: 3, member: "undos" },
  ]);
  assert.ok(problems.slice(6).every(({ reason, game }) => reason === "game" && game === 4));
});

test("missing lists are told", () => {
  const text = JSON.stringify({ format: "easyharp-backup", version: 1, games: {}, settings: [] });
  const problems = [{ reason: "settings" }, { reason: "games" }];
  assert.deepEqual(readBackup(text), { settings: null, games: [], damaged: [], problems });
});

test("nothing that is done to a backup makes reading it throw, and what is no JSON is told", () => {
  const chance = new Chance(77);
  for (let run = 0; run < 2_000; run += 1) {
    const text = [...TEXT];
    for (let i = chance.between(1, 4); i > 0; i -= 1) {
      const other = chance.choice(["", "\n", "}", '"', "[,", "\0", "é"]);
      text.splice(chance.between(0, text.length - 1), chance.between(0, 30), ...other);
    }
    const { games, problems } = readBackup(text.join(""));
    assert.ok(games.length <= GAMES.length);
    assert.ok(problems.length || isJson(text.join("")), text.join(""));
  }
});

/** @param {string} text */
function isJson(text) {
  try {
    return Boolean(JSON.parse(text));
  } catch {
    return false;
  }
}

test("members that nobody knows are not taken over", () => {
  const value = JSON.parse(TEXT);
  value.games[0] = JSON.parse(JSON.stringify(GAMES[0]).replace("{", '{"__proto__":{"won":true},"more":1,'));
  assert.deepEqual(readBackup(JSON.stringify(value)).games, GAMES);
});

// ---- Merging --------------------------------------------------------------------------------------------------------

test("a merge says what is added, updated and unchanged, and keeps what was there before", () => {
  const mine = [played({ id: "same" }), played({ id: "old", moves: 5 }), played({ id: "mine" })];
  const theirs = [played({ id: "same" }), played({ id: "old", moves: 6 }), played({ id: "new" })];
  const { games, added, updated, unchanged, before } = merged(mine, theirs);
  assert.deepEqual([ids(added), ids(updated), ids(unchanged)], [["new"], ["old"], ["same"]]);
  assert.deepEqual(ids(games), ["mine", "new", "old", "same"]);
  assert.equal(games.find(({ id }) => id === "old")?.moves, 6);
  assert.deepEqual(before, mine);
  assert.notEqual(before, mine);
});

test("of two versions the one with more actions wins, then the later one, but never one not won over one won", () => {
  const pairs = [
    [{ moves: 5 }, { moves: 4, changed: 9_000 }],
    [{ moves: 5, undos: 2 }, { moves: 6, undos: 0 }],
    [{ changed: 3_000 }, { changed: 2_999, score: 900 }],
    [{ won: true, moves: 3 }, { won: false, moves: 300, changed: 9_000 }],
    [{ won: true, moves: 4 }, { won: true, moves: 3, changed: 9_000 }],
  ];
  for (const [better, worse] of pairs) {
    for (const lists of [[better, worse], [worse, better]]) {
      const [mine, theirs] = lists.map((members) => [played(members)]);
      assert.deepEqual(merged(mine, theirs).games, [played(better)]);
    }
  }
});

test("merging is idempotent, commutative and associative, and makes no duplicates", () => {
  const chance = new Chance(4);
  for (let run = 0; run < 500; run += 1) {
    const [one, two, three] = [0, 1, 2].map(() => someList(chance, 10));
    const both = merged(one, two).games;
    assert.deepEqual(merged(two, one).games, both);
    assert.deepEqual(merged(both, two).games, both);
    assert.deepEqual(merged(both, both).unchanged, both);
    assert.deepEqual(merged(shuffled(chance, one), shuffled(chance, two)).games, both);
    assert.deepEqual(merged(both, three).games, merged(one, merged(two, three).games).games);
    assert.equal(new Set(ids(both)).size, both.length);
    const all = new Set([...one, ...two].map(({ id }) => id));
    assert.equal(both.length, all.size);
    for (const game of [...one, ...two]) if (game.won) assert.ok(both.find(({ id }) => id === game.id)?.won);
  }
});

test("each game that comes is added, updated or unchanged, and the result is what the lists say", () => {
  const chance = new Chance(5);
  for (let run = 0; run < 300; run += 1) {
    const mine = merged(someList(chance, 8), []).games;
    const theirs = [...someList(chance, 8), somePlayed(chance, 8)];
    const { games, added, updated, unchanged, before } = merged(mine, theirs);
    assert.deepEqual(before, mine);
    assert.deepEqual(ids([...added, ...updated, ...unchanged]).sort(), [...new Set(ids(theirs))].sort());
    const changed = new Map([...mine, ...added, ...updated].map((game) => [game.id, game]));
    assert.deepEqual(new Map(games.map((game) => [game.id, game])), changed);
  }
});

test("a checked game has the figures of its record, whatever was claimed", () => {
  const game = played({ won: true, score: 1_040, moves: 812, deal: 6, takeBacks: 9 });
  const record = '[Deal "EH1-N-AAAAAAF"]\n\n74 uu\n';
  const answer = { ...answerOf(viewOf({}, { score: 5, moves: 1 }), { record }), problem: null };
  const figures = { deal: 5, daily: null, won: false, score: 5, moves: 1, undos: 1, takeBacks: 0 };
  assert.deepEqual(checked({ ...game, daily: "2026-12-24" }, answer, null, SAVED), { ...game, record, ...figures });
  assert.equal(checked(game, answer, "2026-12-24", SAVED)?.daily, "2026-12-24");
  assert.equal(checked(game, { ...answer, problem: { kept: 0, reason: "illegal", detail: "" } }, null), null);
});

test("of a checked game a day or a time that cannot be is unknown", () => {
  const answer = answerOf(viewOf({}), { record: played().record });
  const days = { "2026-12-24": true, "2026-12-25": true, "2026-12-27": false, "2019-12-31": false, "2020-01-01": true, "": false };
  for (const [day, isPossible] of Object.entries(days)) {
    assert.equal(checked(played({ day }), answer, null, SAVED)?.day, isPossible ? day : "");
  }
  const hour = 3_600_000;
  for (const [elapsed, known] of [[0, 0], [1_000 * hour, 1_000 * hour], [1_001 * hour, NaN], [NaN, NaN]]) {
    assert.equal(checked(played({ elapsed }), answer, null, SAVED)?.elapsed, known);
  }
});

test("a merging that is undone leaves what was there before", () => {
  const chance = new Chance(6);
  for (let run = 0; run < 300; run += 1) {
    const mine = merged(someList(chance, 8), []).games;
    const merging = merged(mine, someList(chance, 8));
    const { put, gone } = undone(merging, merging.games);
    const after = new Map(merging.games.map((game) => [game.id, game]));
    for (const game of put) after.set(game.id, game);
    for (const id of gone) after.delete(id);
    assert.deepEqual([...after.values()].sort((a, b) => (a.id < b.id ? -1 : 1)), mine.sort((a, b) => (a.id < b.id ? -1 : 1)));
  }
});

test("undoing leaves alone what has been played since then", () => {
  const [old, coming] = [played({ id: "one", moves: 1 }), played({ id: "one", moves: 5 })];
  const added = played({ id: "two" });
  const merging = merged([old], [coming, added]);
  assert.deepEqual(undone(merging, [coming, added]), { put: [old], gone: ["two"] });
  assert.deepEqual(undone(merging, [{ ...coming, moves: 6 }, added]), { put: [], gone: ["two"] });
  assert.deepEqual(undone(merging, [coming, { ...added, moves: 2 }]), { put: [old], gone: [] });
});

test("undoing brings back no game that was forgotten meanwhile", () => {
  const merging = merged([played({ id: "one", moves: 1 })], [played({ id: "one", moves: 5 }), played({ id: "two" })]);
  assert.deepEqual(undone(merging, []), { put: [], gone: [] });
});

test("undoing leaves alone the settings that were not taken over, or changed since then", () => {
  const before = new Settings({ theme: "dark", felt: "blue", mirror: true }).values;
  const taken = { theme: "light", felt: "grey", sound: true };
  const now = { ...before, ...taken, theme: "contrast", speed: "fast" };
  assert.deepEqual(settingsUndone(before, taken, now), { ...before, theme: "contrast", speed: "fast" });
  assert.deepEqual(settingsUndone(before, taken, { ...before, ...taken }), before);
});
