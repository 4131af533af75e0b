// Statistics: everything that is told of played games, computed from their list. A game without a move does not count,
// nor does one that was played on from a replay; a game is counted once, and what is damaged or unknown is left out of
// that figure alone. The order of the list never matters. No DOM; today is handed in.

import { dayNumber } from "./days.js";
import { onceEach, readGame } from "./played.js";
import { roundCount, roundLimits } from "./scales.js";

/** @typedef {import("./played.js").PlayedGame} PlayedGame */
/** @typedef {{current: number, longest: number}} Streak */
/**
 * A figure of games: of how many it is, and null where there is none.
 * @typedef {{base: number, best: number | null, average: number | null, median: number | null}} Figure
 */
/** @typedef {{score: Figure, time: Figure, moves: Figure}} Figures  time in milliseconds */
/**
 * @typedef {{games: number, over: number, wins: number, share: number | null, streak: Streak, figures: Figures,
 *   without: {undo: number, hint: number, takeBack: number, any: number}}} Statistics
 *   `over` are the games that are not under way; `share` is wins of those, 0 to 1; `figures` and `without` are of wins
 */
/** @typedef {{from: number, to: number, count: number}} Bin  the values that are at least `from` and less than `to` */
/** @typedef {"played" | "late" | "won"} DailyState  "late": won, but started on another date than its own */

/** @typedef {(game: PlayedGame) => number} Measure */
/** What a win is measured by, and whether more or less of it is better. */
export const MEASURES = /** @type {Record<keyof Figures, {of: Measure, better: "more" | "less"}>} */ ({
  score: { of: (game) => game.score, better: "more" },
  time: { of: (game) => game.elapsed, better: "less" },
  moves: { of: (game) => game.moves, better: "less" },
});

/** The games that were begun, each once, in the order of their first actions. @param {readonly unknown[]} games */
export function onceBegun(games) {
  const read = games.map((game) => readGame(game).game).filter((game) => game !== null);
  return onceEach(read.filter(({ moves }) => moves > 0));
}

/** Those of them that count. @param {readonly unknown[]} games */
export const counted = (games) => onceBegun(games).filter((game) => !game.borrowed);

/**
 * @param {readonly PlayedGame[]} games
 * @param {string | null} [underWay]  the id of the game on the table: it is not lost yet
 * @returns {Statistics}
 */
export function statistics(games, underWay = null) {
  const all = counted(games);
  const over = all.filter(({ id, won }) => won || id !== underWay);
  const wins = over.filter(({ won }) => won);
  const spared = (/** @type {(keyof PlayedGame)[]} */ ...helps) =>
    wins.filter((game) => helps.every((help) => game[help] === 0)).length;
  return {
    games: all.length,
    over: over.length,
    wins: wins.length,
    share: over.length ? wins.length / over.length : null,
    streak: streakOf(over.map(({ won }) => won)),
    figures: figuresOf(wins),
    without: {
      undo: spared("undos"),
      hint: spared("hints"),
      takeBack: spared("takeBacks"),
      any: spared("undos", "hints", "takeBacks"),
    },
  };
}

/** Wins in a row: the last ones, and the most. @param {readonly boolean[]} wins @returns {Streak} */
function streakOf(wins) {
  let [current, longest] = [0, 0];
  for (const won of wins) {
    current = won ? current + 1 : 0;
    longest = Math.max(longest, current);
  }
  return { current, longest };
}

// ---- Figures of wins ------------------------------------------------------------------------------------------------

/** @param {readonly PlayedGame[]} wins @returns {Figures} */
function figuresOf(wins) {
  const figure = (/** @type {keyof Figures} */ name) => figureOf(wins.map(MEASURES[name].of), MEASURES[name].better);
  return { score: figure("score"), time: figure("time"), moves: figure("moves") };
}

/** @param {readonly number[]} values @param {"more" | "less"} better @returns {Figure} */
function figureOf(values, better) {
  const sorted = values.filter(Number.isFinite).sort((a, b) => a - b);
  const base = sorted.length;
  if (!base) return { base, best: null, average: null, median: null };
  return {
    base,
    best: sorted[better === "more" ? base - 1 : 0],
    average: sorted.reduce((sum, value) => sum + value, 0) / base,
    median: (sorted[(base - 1) >> 1] + sorted[base >> 1]) / 2,
  };
}

/** The last wins, in the order of their first actions. @param {readonly PlayedGame[]} games @param {number} most */
export const lastWins = (games, most) => counted(games).filter(({ won }) => won).slice(-most);

/**
 * How values spread over stretches with round limits, empty ones between them included.
 * @param {readonly number[]} values  from 0 up; others are left out
 * @param {import("./scales.js").Rounding} rounding
 * @param {number} most  stretches
 * @returns {Bin[]}
 */
export function distribution(values, rounding = roundCount, most = 10) {
  const known = values.filter((value) => Number.isFinite(value) && value >= 0).sort((a, b) => a - b);
  if (!known.length) return [];
  const limits = roundLimits(known[0], known[known.length - 1], most, rounding);
  return limits.slice(1).map((to, i) => {
    const from = limits[i];
    return { from, to, count: known.filter((value) => value >= from && value < to).length };
  });
}

// ---- Daily deals ----------------------------------------------------------------------------------------------------

/** How well a day went, from worst to best. @type {DailyState[]} */
const STATES = ["played", "late", "won"];

/**
 * What has become of the daily deals, by their dates.
 * @param {readonly PlayedGame[]} games
 * @returns {Map<string, DailyState>}
 */
export function dailies(games) {
  /** @type {Map<string, DailyState>} */
  const states = new Map();
  for (const { daily, day, won } of counted(games)) {
    if (!daily) continue;
    const state = !won ? "played" : day === daily ? "won" : "late";
    const known = states.get(daily);
    if (!known || STATES.indexOf(state) > STATES.indexOf(known)) states.set(daily, state);
  }
  return states;
}

/**
 * Days in a row on which the daily deal of that day was won. The current streak lives on until a whole day is missed;
 * after a journey west, where today is a day that was there before, it still ends with the latest one.
 * @param {readonly PlayedGame[]} games
 * @param {string} today  the local date
 * @returns {Streak}
 */
export function dailyStreak(games, today) {
  const won = new Set([...dailies(games)].filter(([, state]) => state === "won").map(([date]) => dayNumber(date)));
  /** Days in a row up to one. @param {number} day @returns {number} */
  const upTo = (day) => {
    let first = day;
    while (won.has(first)) first -= 1;
    return day - first;
  };
  const now = dayNumber(today);
  const last = [now + 1, now, now - 1].find((day) => won.has(day)) ?? now;
  const ends = [...won].filter((day) => !won.has(day + 1));
  return { current: upTo(last), longest: ends.map(upTo).reduce((most, days) => Math.max(most, days), 0) };
}
