// The windows of backups: saving everything to a file, and bringing a backup back. What it would do is told first, it is
// done at the player's word, and it can be undone until the page is left.

import { backupText, checked, merged, readBackup, settingsUndone, undone } from "./backup.js";
import { BackendError } from "./backend.js";
import { localDate } from "./days.js";
import { show, takeFiles } from "./dialogs.js";
import { MOST_DAMAGED } from "./keeping.js";
import { button, download, element } from "./page.js";
import { onceEach } from "./played.js";
import { textOf } from "./reading.js";
import { daily } from "./running.js";
import { Settings } from "./settings.js";

/**
 * @typedef {import("./settings.js").Values} Values
 * @typedef {{merging: ReturnType<typeof merged>, before: Values | null, taken: Record<string, unknown>}} Brought  what
 *   was brought back: the games, and the settings that were there before and that were taken over
 * @typedef {import("./words.js").Words} Words
 * @typedef {import("./words.js").Key} Key
 * @typedef {import("./played.js").PlayedGame} PlayedGame
 * @typedef {{
 *   words: Words,
 *   settings: import("./settings.js").Settings,
 *   keeping: import("./keeping.js").Keeping,
 *   backend: import("./backend.js").Backend,
 *   undoing: {last: Brought | null},
 *   onTable(): PlayedGame | null,
 *   changed(): void,
 *   failed(error: unknown): string,
 * }} Room  what the windows need of the app: `undoing` remembers what can be undone, `changed` is told that the store has
 *   other games now, `failed` has a sentence for what went wrong
 */

/** So many games are checked by the engine at a time. */
const AT_ONCE = 4;

/** Why nothing was changed. @type {Record<string, Key>} */
const OUTCOMES = { full: "backup_failed", closed: "backup_closed" };

/**
 * Save settings, all begun games and the texts of damaged ones as a file; return how many games. The one on the table is
 * among them even where nothing can be kept.
 * @param {Room} room
 */
export async function saveEverything({ settings, keeping, onTable }) {
  const mine = onTable();
  const games = onceEach([...(await keeping.games()), ...(mine ? [mine] : [])]).filter(({ moves }) => moves > 0);
  const now = new Date();
  download(`easy-harp-${localDate(now)}.json`, backupText(settings.values, games, now, await keeping.damaged()));
  return games.length;
}

/** @param {Room} room @param {string} [text]  of a backup; without it a file is asked for */
export async function openBringingBack(room, text) {
  const { words } = room;
  const says = element("div", { id: "backup-says", role: "status" });
  const file = element("input", { type: "file", id: "backup-file", accept: ".json,application/json", hidden: true });
  const buttons = element("p", { className: "buttons" });
  const choose = button(words.say("open_file"), () => file.click(), { id: "backup-choose" });
  const told = element("p", { textContent: words.say("backup_text") });
  const dialog = show(words, "backup-dialog", words.say("backup_restore"), [told, says, file, buttons]);
  const undo = button(words.say("backup_undo"), async () => {
    tell(says, [words.say(OUTCOMES[await undoLast(room)] ?? "backup_undone")]);
    showChoice();
  }, { id: "backup-undo" });
  const showChoice = () => buttons.replaceChildren(...(room.undoing.last ? [undo] : []), choose);
  showChoice();
  let turn = 0;
  takeFiles(dialog, file, offerFile);

  /** @param {File} chosen */
  async function offerFile(chosen) {
    const text = await textOf(chosen);
    if (text !== null) return offer(text);
    turn += 1;
    tell(says, [words.say("file_unreadable")]);
    showChoice();
  }

  /** Tell what a backup would do, and offer to do it; of several the one chosen last counts. @param {string} text */
  async function offer(text) {
    const mine = (turn += 1);
    const isWanted = () => dialog.open && mine === turn;
    showChoice();
    const progress = (/** @type {string} */ sentence) => {
      if (isWanted()) tell(says, [sentence]);
      return isWanted();
    };
    const plan = await planned(room, text, progress).catch((error) => {
      progress(room.failed(error));
      return null;
    });
    if (!plan || !isWanted()) return;
    tell(says, plan.sentences);
    if (!plan.games.length && !plan.settings && !plan.damaged.length) return;
    const taken = element("input", { type: "checkbox", id: "backup-settings", checked: true });
    if (plan.settings) says.append(element("label", {}, element("span", { textContent: words.say("backup_settings") }), taken));
    const act = button(words.say("backup_do"), async () => {
      act.disabled = true;
      const outcome = await bringBack(room, { ...plan, settings: taken.checked ? plan.settings : null });
      tell(says, [words.say(OUTCOMES[outcome] ?? "backup_done")]);
      buttons.replaceChildren(outcome === "done" ? undo : choose);
    }, { id: "backup-do", className: "strong" });
    buttons.replaceChildren(choose, act);
  }
  if (text !== undefined) await offer(text);
}

/** @param {HTMLElement} says @param {string[]} sentences */
function tell(says, sentences) {
  says.replaceChildren(...sentences.map((text) => element("p", { textContent: text })));
}

/** @typedef {{games: PlayedGame[], damaged: string[], settings: object | null}} Coming  what comes from a backup */

/**
 * What a backup would do: what would come, and sentences about it.
 * @param {Room} room
 * @param {string} text
 * @param {(sentence: string) => boolean} progress  told how far it is, returns whether to go on
 * @returns {Promise<Coming & {sentences: string[]}>}
 */
async function planned({ words, settings, keeping, backend }, text, progress) {
  const backup = readBackup(text);
  const reasons = new Set(backup.problems.map(({ reason }) => reason));
  const sentences = [];
  if (reasons.has("foreign")) {
    return { games: [], damaged: [], settings: null, sentences: [words.say("backup_foreign")] };
  }
  if (reasons.has("newer")) sentences.push(words.say("backup_newer"));
  const mine = await keeping.games();
  const { unchanged } = merged(mine, backup.games);
  const known = new Set(unchanged.map(({ id }) => id));
  const coming = backup.games.filter(({ id }) => !known.has(id));
  const good = await played(backend, coming, (number) =>
    progress(words.say("backup_checking", { number, total: coming.length })),
  );
  const bad = new Set(backup.problems.filter(({ reason }) => reason === "game").map(({ game }) => game)).size
    + backup.problems.filter(({ reason }) => reason === "broken").length + coming.length - good.length;
  if (reasons.has("cut") || reasons.has("broken") || reasons.has("games") || bad) sentences.push(words.say("backup_cut"));
  if (bad) sentences.push(words.say("backup_bad", { count: bad }));
  const { added, updated, unchanged: same } = merged(mine, good);
  /** @type {[Key, number][]} */
  const counts = [
    ["backup_new", added.length], ["backup_further", updated.length], ["backup_same", same.length + unchanged.length],
  ];
  const kept = new Set(await keeping.damaged());
  const news = [...new Set(backup.damaged)].filter((text) => !kept.has(text));
  const damaged = news.slice(0, MOST_DAMAGED - kept.size);
  if (damaged.length) counts.push(["backup_damaged", damaged.length]);
  for (const [key, count] of counts) if (count) sentences.push(words.say(key, { count }));
  const values = /** @type {Record<string, unknown>} */ (settings.values);
  const others = Object.entries(backup.settings ?? {}).some(([name, value]) => values[name] !== value);
  if (!added.length && !updated.length && !damaged.length && !others) sentences.push(words.say("backup_nothing"));
  return { games: [...added, ...updated], damaged, settings: others ? backup.settings : null, sentences };
}

/**
 * Those of some games that can be played by the rules, with the figures that come of it.
 * @param {import("./backend.js").Backend} backend
 * @param {PlayedGame[]} games
 * @param {(number: number) => boolean} progress  told how many are done, returns whether to go on
 */
async function played(backend, games, progress) {
  /** @type {(PlayedGame | null)[]} */
  const results = [];
  let next = 0;
  const work = async () => {
    while (next < games.length && progress(results.length)) {
      const game = games[next++];
      results.push(await playedOne(backend, game));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work)).finally(() => (next = games.length));
  return results.filter((game) => game !== null);
}

/** @param {import("./backend.js").Backend} backend @param {PlayedGame} game */
async function playedOne(backend, game) {
  const answer = await answered(backend, "view", { record: game.record });
  if (!answer) return null;
  const date = daily(answer.record);
  const ofDay = date && (await answered(backend, "new", { date }));
  return checked(game, answer, ofDay && ofDay.view.deal === answer.view.deal ? date : null);
}

/**
 * The engine's answer, or null where it does not take the question.
 * @param {import("./backend.js").Backend} backend @param {string} name @param {object} body
 * @returns {Promise<import("./backend.js").Answer | null>}
 */
async function answered(backend, name, body) {
  try {
    return await backend.ask(name, body);
  } catch (error) {
    if (error instanceof BackendError && error.pointer !== null) return null;
    throw error;
  }
}

/** Bring it in, all at once; resolves with whether that was possible, or why not. @param {Room} room @param {Coming} coming */
async function bringBack(room, { games, damaged, settings }) {
  /** @type {Brought} */
  const brought = { merging: merged([], games), before: null, taken: { ...settings } };
  const take = (/** @type {unknown} */ kept) => {
    brought.before = new Settings(kept).values;
    return { ...brought.before, ...settings };
  };
  const outcome = await room.keeping.changeGames((mine) => {
    const { added, updated } = (brought.merging = merged(mine, games));
    return { put: [...added, ...updated], gone: [] };
  }, { settings: settings && take, damaged });
  if (outcome !== "done") return outcome;
  room.undoing.last = brought;
  if (brought.before) room.settings.take({ ...brought.before, ...settings });
  room.changed();
  return outcome;
}

/** Undo it, if there is something to undo; texts of damaged games, which are shown nowhere, stay. @param {Room} room */
async function undoLast(room) {
  const { last } = room.undoing;
  if (!last) return "done";
  const { merging, before, taken } = last;
  /** @type {object | null} */
  let after = null;
  const settings = before && ((/** @type {unknown} */ kept) => {
    return (after = settingsUndone(before, taken, new Settings(kept).values));
  });
  const outcome = await room.keeping.changeGames((mine) => undone(merging, mine), { settings });
  if (outcome !== "done") return outcome;
  room.undoing.last = null;
  if (after) room.settings.take(after);
  room.changed();
  return outcome;
}
