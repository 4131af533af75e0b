// Backup: settings, all played games and the texts of damaged ones as the text of one file, which can be read however
// damaged it is, and how its games are merged with those that are here. No DOM.

import { localDate } from "./days.js";
import { isSame, onceEach, readGame } from "./played.js";
import { helps } from "./running.js";
import { CHOICES } from "./settings.js";

/** @typedef {import("./played.js").PlayedGame} PlayedGame */
/** @typedef {Record<string, unknown>} Members */
/**
 * What is wrong with a backup: "foreign", it is no backup at all; "newer", it is of a version to come and may hold more
 * than is read; "cut", its end is missing; "broken", a line cannot be read; "settings" or "games", there are none;
 * "setting", there is none of this name or with this value; "game", a member is wrong without which there is no game;
 * "figure", one is impossible, and taken as unknown.
 * @typedef {"foreign" | "newer" | "cut" | "broken" | "settings" | "setting" | "games" | "game" | "figure"} Reason
 */
/**
 * A problem and its place: `line` of the text, or the number of the `game` in the list, both from 1, and its `member`.
 * @typedef {{reason: Reason, line?: number, game?: number, member?: string}} Problem
 */
/** @typedef {{settings: Members | null, games: PlayedGame[], damaged: string[], problems: Problem[]}} Backup */

const FORMAT = "easyharp-backup";
const VERSION = 1;
/** Before this day nobody has played. */
const FIRST_DAY = "2020-01-01";
/** Nobody plays longer at one game: 1,000 hours, in milliseconds. */
const LONGEST_TIME = 3_600_000_000;
/** The lines around the games, and an empty one. */
const FRAME = ['"games":[', "]}", ""];

/**
 * The text of a backup: JSON with a line a game, so that of a file that has lost its end all other games can be read.
 * @param {object} settings  the values by name
 * @param {readonly PlayedGame[]} games
 * @param {Date} [saved]
 * @param {readonly string[]} [damaged]  texts of games that cannot be read to their ends
 */
export function backupText(settings, games, saved = new Date(), damaged = []) {
  const head = JSON.stringify({ format: FORMAT, version: VERSION, saved: saved.toISOString() }).slice(0, -1);
  const list = games.map((game) => `\n${JSON.stringify(game)}`).join();
  const texts = damaged.length ? `"damaged":${JSON.stringify(damaged)},\n` : "";
  return `${head},\n"settings":${JSON.stringify(settings)},\n${texts}"games":[${list}\n]}\n`;
}

/**
 * Read a backup: all that is good of it, and what is wrong with the rest. Never throws.
 * @param {string} text
 * @returns {Backup}
 */
export function readBackup(text) {
  /** @type {Problem[]} */
  const problems = [];
  const found = parsed(text) ?? salvaged(text, problems);
  if (!isObject(found) || found.format !== FORMAT) {
    return { settings: null, games: [], damaged: [], problems: [{ reason: "foreign" }] };
  }
  if (found.version !== VERSION) problems.unshift({ reason: "newer" });
  const damaged = Array.isArray(found.damaged) ? found.damaged.filter((text) => typeof text === "string") : [];
  const settings = readSettings(found.settings, problems);
  return { settings, games: readGames(found.games, problems), damaged, problems };
}

/** @param {unknown} value @returns {value is Members} */
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** @param {string} text @returns {unknown}  undefined where it is no JSON */
function parsed(text) {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ""));
  } catch {
    return undefined;
  }
}

/**
 * What the lines of a damaged backup hold, each read by itself.
 * @param {string} text @param {Problem[]} problems
 * @returns {Members}
 */
function salvaged(text, problems) {
  const lines = text.trim().split(/\r?\n/).map((line) => line.trim().replace(/,$/, ""));
  /** @type {Members} */
  const found = {};
  /** @type {unknown[]} */
  const games = [];
  for (const [i, line] of lines.entries()) {
    const isHead = line.startsWith('{"format"');
    const isMember = /^"(settings|damaged)"/.test(line);
    const value = parsed(isHead ? `${line}}` : isMember ? `{${line}}` : line);
    if ((isHead || isMember) && isObject(value)) Object.assign(found, value);
    else if (isObject(value)) games.push(value);
    else if (!FRAME.includes(line) && i < lines.length - 1) problems.push({ reason: "broken", line: i + 1 });
  }
  if (games.length || lines.includes(FRAME[0])) found.games = games;
  if (lines.at(-1) !== "]}") problems.push({ reason: "cut", line: lines.length });
  // Whatever has become of its first line: what has a game in it is a backup.
  if (games.some((game) => readGame(game).game)) return { ...found, format: FORMAT, version: found.version ?? VERSION };
  return found;
}

/** @param {unknown} settings @param {Problem[]} problems @returns {Members | null} */
function readSettings(settings, problems) {
  if (!isObject(settings)) {
    problems.push({ reason: "settings" });
    return null;
  }
  const choices = /** @type {Record<string, readonly unknown[]>} */ (CHOICES);
  /** @type {Members} */
  const known = {};
  for (const [member, value] of Object.entries(settings)) {
    if (Object.hasOwn(choices, member) && choices[member].includes(value)) known[member] = value;
    else problems.push({ reason: "setting", member });
  }
  return known;
}

/** @param {unknown} games @param {Problem[]} problems */
function readGames(games, problems) {
  if (!Array.isArray(games)) {
    problems.push({ reason: "games" });
    return [];
  }
  const read = games.map((value, i) => {
    const { game, wrong } = readGame(value);
    const reason = game ? "figure" : "game";
    for (const member of wrong) problems.push({ reason, game: i + 1, member });
    return game;
  });
  return onceEach(read.filter((game) => game !== null));
}

/**
 * The games of two lists, each once: of two versions of a game the one further on. `before` are the games that were
 * here, to return to; the other lists tell what becomes of those that come.
 * @param {readonly PlayedGame[]} mine  the games that are here
 * @param {readonly PlayedGame[]} theirs  the games that come
 */
export function merged(mine, theirs) {
  const games = onceEach([...mine, ...theirs]);
  const here = new Map(onceEach(mine).map((game) => [game.id, game]));
  const coming = new Set(theirs.map(({ id }) => id));
  /** @type {PlayedGame[][]} */
  const [added, updated, unchanged] = [[], [], []];
  for (const game of games.filter(({ id }) => coming.has(id))) {
    const known = here.get(game.id);
    (!known ? added : isSame(known, game) ? unchanged : updated).push(game);
  }
  return { games, added, updated, unchanged, before: [...mine] };
}

/**
 * A game of a backup with what the engine makes of its record, whatever the backup says; null where it cannot be played.
 * What its record does not tell is unknown where it cannot be true.
 * @param {PlayedGame} game
 * @param {import("./backend.js").Answer} answer  the engine's, about its record
 * @param {string | null} daily  the date whose daily deal it is of, by its record and by the engine
 * @param {Date} [now]
 */
export function checked(game, { record, problem, view: { deal, won, score, moves } }, daily, now = new Date()) {
  if (problem) return null;
  // Elsewhere it may be tomorrow.
  const isPossible = game.day >= FIRST_DAY && game.day <= localDate(new Date(now.getTime() + 86_400_000));
  const day = isPossible ? game.day : "";
  const elapsed = game.elapsed <= LONGEST_TIME ? game.elapsed : NaN;
  return { ...game, record, deal, daily, day, won, score, moves, elapsed, ...helps(record) };
}

/**
 * What undoes a merging: the games to be put back, and the ids of those to go. What has been played since then stays, and
 * what has been forgotten does not come back.
 * @param {ReturnType<typeof merged>} merging
 * @param {readonly PlayedGame[]} now  the games that are here now
 */
export function undone({ added, updated, before }, now) {
  const here = new Map(now.map((game) => [game.id, game]));
  const came = [...added, ...updated].filter((game) => {
    const there = here.get(game.id);
    return there && isSame(there, game);
  });
  const ids = new Set(came.map(({ id }) => id));
  const back = before.filter(({ id }) => ids.has(id));
  for (const { id } of back) ids.delete(id);
  return { put: back, gone: [...ids] };
}

/**
 * The settings after taking some over has been undone: those that it changed, and nobody since then, are as before.
 * @param {import("./settings.js").Values} before
 * @param {Members} taken
 * @param {import("./settings.js").Values} now
 */
export function settingsUndone(before, taken, now) {
  const isAsTaken = (/** @type {[string, unknown]} */ [name, value]) => name in taken && value === taken[name];
  const old = /** @type {Members} */ (before);
  return Object.fromEntries(Object.entries(now).map((one) => (isAsTaken(one) ? [one[0], old[one[0]]] : one)));
}
