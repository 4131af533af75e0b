// Sharing: what a player hands to others, as text and links, and how it gets there.

import { timeText } from "./clock.js";

/**
 * @typedef {import("./words.js").Words} Words
 * @typedef {import("./words.js").Key} Key
 * @typedef {{text: string, url?: string}} Shared
 */

/** Whether this page is served by the player's own computer, so that a link to it would lead nobody else anywhere. */
export const isLocal = () => /^(localhost|127\.|\[::1\])/.test(location.hostname);

/** The address behind which a deal or a game opens, or what would stand behind its "#". @param {string} fragment */
export const linkTo = (fragment) => (isLocal() ? fragment : `${location.origin}${location.pathname}#${fragment}`);

/** Whether this is meant as a game, of whatever version, and not as a deal's code. @param {string} fragment */
export const isGameLink = (fragment) => /^#?EH\d+-R-/.test(fragment.trim());

/** A deal, by its code. @param {string} code @returns {Shared} */
export const sharedDeal = (code) => (isLocal() ? { text: code } : { text: code, url: linkTo(code) });

/**
 * What came of a game, as a text with the link of its deal. No card is in it.
 * @param {Words} words
 * @param {Pick<import("./backend.js").View, "deal" | "code" | "won" | "score" | "moves">} view
 * @param {number} [elapsed]  playing time in milliseconds, if it is known
 */
export function resultText(words, { deal, code, won, score, moves }, elapsed = NaN) {
  const { number } = words;
  const figures = [`${words.say("score")} ${number.format(score)}`, `${words.say("moves")} ${number.format(moves)}`];
  if (elapsed >= 1_000) figures.push(`${words.say("time")} ${timeText(elapsed)}`);
  const title = `Easy Harp · ${words.say("code_good", { number: deal })} · ${code}`;
  return [title, `${won ? `${words.say("won")} ` : ""}${figures.join(" · ")}`, linkTo(code)].join("\n");
}

/**
 * Hand something to the system's share sheet or, where there is none, put it on the clipboard.
 * @param {Shared} shared
 * @returns {Promise<Key | null>}  what to say of it
 */
export async function share({ text, url }) {
  if (!navigator.share) return copy(url ?? text);
  try {
    await navigator.share({ title: "Easy Harp", text, url });
    return null;
  } catch (error) {
    const cancelled = error instanceof DOMException && error.name === "AbortError";
    return cancelled ? null : copy(url ?? text);
  }
}

/** Put a text on the clipboard, and return what to say of it. @param {string} text @returns {Promise<Key>} */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return "copied";
  } catch {
    return "not_copied"; // no permission, or a page that is not served securely
  }
}
