// Played games: what is kept of each, how it is read from anything, and which of two versions of one is further on.
// All statistics are computed from a list of these. No DOM.

import { isDate } from "./days.js";

/**
 * A game from its first action on.
 * @typedef {object} PlayedGame
 * @property {string} id  never changes for a game
 * @property {string} record
 * @property {number} deal
 * @property {string | null} daily  the date whose daily deal this is, "2026-12-24"
 * @property {string} day  the local calendar date of the first action; empty if it is not known
 * @property {number} started  time of the first action, milliseconds since 1970
 * @property {number} changed  time of the last action
 * @property {boolean} won
 * @property {number} score
 * @property {number} moves
 * @property {number} elapsed  playing time in milliseconds
 * @property {number} undos  how many were used; so are the next two
 * @property {number} takeBacks  cards that went back from a foundation
 * @property {number} hints
 * @property {boolean} borrowed  whether it was played on from a moment of a replay, or from a link: it is in no statistics
 */
/** @typedef {keyof PlayedGame} Member */

const LAST_DEAL = 999_999;
/** The longest record that the engine accepts, in characters. */
export const LONGEST_RECORD = 200_000;
const LONGEST_ID = 100;
/** The last moment that a date can have, in milliseconds since 1970. */
const LAST_TIME = 8_640_000_000_000_000;

/** @typedef {(value: unknown) => boolean} Test */
/** @type {Test} */
const isCount = (value) => Number.isSafeInteger(value) && Number(value) >= 0;
/** @type {Test} */
const isTime = (value) => typeof value === "number" && value >= 0 && value <= LAST_TIME;
/** @type {Test} */
const isTruth = (value) => typeof value === "boolean";
/** @param {number} most @returns {Test} */
const isText = (most) => (value) => typeof value === "string" && value.length > 0 && value.length <= most;

/**
 * Each member: what is right for it, and what stands for it if it is wrong, if there can be a game without it. One that
 * games of earlier versions lack is not wrong where it is missing.
 */
const MEMBERS = /** @type {Record<Member, {test: Test, unknown?: unknown, isNew?: true}>} */ ({
  id: { test: isText(LONGEST_ID) },
  record: { test: isText(LONGEST_RECORD) },
  deal: { test: (value) => isCount(value) && Number(value) >= 1 && Number(value) <= LAST_DEAL },
  daily: { test: (value) => value === null || isDate(value), unknown: null },
  day: { test: isDate, unknown: "" },
  started: { test: isTime },
  changed: { test: isTime, unknown: NaN },
  won: { test: isTruth },
  score: { test: isCount, unknown: NaN },
  moves: { test: isCount },
  elapsed: { test: isTime, unknown: NaN },
  undos: { test: isCount, unknown: NaN },
  takeBacks: { test: isCount, unknown: NaN },
  hints: { test: isCount, unknown: NaN },
  borrowed: { test: isTruth, unknown: false, isNew: true },
});
const NAMES = /** @type {Member[]} */ (Object.keys(MEMBERS));

/**
 * Read a game from anything. A figure that is missing or impossible becomes NaN, unknown, and the game stays.
 * @param {unknown} value
 * @returns {{game: PlayedGame | null, wrong: Member[]}}  null where `wrong` has a member that a game cannot be without
 */
export function readGame(value) {
  const found = /** @type {Record<string, unknown>} */ (value && typeof value === "object" ? value : {});
  /** @type {Record<string, unknown>} */
  const game = {};
  /** @type {Member[]} */
  const wrong = [];
  for (const name of NAMES) {
    const { test, unknown, isNew } = MEMBERS[name];
    const isThere = Object.hasOwn(found, name);
    const isRight = isThere && test(found[name]);
    game[name] = isRight ? found[name] : unknown;
    if (!isRight && (isThere || !isNew)) wrong.push(name);
  }
  const isGame = wrong.every((name) => "unknown" in MEMBERS[name]);
  return { game: isGame ? /** @type {any} */ (game) : null, wrong };
}

/**
 * Read a game from anything, with what a game cannot be without from another one where it is wrong.
 * @param {object} value
 * @param {PlayedGame} other
 */
export function mended(value, other) {
  const needed = readGame(value).wrong.filter((name) => !("unknown" in MEMBERS[name]));
  const { game } = readGame({ ...value, ...Object.fromEntries(needed.map((name) => [name, other[name]])) });
  return game ?? other;
}

/** Whether two versions of a game are one in all members. @param {PlayedGame} one @param {PlayedGame} other */
export const isSame = (one, other) => NAMES.every((name) => Object.is(one[name], other[name]));

/**
 * Of two versions of a game the one further on: won before not won, then by actions, then by time. Where even that is
 * equal their texts decide, so that the order in which versions are met never matters.
 * @param {PlayedGame} one @param {PlayedGame} other
 */
export function further(one, other) {
  const ahead = Number(one.won) - Number(other.won) || actions(one) - actions(other) || since(one) - since(other);
  if (ahead) return ahead > 0 ? one : other;
  return isSame(one, other) || text(one) > text(other) ? one : other;
}

/** @param {PlayedGame} game */
const text = (game) => JSON.stringify(NAMES.map((name) => game[name]));

/** Every action but an undo counts as a move. @param {PlayedGame} game */
const actions = ({ moves, undos }) => moves + (undos || 0);

/** @param {PlayedGame} game */
const since = ({ changed }) => changed || 0;

/** Each game once, in the order of their first actions. @param {readonly PlayedGame[]} games */
export function onceEach(games) {
  /** @type {Map<string, PlayedGame>} */
  const byId = new Map();
  for (const game of games) {
    const known = byId.get(game.id);
    byId.set(game.id, known ? further(known, game) : game);
  }
  return [...byId.values()].sort((a, b) => a.started - b.started || (a.id < b.id ? -1 : 1));
}
