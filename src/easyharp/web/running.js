// The running game as it is kept: which game it is, and what of its course counts. No DOM; the clock is handed in.

import { isDate, localDate } from "./days.js";
import { mended } from "./played.js";

/**
 * @typedef {import("./backend.js").Answer} Answer
 * @typedef {import("./played.js").PlayedGame} PlayedGame
 */

/**
 * A game that is on a table for the first time. Where some of it was played elsewhere, its record tells neither how
 * long that took nor which hints were given.
 * @param {Answer} answer  the engine's, about it
 * @param {Date} now
 * @returns {PlayedGame}
 */
export function begun({ record, view }, now) {
  const unknown = view.moves ? NaN : 0;
  const blank = {
    id: newId(), record, deal: view.deal, daily: daily(record), day: localDate(now), started: now.getTime(),
    changed: now.getTime(), won: false, score: 0, moves: 0, elapsed: unknown, undos: 0, takeBacks: 0, hints: unknown,
    borrowed: false,
  };
  return standing(blank, { record, view }, 0, now);
}

/**
 * A game that is played on from a moment of a replay, or from a link. It may be anybody's, and won but for a card: no win of its own
 * can come of it. From its first moment on it is a deal like any other.
 * @param {Answer} answer  the engine's, about it
 * @param {Date} now
 * @returns {PlayedGame}
 */
export const borrowed = (answer, now) => ({ ...begun(answer, now), borrowed: answer.view.moves > 0 });

/**
 * A game as it stands after an answer about it. Its first action starts it. Playing time that is not known stays so,
 * however long the game goes on.
 * @param {PlayedGame} game  as it was before
 * @param {Pick<Answer, "record" | "view">} answer
 * @param {number} elapsed  playing time in milliseconds, as far as it was seen
 * @param {Date} now
 * @returns {PlayedGame}
 */
export function standing(game, { record, view }, elapsed, now) {
  const start = game.moves ? {} : { day: localDate(now), started: now.getTime() };
  const changed = record === game.record ? game.changed || now.getTime() : now.getTime();
  return {
    ...game, ...start, record, changed, elapsed: Number.isNaN(game.elapsed) ? NaN : elapsed,
    won: view.won, score: view.score, moves: view.moves, ...helps(record),
  };
}

/**
 * A kept game that is on the table again. What it cannot be without, and is damaged, is as if it began now.
 * @param {Partial<PlayedGame>} kept
 * @param {Answer} answer  the engine's, about its record
 * @param {Date} now
 */
export const takenUp = (kept, answer, now) => mended(kept, begun(answer, now));

/** The helps used in a record. @param {string} record */
export function helps(record) {
  const actions = record.slice(record.indexOf("\n\n")).split(/\s+/);
  return {
    undos: actions.filter((action) => action === "uu").length,
    takeBacks: actions.filter((action) => /^[a-h]/.test(action)).length,
  };
}

/** Whether a game was begun, is not won, and so can be played on. @param {PlayedGame} game */
export const isOpen = ({ moves, won }) => moves > 0 && !won;

/** A name that no other game has. `crypto.randomUUID` would need a secure context, which a home network is not. */
const newId = () => [...crypto.getRandomValues(new Uint32Array(4))].map((number) => number.toString(36)).join("-");

/** The date whose daily deal a record says to be of, or null. @param {string} record */
export function daily(record) {
  const date = /^\[Daily "(.*)"\]$/m.exec(record.slice(0, record.indexOf("\n\n")))?.[1];
  return isDate(date) ? date : null;
}

/**
 * A game as the first version of the app kept it. That knew no scores and counted no hints: they are unknown.
 * @param {{record: string, deal: number, moves: number, elapsed: number, won: boolean, changed: number}} old
 * @returns {PlayedGame}
 */
export function fromFirstVersion({ record, deal, moves, elapsed, won, changed }) {
  return {
    id: newId(), record, deal, daily: daily(String(record)), day: localDate(new Date(changed)),
    started: changed ?? 0, changed, won, score: NaN, moves, elapsed, ...helps(String(record)), hints: NaN,
    borrowed: false,
  };
}
