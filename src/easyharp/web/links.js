// Links: a whole game in the part of an address behind "#", which a browser sends to no server. No DOM.
//
//   EH1-R-AAAAAAF.qyitZWBiYgYA.2026-12-24.a2e06aeb
//
// The letters of the deal's code; the actions, one byte each, deflated, in base64url; for a daily deal its date; and a
// checksum of all before it, which also ends the link in a character that mail and chat programs take for a part of it.
// A game of 1,500 actions takes 400 to 1,100 characters, and some 1,600 where every action is left to chance. Other
// tags of the record are not in the link: they may name people.

import { isDate } from "./days.js";
import { LONGEST_RECORD } from "./played.js";
import { daily } from "./running.js";
import { isGameLink } from "./sharing.js";

/** What a game in a link begins with. A deal's code begins otherwise, so that neither is taken for the other. */
const PREFIX = "EH1-R-";

/** The most actions of a record from a link: each is two characters and a space. */
const MOST_ACTIONS = Math.floor((LONGEST_RECORD - 100) / 3);
/** Actions in a line of a record. */
const PER_LINE = 25;

/** A record: the letters of its deal, its other tags, its actions. */
const RECORD = /^\[Deal "EH1-N-([A-Z]{7})"\]\n((?:\[.*\]\n)*)([^[]*)$/;
/** How many letters the code of a deal has. */
const LETTERS = 7;
/** A link: all that the checksum is of, in it letters, actions and date, and the checksum, or what is left of it. */
const LINK = /^(EH1-R-([A-Z]{7})(?:\.([\w-]*)(?:\.(\d{4}-\d\d-\d\d))?)?)(?:\.([0-9a-f-]{0,9}))?$/;

/** A link that is there to its end: all that the checksum is of, and the checksum; whatever comes behind it. */
const WHOLE = /^(EH1-R-[A-Z]{7}\.[\w-]*(?:\.\d{4}-\d\d-\d\d)?)\.([0-9a-f]{8})/;

/** The pairs of piles between which there can be an action: the place of each is its byte, for ever. */
const ACTIONS = (() => {
  const columns = [..."123456789"];
  const foundations = [..."abcdefgh"];
  const pairs = (/** @type {string[]} */ sources, /** @type {string[]} */ targets) =>
    sources.flatMap((source) => targets.filter((target) => target !== source).map((target) => source + target));
  return [
    "tw", "wt", "uu", "rr",
    ...pairs(["w"], [...columns, ...foundations]),
    ...pairs(columns, [...columns, ...foundations]),
    ...pairs(foundations, columns),
  ];
})();
const BYTES = new Map(ACTIONS.map((action, byte) => [action, byte]));

/**
 * Why not: "record", what should be packed is no record; "long", it has too many actions; "foreign", what should be
 * unpacked is no game; "newer", it is one of a version to come; "cut", it has lost its end; "damaged", it is not as it
 * was packed.
 * @typedef {"record" | "long" | "foreign" | "newer" | "cut" | "damaged"} Reason
 */

/** A game that could not be packed or unpacked. */
export class LinkError extends Error {
  /** @param {Reason} reason @param {string | null} [record]  the beginning of the game, as far as it could be read */
  constructor(reason, record = null) {
    super(`no game in a link: ${reason}`);
    this.name = "LinkError";
    this.reason = reason;
    this.record = record;
  }
}

/**
 * A record as the part of a link behind "#".
 * @param {string} record  as the engine writes it
 * @throws {LinkError}
 */
export async function packed(record) {
  const { letters, date, actions } = partsOf(record);
  if (actions.length > MOST_ACTIONS) throw new LinkError("long");
  const bytes = Uint8Array.from(actions, (action) => BYTES.get(action) ?? fail("record"));
  const { output } = await through(new CompressionStream("deflate-raw"), bytes, Infinity);
  const text = PREFIX + [letters, base64url(output), ...(date ? [date] : [])].join(".");
  return `${text}.${checksum(text)}`;
}

/**
 * The record in a link.
 * @param {string} fragment  with or without "#"; white space that a mail has put into it does not matter, nor
 *   what stands behind it: the checksum tells where it ends
 * @returns {Promise<string>}
 * @throws {LinkError} with the beginning of the record where only the end of the link is missing
 */
export async function unpacked(fragment) {
  if (!isGameLink(fragment)) throw new LinkError("foreign");
  if (fragment.length > LONGEST_RECORD) throw new LinkError("long");
  const text = alone(fragment.replace(/\s|#/g, ""));
  if (!text.startsWith(PREFIX)) throw new LinkError("newer");
  if (text.length < PREFIX.length + LETTERS) throw new LinkError("cut");
  const [, body, letters, packing = "", date, end = ""] = text.match(LINK) ?? fail("damaged");
  const isChecked = /^[0-9a-f]{8}$/.test(end);
  if (isChecked && end !== checksum(body)) throw new LinkError("damaged");
  const { output, isWhole } = await through(new DecompressionStream("deflate-raw"), bytesOf(packing), MOST_ACTIONS);
  const unknown = output.findIndex((byte) => byte >= ACTIONS.length);
  const actions = Array.from(unknown < 0 ? output : output.subarray(0, unknown), (byte) => ACTIONS[byte]);
  const record = recordOf(letters, date, actions);
  if (!isChecked) throw new LinkError("cut", record);
  if (!isWhole || unknown >= 0 || (date && !isDate(date))) throw new LinkError("damaged");
  return record;
}

/** A link without what stands behind it; where its end is not found, all of it. @param {string} text */
function alone(text) {
  const [whole, body, end] = text.match(WHOLE) ?? [];
  return whole && checksum(body) === end ? whole : text;
}

/** @param {Reason} reason @returns {never} */
function fail(reason) {
  throw new LinkError(reason);
}

// ---- Records --------------------------------------------------------------------------------------------------------

/** What a link keeps of a record. @param {string} record */
function partsOf(record) {
  const [, letters, tags, actions] = record.match(RECORD) ?? fail("record");
  return { letters, date: daily(record), actions: actions.match(/\S+/g) ?? [] };
}

/**
 * A record as the engine writes it.
 * @param {string} letters @param {string | undefined} date  of a daily deal @param {readonly string[]} actions
 */
function recordOf(letters, date, actions) {
  const tags = [`[Deal "EH1-N-${letters}"]`, ...(date ? [`[Daily "${date}"]`] : [])];
  const lines = Array.from({ length: Math.ceil(actions.length / PER_LINE) }, (_, line) =>
    actions.slice(line * PER_LINE, (line + 1) * PER_LINE).join(" "),
  );
  return [...tags, "", ...lines, ""].join("\n");
}

// ---- Bytes ----------------------------------------------------------------------------------------------------------

/**
 * What a stream makes of some bytes, up to where they are damaged.
 * @param {CompressionStream | DecompressionStream} stream
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @param {number} most  bytes that may come out of it; where there are more, what is left of them does not matter
 */
async function through(stream, bytes, most) {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  /** @type {Uint8Array<ArrayBuffer>[]} */
  const chunks = [];
  const readAll = async () => {
    for (let room = most; ; ) {
      const { value, done } = await reader.read();
      if (done) return true;
      room -= value.length;
      if (room < 0) return false;
      chunks.push(value);
    }
  };
  const isWhole = await readAll().catch(() => false);
  reader.cancel().catch(() => {});
  return { output: new Uint8Array(await new Blob(chunks).arrayBuffer()), isWhole };
}

/** @param {Uint8Array} bytes */
const base64url = (bytes) =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""))
    .replace(/\+/g, "-").replace(/\//g, "_").replace(/=/g, "");

/** The bytes of a base64url text; a last character that completes none is left out. @param {string} text */
function bytesOf(text) {
  const whole = text.length % 4 === 1 ? text.slice(0, -1) : text;
  return Uint8Array.from(atob(whole.replace(/-/g, "+").replace(/_/g, "/")), (char) => char.charCodeAt(0));
}

/**
 * FNV-1a in 32 bits, as eight digits: it differs for texts that differ in one character, and nearly always for others.
 * @param {string} text
 */
function checksum(text) {
  let hash = 0x811c9dc5;
  for (const char of text) hash = Math.imul(hash ^ char.charCodeAt(0), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, "0");
}
