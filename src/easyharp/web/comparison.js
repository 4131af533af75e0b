// Comparison: what a win is worth beside the player's own wins before it, in one line. Said is only what is certain: the
// first win, a figure that is better than every one before, or else what there is to beat; of a game that does not
// count, that it does not. No DOM.

import { timeText } from "./clock.js";
import { counted, MEASURES, onceBegun, statistics } from "./statistics.js";

/**
 * @typedef {import("./played.js").PlayedGame} PlayedGame
 * @typedef {import("./words.js").Words} Words
 * @typedef {keyof typeof MEASURES} Measure
 */
/**
 * @typedef {object} Comparison
 * @property {boolean} isFirst  whether no game was won before
 * @property {Measure[]} best  the measures by which no other win is as good
 * @property {Measure[]} bestOfDeal  those by which no other win of this deal is as good; none where there is no other
 * @property {Record<Measure, number | null>} before  the best of all other wins
 * @property {number} streak  wins in a row that this one ends
 */

const NAMES = /** @type {Measure[]} */ (Object.keys(MEASURES));

/**
 * @param {readonly PlayedGame[]} games
 * @param {string} id  of the game that was won
 * @returns {Comparison}
 */
export function compared(games, id) {
  const all = counted(games);
  const wins = all.filter(({ won }) => won);
  const won = wins.find((game) => game.id === id);
  const others = wins.filter((game) => game !== won);
  const figures = statistics(others).figures;
  return {
    isFirst: others.length === 0,
    best: won ? bests(won, others) : [],
    bestOfDeal: won ? bests(won, others.filter(({ deal }) => deal === won.deal)) : [],
    before: { score: figures.score.best, time: figures.time.best, moves: figures.moves.best },
    streak: all.at(-1) === won ? statistics(all).streak.current : 0,
  };
}

/** The measures by which a win is better than each of some others. @param {PlayedGame} won @param {PlayedGame[]} others */
function bests(won, others) {
  return NAMES.filter((name) => {
    const { of, better } = MEASURES[name];
    const known = others.map(of).filter(Number.isFinite);
    return known.length > 0 && known.every((value) => (better === "more" ? of(won) > value : of(won) < value));
  });
}

/**
 * The comparison in words.
 * @param {Words} words
 * @param {readonly PlayedGame[]} games
 * @param {string} id
 */
export function comparisonSentence(words, games, id) {
  if (onceBegun(games).some((game) => game.id === id && game.borrowed)) return words.say("borrowed");
  const { isFirst, best, bestOfDeal, before, streak } = compared(games, id);
  if (isFirst) return words.say("win_first");
  const what = (/** @type {Measure[]} */ names) => words.list.format(names.map((name) => words.part(name)));
  const row = streak > 1 ? words.say("win_streak", { count: streak }) : "";
  if (best.length) return `${words.say("win_best", { what: what(best) })} ${row}`.trim();
  if (bestOfDeal.length) return `${words.say("win_best_of_deal", { what: what(bestOfDeal) })} ${row}`.trim();
  const figures = [
    before.score === null ? "" : words.part("points", { count: before.score }),
    before.time === null ? "" : timeText(before.time),
    before.moves === null ? "" : words.part("moves_count", { count: before.moves }),
  ];
  return `${words.say("win_before", { figures: figures.filter(Boolean).join(", ") })} ${row}`.trim();
}
