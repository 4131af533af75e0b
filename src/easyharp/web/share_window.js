// The window for sharing a game: its result with the link of the deal, the link of its replay, and its record, each as a
// text that can be selected, too, where nothing else works.

import { show, wanted } from "./dialogs.js";
import { LinkError, packed } from "./links.js";
import { button, byId, download, element } from "./page.js";
import { copy, isLocal, linkTo, resultText, share } from "./sharing.js";

/**
 * @typedef {import("./words.js").Words} Words
 * @typedef {import("./words.js").Key} Key
 * @typedef {{record: string, view: import("./backend.js").View, elapsed?: number}} SharedGame  `view` is its last one
 */

/** @param {Words} words @param {SharedGame} game */
export async function openShare(words, { record, view, elapsed }) {
  const isWanted = wanted(); // packing a game takes a while
  const link = await replayLink(record);
  if (!isWanted()) return;
  const result = resultText(words, view, elapsed);
  const parts = [part(words, "share_result", result, () => share({ text: result }))];
  // A record with tags or actions of its own making may be no game in a link.
  if (link) parts.push(part(words, "replay_title", link, () => share(isLocal() ? { text: link } : { text: "", url: link })));
  const save = button(words.say("save_record"), () => download(`${view.code}.txt`, record));
  parts.push(part(words, "share_record", record, null, save));
  show(
    words,
    "share-dialog",
    words.say("share"),
    [...parts, element("span", { className: "says", id: "share-dialog-says", role: "status" })],
  );
}

/** The link of a replay, or null where the game does not fit into one. @param {string} record */
async function replayLink(record) {
  try {
    return linkTo(await packed(record));
  } catch (error) {
    if (error instanceof LinkError) return null;
    throw error;
  }
}

/**
 * A text to be handed on.
 * @param {Words} words
 * @param {Key & ("share_result" | "replay_title" | "share_record")} name
 * @param {string} text
 * @param {(() => Promise<Key | null>) | null} hand  shares it
 * @param {HTMLElement[]} more
 */
function part(words, name, text, hand, ...more) {
  const id = `share-${name}`;
  const area = element("textarea", { id, value: text, readOnly: true, rows: 4, spellcheck: false });
  area.addEventListener("focus", () => area.select());
  const tell = async (/** @type {Promise<Key | null>} */ outcome) => {
    const key = await outcome;
    const says = byId("share-dialog-says");
    if (key && says) says.textContent = words.say(key);
  };
  const buttons = [button(words.say("copy"), () => tell(copy(text)), { name: `copy-${name}` }), ...more];
  if (hand && "share" in navigator) {
    buttons.push(button(words.say("share"), () => tell(hand()), { name: `hand-${name}` }));
  }
  const hint = name === "replay_title" ? words.say(isLocal() ? "share_local" : "share_replay_hint") : "";
  return element(
    "section",
    { className: "exchanged" },
    element("label", { htmlFor: id, textContent: words.say(name) }),
    ...(hint ? [element("small", { textContent: hint })] : []),
    area,
    element("p", { className: "buttons" }, ...buttons),
  );
}

