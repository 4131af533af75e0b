// The window for opening a game: from a record or link that is pasted, or from a file. It says what the text is; then the
// game can be watched or played on.

import { show, takeFiles } from "./dialogs.js";
import { button, element } from "./page.js";
import { LONGEST_RECORD } from "./played.js";
import { problemSentence, read, textOf } from "./reading.js";

/**
 * @typedef {import("./words.js").Words} Words
 * @typedef {import("./reading.js").Found} Found
 * @typedef {{
 *   words: Words,
 *   backend: import("./backend.js").Backend,
 *   watch(game: {record: string}, note: import("./words.js").Key | null): void,
 *   openRecord(text: string, isLink: boolean): void,
 *   bringBack(text: string): void,
 *   failed(error: unknown): string,
 * }} Room  what the window needs of the app; `failed` has a sentence for what went wrong
 */

/** @param {Room} room @param {string} [text]  what to begin with */
export async function openOpening(room, text = "") {
  const { words } = room;
  const area = element("textarea", { id: "open-text", rows: 5, spellcheck: false, autocomplete: "off" });
  const file = element("input", { type: "file", id: "record-file", hidden: true });
  const says = element("p", { className: "says", id: "open-says", role: "status" });
  area.setAttribute("aria-describedby", says.id);
  /** @type {string | null} a text that is too long for the field: many megabytes there would hold up the page */
  let aside = null;
  const wanted = () => aside ?? area.value;
  /** @type {Found | null} */
  let found = null;
  let turn = 0;
  const closed = (/** @type {() => void} */ act) => () => {
    dialog.close();
    act();
  };
  const watch = button(words.say("replay_watch"), closed(() => found?.kind === "game" && room.watch(found, found.note)));
  const play = button(words.say("take_up"), closed(() => found?.kind === "game" && room.openRecord(found.record, found.isLink)));
  const back = button(words.say("backup_restore"), closed(() => room.bringBack(wanted())));
  Object.entries({ watch, play, back }).forEach(([name, { dataset }]) => (dataset.act = name));

  const look = async () => {
    const mine = (turn += 1);
    found = null;
    let sentence = "";
    try {
      const now = wanted().trim() ? await read(room.backend, wanted()) : null;
      if (mine !== turn) return;
      found = now;
      sentence = now ? foundSentence(words, now) : "";
    } catch (error) {
      sentence = room.failed(error);
    }
    if (mine !== turn) return;
    says.textContent = sentence;
    says.classList.toggle("wrong", found?.kind === "wrong");
    watch.hidden = found?.kind !== "game";
    play.hidden = found?.kind !== "game" || found.answer.view.won;
    back.hidden = found?.kind !== "backup";
  };
  const take = (/** @type {string} */ text) => {
    aside = text.length > LONGEST_RECORD ? text : null;
    area.value = aside === null ? text : "";
    return look();
  };
  const takeFile = async (/** @type {File} */ chosen) => {
    const text = await textOf(chosen);
    await take(text ?? "");
    if (text === null) says.textContent = words.say("file_unreadable");
  };
  area.addEventListener("input", () => {
    aside = null;
    look();
  });
  const sources = [button(words.say("open_file"), () => file.click(), { id: "open-file" })];
  // Not every browser hands out what is on the clipboard.
  if (navigator.clipboard && "readText" in navigator.clipboard) {
    const paste = async () => {
      take(await navigator.clipboard.readText().catch(wanted));
    };
    sources.unshift(button(words.say("open_paste"), paste, { id: "open-paste" }));
  }
  const field = element(
    "section",
    { className: "exchanged" },
    element("label", { htmlFor: area.id, textContent: words.say("open_text") }),
    area,
    element("p", { className: "buttons" }, ...sources, file),
  );
  const acts = element("p", { className: "buttons" }, back, play, watch);
  const dialog = show(words, "open-dialog", words.say("open_record"), [field, says, acts]);
  takeFiles(dialog, file, takeFile);
  await take(text);
}

/** @param {Words} words @param {Found} found */
function foundSentence(words, found) {
  if (found.kind === "wrong") return words.say(found.key);
  if (found.kind === "backup") return words.say("open_backup");
  const { view, problem } = found.answer;
  const sentences = [`${words.say("left_game", { number: view.deal, count: view.moves })}.`];
  if (view.won) sentences.push(words.say("won"));
  if (found.note) sentences.push(words.say(found.note));
  if (problem) sentences.push(problemSentence(words, problem));
  return sentences.join(" ");
}
