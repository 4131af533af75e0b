// Reading: what a text or file is that a player pastes, drops or opens: a game as record or link, a backup, or neither.

import { BackendError } from "./backend.js";
import { LinkError, unpacked } from "./links.js";
import { LONGEST_RECORD } from "./played.js";

/**
 * @typedef {import("./words.js").Key} Key
 * @typedef {import("./words.js").Words} Words
 * @typedef {import("./backend.js").Backend} Backend
 * @typedef {import("./backend.js").Answer} Answer
 *
 * @typedef {{kind: "game", record: string, answer: Answer, note: Key | null, isLink: boolean}
 *   | {kind: "backup"}
 *   | {kind: "wrong", key: Key}
 * } Found  `record` is the text of the game with all that is wrong with it, `answer` is about its good part, and `note`
 *   tells what is wrong with the link in which it came
 */

/** Where a link begins that has a game in it, and what comes after it. */
const LINK = /EH\d+-R-[^]*/;

/** A tag of a record, which may have a link in it. Other brackets are around links, too. */
const TAG = /\[\w+\s+"/;

/** @type {Record<import("./links.js").Reason, Key>} */
const WRONG_LINKS = {
  cut: "link_cut", damaged: "link_damaged", newer: "link_newer", long: "link_damaged", foreign: "link_damaged",
  record: "link_damaged",
};

/**
 * Find out what a text is.
 * @param {Backend} backend
 * @param {string} text
 * @returns {Promise<Found>}
 * @throws {BackendError} where the engine cannot be asked
 */
export async function read(backend, text) {
  if (text.replace(/^\ufeff/, "").trimStart().startsWith("{")) return { kind: "backup" };
  const link = TAG.test(text) ? undefined : text.match(LINK)?.[0];
  const { record, note } = link === undefined ? { record: text, note: null } : await fromLink(link);
  if (!record && note) return { kind: "wrong", key: note };
  if (!record.trim() || record.length > LONGEST_RECORD) return { kind: "wrong", key: "record_broken" };
  try {
    const answer = await backend.ask("view", { record });
    return { kind: "game", record, answer, note, isLink: link !== undefined };
  } catch (error) {
    if (!(error instanceof BackendError) || error.pointer === null) throw error;
    return { kind: "wrong", key: note ?? "record_broken" };
  }
}

/** The record in a link, as far as it is good, and what is wrong with the rest. @param {string} link */
async function fromLink(link) {
  try {
    return { record: await unpacked(link), note: null };
  } catch (error) {
    if (!(error instanceof LinkError)) throw error;
    const isWhole = error.reason === "cut" && error.record === null;
    return { record: error.record ?? "", note: isWhole ? /** @type {Key} */ ("link_damaged") : WRONG_LINKS[error.reason] };
  }
}

/** What is wrong with a record after its good beginning. @param {Words} words @param {import("./backend.js").RecordProblem} problem */
export const problemSentence = (words, { kept, reason }) =>
  words.say(reason === "illegal" ? "replay_illegal" : "replay_unreadable", { number: kept + 1 });

/** The most bytes of a file that are read: a backup of some 25,000 games. */
const LONGEST_FILE = 100_000_000;

/** What is in a file; null where it cannot be read, as a folder or a file that is gone. @param {File} file */
export const textOf = (file) => file.slice(0, LONGEST_FILE).text().catch(() => null);
