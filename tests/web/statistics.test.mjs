import assert from "node:assert/strict";
import { test } from "node:test";
import { roundTime } from "../../src/easyharp/web/scales.js";
import {
  counted, dailies, dailyStreak, distribution, lastWins, onceBegun, statistics,
} from "../../src/easyharp/web/statistics.js";
import { Chance } from "./chance.mjs";
import { inTurn, played, shuffled, someList } from "./played_games.mjs";

/** @typedef {import("../../src/easyharp/web/played.js").PlayedGame} PlayedGame */

/** The daily deal of a date, won on that date. @param {string} date @param {Partial<PlayedGame>} [members] */
const daily = (date, members) => played({ id: date, daily: date, day: date, won: true, ...members });

test("of no games there are no figures", () => {
  const none = { base: 0, best: null, average: null, median: null };
  assert.deepEqual(statistics([]), {
    games: 0, over: 0, wins: 0, share: null, streak: { current: 0, longest: 0 },
    figures: { score: none, time: none, moves: none },
    without: { undo: 0, hint: 0, takeBack: 0, any: 0 },
  });
  assert.deepEqual(dailyStreak([], "2026-12-24"), { current: 0, longest: 0 });
});

test("an untouched deal does not count", () => {
  assert.equal(statistics([played({ moves: 0 }), played({ id: "b" })]).games, 1);
});

test("a game that was played on from a replay is in no figure", () => {
  const games = [...inTurn("WLW"), daily("2026-12-23")];
  const lent = ["won", "left"].map((id) => daily("2026-12-24", { id, borrowed: true, won: id === "won", started: 1_500 }));
  assert.deepEqual(statistics([...games, ...lent]), statistics(games));
  assert.deepEqual(dailies([...games, ...lent]), dailies(games));
  assert.deepEqual(lastWins([...games, ...lent], 9), lastWins(games, 9));
  assert.equal(onceBegun([...games, ...lent]).length, games.length + 2);
});

test("the game under way is started, but not lost until it is left", () => {
  const games = [...inTurn("WW"), played({ id: "now", started: 9_000 })];
  const { over, wins, share, streak, games: started } = statistics(games, "now");
  assert.deepEqual([started, over, wins, share], [3, 2, 2, 1]);
  assert.deepEqual(streak, { current: 2, longest: 2 });
  assert.deepEqual(statistics(games).streak, { current: 0, longest: 2 });
  assert.equal(statistics(games).share, 2 / 3);
  assert.deepEqual(statistics([...games, played({ id: "now", won: true })], "now").streak, { current: 3, longest: 3 });
});

test("a game left breaks the streak, and mends it when it is won later", () => {
  const streaks = { "": [0, 0], W: [1, 1], L: [0, 0], WWLW: [1, 2], LWWW: [3, 3], WWWL: [0, 3], WLWWL: [0, 2] };
  for (const [results, [current, longest]] of Object.entries(streaks)) {
    assert.deepEqual(statistics(inTurn(results)).streak, { current, longest }, results);
  }
  const mended = played({ id: "game 2", started: 2_000, changed: 99_000, won: true });
  assert.deepEqual(statistics([...inTurn("WWLW"), mended]).streak, { current: 4, longest: 4 });
});

test("figures are of wins, each with its base", () => {
  const wins = [1250, 1300, 1260, 1290].map((score, i) =>
    played({ id: `win ${i}`, won: true, score, elapsed: i ? 1_000 * i : NaN, moves: 100 + i }),
  );
  const { figures } = statistics([...wins, played({ id: "lost", score: 9_999, elapsed: 1, moves: 1 })]);
  assert.deepEqual(figures.score, { base: 4, best: 1300, average: 1275, median: 1275 });
  assert.deepEqual(figures.time, { base: 3, best: 1_000, average: 2_000, median: 2_000 });
  assert.deepEqual(figures.moves, { base: 4, best: 100, average: 101.5, median: 101.5 });
});

test("a win is without help only where it is known to be", () => {
  const helps = [{}, { undos: 1 }, { hints: 2 }, { takeBacks: 1 }, { undos: 1, hints: 1 }, { hints: NaN }];
  const wins = helps.map((help, i) => played({ id: `win ${i}`, won: true, ...help }));
  assert.deepEqual(statistics(wins).without, { undo: 4, hint: 3, takeBack: 5, any: 1 });
});

test("a game counts once, in the version that is further on", () => {
  const early = played({ moves: 5, score: 50 });
  const late = played({ moves: 9, score: 80 });
  const won = played({ moves: 7, score: 1_300, won: true });
  const lists = [[early, late, won], [won, late, early], [late, won, late]];
  for (const list of lists) assert.deepEqual(counted(list), [won]);
  assert.deepEqual(counted([late, early]), [late]);
});

test("what is damaged is left out, and nothing is thrown", () => {
  const hostile = [
    null, undefined, 7, "game", [], {}, { id: "x" }, played({ id: "" }), played({ started: NaN }),
    played({ moves: -1 }), played({ deal: 1e9 }), played({ moves: 1.5 }), { ...played(), won: "yes" },
    Object.create(played()),
    { __proto__: null }, { ...played(), id: Symbol.iterator },
  ];
  assert.deepEqual(counted(hostile), []);
  const figures = { score: -5, elapsed: Infinity, undos: -1, daily: "2026-02-31", day: "yesterday", changed: NaN };
  const [game] = counted([played({ ...figures, won: true })]);
  assert.deepEqual([game.score, game.elapsed, game.undos, game.daily, game.day], [NaN, NaN, NaN, null, ""]);
  const games = /** @type {PlayedGame[]} */ ([...hostile, game]);
  assert.equal(statistics(games).wins, 1);
  assert.equal(statistics(games).figures.score.base, 0);
  assert.equal(dailies(games).size, 0);
});

test("the last wins come in the order of their start", () => {
  assert.deepEqual(lastWins(inTurn("WLWWLW").reverse(), 2).map(({ id }) => id), ["game 3", "game 5"]);
});

// ---- Daily deals ----------------------------------------------------------------------------------------------------

test("a daily deal was played, won, or won late", () => {
  const games = [
    daily("2026-12-01"),
    daily("2026-12-02", { won: false }),
    daily("2026-12-03", { day: "2026-12-09" }),
    daily("2026-11-30", { won: false }),
    daily("2026-11-30", { id: "again", day: "2026-12-01" }),
    played({ id: "no daily", won: true }),
  ];
  assert.deepEqual(Object.fromEntries(dailies(games)), {
    "2026-12-01": "won", "2026-12-02": "played", "2026-12-03": "late", "2026-11-30": "late",
  });
});

test("the daily streak goes on until a whole day is missed", () => {
  const days = ["2026-02-27", "2026-02-28", "2026-03-01"].map((date) => daily(date));
  const currents = { "2026-02-28": 3, "2026-03-01": 3, "2026-03-02": 3, "2026-03-03": 0, "2027-01-01": 0 };
  for (const [today, current] of Object.entries(currents)) {
    assert.deepEqual(dailyStreak(days, today), { current, longest: 3 }, today);
  }
});

test("only a daily deal started on its own date continues the streak, whenever it is won", () => {
  const late = daily("2026-12-23", { day: "2026-12-24", id: "late" });
  const overnight = daily("2026-12-23", { changed: Date.parse("2026-12-24T00:30Z"), id: "overnight" });
  const days = [daily("2026-12-22"), daily("2026-12-24")];
  assert.deepEqual(dailyStreak([...days, late], "2026-12-24"), { current: 1, longest: 1 });
  assert.deepEqual(dailyStreak([...days, late, overnight], "2026-12-24"), { current: 3, longest: 3 });
});

test("a clock that was once set to the far future does not end the streak", () => {
  const days = [daily("2026-12-23"), daily("2026-12-24"), daily("2099-01-01")];
  assert.deepEqual(dailyStreak(days, "2026-12-24"), { current: 2, longest: 2 });
});

/** The local date of a moment. @param {number} moment @param {string} timeZone */
const localDate = (moment, timeZone) => new Intl.DateTimeFormat("sv-SE", { timeZone }).format(moment);

test("around midnight and both clock changes, in every zone, a daily counts for the day it was started", () => {
  for (const timeZone of ["Europe/Berlin", "Pacific/Auckland", "America/Los_Angeles"]) {
    for (const around of ["2026-03-08", "2026-03-29", "2026-04-05", "2026-09-27", "2026-10-25", "2026-11-01"]) {
      const first = Date.parse(`${around}T00:00Z`) - 4 * 86_400_000;
      /** @type {Map<string, PlayedGame>} */
      const games = new Map();
      // A game each half hour; the first of a local date is its daily deal, won long after midnight.
      for (let moment = first; moment < first + 8 * 86_400_000; moment += 1_800_000) {
        const date = localDate(moment, timeZone);
        const day = daily(date, { started: moment, changed: moment + 86_400_000 });
        if (!games.has(date)) games.set(date, day);
      }
      const today = localDate(first + 8 * 86_400_000, timeZone);
      const { current, longest } = dailyStreak([...games.values()], today);
      assert.equal(longest, games.size, `${timeZone} ${around}`);
      assert.equal(current, games.size, `${timeZone} ${around}`);
    }
  }
});

test("no journey removes a day from a streak", () => {
  const chance = new Chance(29);
  const zones = ["Europe/Berlin", "Pacific/Auckland", "America/Los_Angeles"];
  for (let run = 0; run < 100; run += 1) {
    /** @type {PlayedGame[]} */
    const games = [];
    let moment = Date.UTC(2026, chance.between(0, 11), chance.between(1, 28));
    for (let step = 0; step < 20; step += 1) {
      const date = localDate(moment, chance.choice(zones));
      if (chance.next() < 0.9) games.push(daily(date, { started: moment }));
      const before = dailyStreak(games, date);
      for (const zone of zones) {
        const after = dailyStreak(games, localDate(moment, zone));
        assert.equal(after.longest, before.longest);
        // Seen from further west today may be a day earlier: nothing that ends today or tomorrow gets lost.
        if (localDate(moment, zone) <= date) assert.ok(after.current >= Number(games.at(-1)?.daily === date));
      }
      moment += chance.between(8, 30) * 3_600_000;
    }
  }
});

// ---- Against a slow oracle ------------------------------------------------------------------------------------------

/**
 * The statistics again, in a slow and different way: each game is looked for in the whole list, streaks are tried out.
 * @param {readonly PlayedGame[]} games @param {string} underWay @param {string} today
 */
function oracle(games, underWay, today) {
  const isBest = (/** @type {PlayedGame} */ game, /** @type {number} */ i, /** @type {PlayedGame[]} */ all) =>
    all.every((other, j) => other.id !== game.id || i === j || ahead(game, other) > 0 || (same(game, other) && i < j));
  const best = games.filter((game) => game.moves > 0).filter(isBest);
  const byStart = [...best].sort((a, b) => a.started - b.started || a.id.localeCompare(b.id));
  const over = byStart.filter((game) => game.won || game.id !== underWay);
  const results = over.map(({ won }) => (won ? "W" : "L")).join("");
  const wins = best.filter(({ won }) => won);
  const runs = results.split("L").map((run) => run.length);
  const onDay = new Set(wins.filter((game) => game.daily === game.day).map(({ day }) => day));
  const run = (/** @type {string} */ date) => {
    let days = 0;
    while (onDay.has(later(date, -days))) days += 1;
    return days;
  };
  return {
    games: best.length,
    over: results.length,
    wins: wins.length,
    streak: { current: runs[runs.length - 1], longest: Math.max(...runs) },
    bestScore: wins.length ? Math.max(...wins.map(({ score }) => score)) : null,
    fastest: wins.length ? Math.min(...wins.map(({ elapsed }) => elapsed)) : null,
    withoutAny: wins.filter(({ undos, hints, takeBacks }) => `${undos}${hints}${takeBacks}` === "000").length,
    daily: {
      current: run(later(today, 1)) || run(today) || run(later(today, -1)),
      longest: Math.max(0, ...[...onDay].map(run)),
    },
  };
}

/** @param {PlayedGame} one @param {PlayedGame} other */
const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/** How far one version is ahead of another. @param {PlayedGame} one @param {PlayedGame} other */
function ahead(one, other) {
  if (one.won !== other.won) return one.won ? 1 : -1;
  const actions = one.moves + one.undos - other.moves - other.undos;
  if (actions || one.changed !== other.changed) return actions || one.changed - other.changed;
  const members = "id record deal daily day started changed won score moves elapsed undos takeBacks hints";
  const names = /** @type {(keyof PlayedGame)[]} */ (members.split(" "));
  const [a, b] = [one, other].map((game) => JSON.stringify(names.map((name) => game[name])));
  return a === b ? 0 : a > b ? 1 : -1;
}

/** @param {string} date @param {number} days */
function later(date, days) {
  const moment = new Date(`${date}T12:00Z`);
  moment.setUTCDate(moment.getUTCDate() + days);
  return moment.toISOString().slice(0, 10);
}

test("random lists have the statistics that a slow oracle finds, in every order", () => {
  const chance = new Chance(28);
  for (let run = 0; run < 1_500; run += 1) {
    const list = someList(chance, 12);
    const [underWay, today] = [`game ${chance.between(1, 14)}`, later("2028-02-20", chance.between(-2, 23))];
    const found = statistics(list, underWay);
    assert.deepEqual(
      {
        games: found.games, over: found.over, wins: found.wins, streak: found.streak,
        bestScore: found.figures.score.best, fastest: found.figures.time.best, withoutAny: found.without.any,
        daily: dailyStreak(list, today),
      },
      oracle(list, underWay, today),
    );
    assert.ok(found.wins <= found.over && found.over <= found.games);
    const otherwise = shuffled(chance, [...list, ...list.slice(0, 3)]);
    assert.deepEqual(statistics(otherwise, underWay), found);
    assert.deepEqual(dailyStreak(otherwise, today), dailyStreak(list, today));
    assert.deepEqual(new Map([...dailies(otherwise)].sort()), new Map([...dailies(list)].sort()));
  }
});

test("every order of a few games gives the same", () => {
  const list = [...inTurn("WLWW"), played({ id: "game 1", started: 1_000, won: true })];
  /** @param {PlayedGame[]} games @returns {PlayedGame[][]} */
  const orders = (games) =>
    games.length
      ? games.flatMap((game, i) => orders(games.toSpliced(i, 1)).map((rest) => [game, ...rest]))
      : [[]];
  for (const order of orders(list)) assert.deepEqual(statistics(order, "game 1"), statistics(list, "game 1"));
});

test("an added game never takes a win or a game away", () => {
  const chance = new Chance(280);
  for (let run = 0; run < 200; run += 1) {
    const list = someList(chance, 10);
    let [games, wins] = [0, 0];
    for (let size = 0; size <= list.length; size += 1) {
      const found = statistics(list.slice(0, size));
      assert.ok(found.wins >= wins && found.games >= games && found.wins <= found.games);
      [games, wins] = [found.games, found.wins];
    }
  }
});

// ---- Distributions --------------------------------------------------------------------------------------------------

test("a distribution has round limits and counts each value once", () => {
  assert.deepEqual(distribution([]), []);
  assert.deepEqual(distribution([NaN, -1, Infinity]), []);
  assert.deepEqual(distribution([1265]), [{ from: 1260, to: 1280, count: 1 }]);
  assert.deepEqual(distribution([0]), [{ from: 0, to: 1, count: 1 }]);
  const scores = distribution([1240, 1259, 1260, 1321]);
  assert.deepEqual(scores.map(({ from }) => from), [1240, 1260, 1280, 1300, 1320]);
  assert.deepEqual(scores.map(({ count }) => count), [2, 1, 0, 0, 1]);
  const times = distribution([290_000, 1_000_000, 1_799_999], roundTime);
  assert.deepEqual(times[0], { from: 0, to: 300_000, count: 1 }, "stretches of two minutes would be thirteen");
});

test("random values: equal stretches, no more than wanted, none lost", () => {
  const chance = new Chance(10);
  for (let run = 0; run < 2_000; run += 1) {
    const size = 10 ** chance.between(0, 12);
    const values = Array.from({ length: chance.between(1, 30) }, () => chance.between(0, size));
    const most = chance.between(2, 12);
    const bins = distribution(values, chance.choice([undefined, roundTime]), most);
    assert.ok(bins.length <= most);
    assert.equal(bins.reduce((sum, { count }) => sum + count, 0), values.length);
    assert.ok(bins[0].count > 0 && bins[bins.length - 1].count > 0);
    for (const [i, { from, to }] of bins.entries()) {
      assert.equal(to - from, bins[0].to - bins[0].from);
      if (i) assert.equal(from, bins[i - 1].to);
    }
  }
});
