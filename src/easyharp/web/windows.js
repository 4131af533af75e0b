// Windows: new game, leaving a game, the win, the menu with settings, rules and keys. They ask and tell;
// what happens then is for `app`.

import { Deck } from "./faces.js";
import { byId, onClick } from "./page.js";
import { codeSentence } from "./sentences.js";
import { CHOICES } from "./settings.js";
import { lettersText } from "./words.js";

/**
 * @typedef {import("./words.js").Words} Words
 * @typedef {import("./words.js").Key} Key
 * @typedef {import("./keeping.js").KeptGame} KeptGame
 * @typedef {import("./settings.js").Settings} Settings
 * @typedef {import("./settings.js").Name} Name
 * @typedef {{deal?: string, date?: string}} Wanted  what a new game is asked of: a deal, a day's deal, or a random one
 */

/** Open a window; a second call while it is open does nothing. @param {string} id */
function open(id) {
  const dialog = /** @type {HTMLDialogElement} */ (byId(id));
  if (dialog.open) return;
  dialog.dataset.opened = String(performance.now());
  dialog.showModal();
}

/** @param {string} id */
const close = (id) => /** @type {HTMLDialogElement} */ (byId(id)).close();

/** Today as the player's calendar has it, as in 2026-12-24. @param {Date} now */
export function localDate(now) {
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

/** Hand a deal's code to the system's share sheet, or put it on the clipboard. @param {string} code @returns {Promise<Key | null>} */
async function share(code) {
  // A link to this very computer would lead nobody else anywhere.
  const isLocal = /^(localhost|127\.|\[::1\])/.test(location.hostname);
  const url = isLocal ? undefined : `${location.origin}${location.pathname}#${code}`;
  if (!navigator.share) return copy(url ?? code);
  try {
    await navigator.share({ title: "Easy Harp", text: code, url });
    return null;
  } catch (error) {
    const cancelled = error instanceof DOMException && error.name === "AbortError";
    return cancelled ? null : copy(url ?? code);
  }
}

/** Put a text on the clipboard, and return what to say of it. @param {string} text @returns {Promise<Key>} */
async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return "copied";
  } catch {
    return "not_copied"; // no permission, or a page that is not served securely
  }
}

/** The name of a language, in itself. @param {string} language */
function ownName(language) {
  const name = new Intl.DisplayNames(language, { type: "language" }).of(language) ?? language;
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
}

/** The settings as the window groups them. @type {[Key, Name[]][]} */
const GROUPS = [
  ["group_play", [
    "language", "interactive", "double_tap", "tap_selects", "show_targets", "offer_finish", "show_time", "show_score",
  ]],
  ["group_look", ["felt", "back", "theme", "face", "letters", "four_colours", "mirror"]],
  ["group_motion", ["motion", "speed", "sound", "haptics"]],
];

/** What is chosen with the eyes, and how a choice of it is drawn. */
const SAMPLES = /** @type {Partial<Record<Name, (choice: string) => HTMLElement>>} */ ({
  felt(felt) {
    const sample = document.createElement("i");
    sample.dataset.felt = felt;
    return sample;
  },
  back(back) {
    const sample = new Image();
    const options = { letters: {}, four: false, contrast: false, back: /** @type {import("./faces.js").Back} */ (back) };
    sample.src = new Deck(options).address(null, "classic");
    sample.alt = "";
    return sample;
  },
});

/** For so many milliseconds after a window has opened, a press beside it is the second of an impatient double click. */
const IMPATIENCE = 400;

/**
 * Whether a press is beside a window. Its own scrollbar is not, although the press has the window as its target.
 * @param {HTMLDialogElement} dialog
 * @param {PointerEvent} event
 */
function isBeside(dialog, { target, clientX, clientY, timeStamp }) {
  const { left, right, top, bottom } = dialog.getBoundingClientRect();
  const inside = clientX >= left && clientX < right && clientY >= top && clientY < bottom;
  return target === dialog && !inside && timeStamp - Number(dialog.dataset.opened) > IMPATIENCE;
}

export class Windows {
  /**
   * @param {{
   *   words: Words, settings: Settings,
   *   current(): import("./backend.js").View | null,
   *   start(wanted: Wanted): void,
   *   takeUp(game: KeptGame): void,
   *   leftGames(): Promise<KeptGame[]>,
   *   describe(text: string): Promise<import("./backend.js").Description | null>,
   *   saveRecord(): void,
   *   openRecord(text: string): void,
   * }} app
   */
  constructor(app) {
    this.app = app;
    this.described = 0;
    const same = () => ({ deal: app.current()?.code });
    onClick("deal-new", () => this.#start("new-dialog", {}));
    onClick("deal-daily", () => this.#start("new-dialog", { date: localDate(new Date()) }));
    onClick("deal-same", () => this.#start("new-dialog", same()));
    onClick("deal-code", () => this.#startCode());
    byId("code").addEventListener("input", () => this.#describe());
    byId("code").addEventListener("keydown", (event) => {
      if (event.key !== "Enter") return;
      event.preventDefault();
      this.#startCode();
    });
    onClick("copy-code", async () => this.#tell("share-says", await copy(app.current()?.code ?? "")));
    onClick("share-code", async () => this.#tell("share-says", await share(app.current()?.code ?? "")));
    onClick("win-new", () => this.#start("win-dialog", {}));
    onClick("win-next", () => this.#start("win-dialog", { deal: String(app.current()?.next_deal) }));
    onClick("win-same", () => this.#start("win-dialog", same()));
    onClick("win-share", async () => this.#tell("win-says", await share(app.current()?.code ?? "")));
    onClick("reset-settings", () => app.settings.reset());
    onClick("save-record", () => app.saveRecord());
    onClick("open-record", () => byId("record-file").click());
    byId("record-file").addEventListener("change", () => this.#openFile());
    for (const dialog of document.querySelectorAll("dialog")) {
      dialog.addEventListener("pointerdown", (event) => isBeside(dialog, event) && dialog.close("cancel"));
    }
  }

  /** Fill in all texts anew, after the language has changed. @param {Words} words */
  speak(words) {
    this.app.words = words;
    const focused = document.activeElement?.getAttribute("name");
    this.#buildSettings();
    this.#buildKeys();
    const control = focused && byId("settings").querySelector(`[name="${focused}"]`);
    if (control instanceof HTMLElement) control.focus();
  }

  /** @param {string} [code]  what to begin with in the field for a number or code */
  async newGame(code = "") {
    const { words } = this.app;
    byId("daily-date").textContent = words.date(new Date());
    const current = this.app.current();
    byId("current-code").textContent = current ? `${words.number.format(current.deal)} · ${current.code}` : "";
    byId("share-says").textContent = "";
    /** @type {HTMLInputElement} */ (byId("code")).value = code;
    this.#describe();
    this.#listLeft([]);
    open("new-dialog");
    this.#listLeft(await this.app.leftGames());
  }

  /** Wait until no window is open. */
  async closed() {
    for (let dialog; (dialog = document.querySelector("dialog[open]")); ) {
      await new Promise((resolve) => dialog?.addEventListener("close", resolve, { once: true }));
    }
  }

  menu() {
    open("menu-dialog");
  }

  keys() {
    open("menu-dialog");
    byId("keys").closest("details")?.setAttribute("open", "");
  }

  /** @param {{score: string, moves: string, time: string}} result */
  won({ score, moves, time }) {
    byId("win-says").textContent = "";
    byId("win-score").textContent = score;
    byId("win-moves").textContent = moves;
    byId("win-time").textContent = time;
    open("win-dialog");
  }

  /** Ask whether the running game may be put aside. @returns {Promise<boolean>} */
  async mayLeave() {
    const dialog = /** @type {HTMLDialogElement} */ (byId("leave-dialog"));
    dialog.returnValue = "no";
    open("leave-dialog");
    await new Promise((resolve) => dialog.addEventListener("close", resolve, { once: true }));
    return dialog.returnValue === "yes";
  }

  /** @param {string} id  of the line that says it @param {Key | null} key */
  #tell(id, key) {
    if (key) byId(id).textContent = this.app.words.say(key);
  }

  /** @param {string} dialog @param {Wanted} wanted */
  #start(dialog, wanted) {
    close(dialog);
    this.app.start(wanted);
  }

  /**
   * Say which deal is written in the field, or what is wrong there.
   * @param {{evenNothing?: boolean}} [how]  whether it is wrong, too, that nothing has been written
   * @returns {Promise<import("./backend.js").Description | null>}  null where more has been typed since
   */
  async #describe({ evenNothing = false } = {}) {
    const { words } = this.app;
    const text = /** @type {HTMLInputElement} */ (byId("code")).value;
    const turn = (this.described += 1);
    const described = evenNothing || text.trim() ? await this.app.describe(text) : null;
    if (turn !== this.described) return null;
    const says = byId("code-says");
    says.classList.toggle("wrong", Boolean(described?.problem));
    if (!described) says.textContent = "";
    else if (described.problem) says.textContent = codeSentence(words, described.problem);
    else says.textContent = `${words.say("code_good", { number: Number(described.deal) })} · ${described.code}`;
    return described;
  }

  async #startCode() {
    const described = await this.#describe({ evenNothing: true });
    if (!(/** @type {HTMLDialogElement} */ (byId("new-dialog")).open)) return;
    if (described?.code) this.#start("new-dialog", { deal: described.code });
    else byId("code").focus();
  }

  async #openFile() {
    const input = /** @type {HTMLInputElement} */ (byId("record-file"));
    const file = input.files?.[0];
    if (!file) return;
    const text = await file.slice(0, 1_000_000).text();
    input.value = "";
    close("menu-dialog");
    this.app.openRecord(text);
  }

  /** @param {KeptGame[]} games */
  #listLeft(games) {
    const { words } = this.app;
    byId("left").hidden = games.length === 0;
    byId("left-games").replaceChildren(
      ...games.map((game, i) => {
        const button = document.createElement("button");
        button.type = "button";
        button.textContent = words.say("take_up");
        button.addEventListener("click", () => {
          close("new-dialog");
          this.app.takeUp(game);
        });
        const text = document.createElement("span");
        text.textContent = words.say("left_game", { number: game.deal, count: game.moves });
        text.id = `left-game-${i}`;
        button.setAttribute("aria-describedby", text.id);
        const item = document.createElement("li");
        item.append(text, button);
        return item;
      }),
    );
  }

  #buildSettings() {
    const isOffered = (/** @type {Name} */ name) => name !== "haptics" || "vibrate" in navigator;
    byId("settings").replaceChildren(
      ...GROUPS.map(([title, names]) => this.#group(title, names.filter(isOffered).map((name) => this.#setting(name)))),
    );
  }

  /** @param {Key} title @param {HTMLElement[]} parts */
  #group(title, parts) {
    const group = document.createElement("fieldset");
    const legend = document.createElement("legend");
    legend.textContent = this.app.words.say(title);
    group.append(legend, ...parts);
    return group;
  }

  /** @param {Name} name @returns {HTMLElement} */
  #setting(name) {
    const { words, settings } = this.app;
    const choices = /** @type {(string | boolean)[]} */ (CHOICES[name]);
    const sample = SAMPLES[name];
    if (sample) return this.#samples(name, choices.map(String), sample);
    const label = document.createElement("label");
    const text = document.createElement("span");
    text.textContent = words.say(/** @type {Key} */ (`set_${name}`));
    const hintKey = `set_${name}_hint`;
    if (hintKey in words.catalog.texts) {
      const hint = document.createElement("small");
      hint.textContent = words.say(/** @type {Key} */ (hintKey));
      text.append(hint);
    }
    if (typeof choices[0] === "boolean") {
      const box = document.createElement("input");
      box.type = "checkbox";
      box.name = name;
      box.checked = Boolean(settings.values[name]);
      box.addEventListener("change", () => settings.set(name, box.checked));
      label.append(text, box);
      return label;
    }
    const select = document.createElement("select");
    select.name = name;
    for (const choice of choices) select.add(new Option(this.#choiceText(name, String(choice)), String(choice)));
    select.value = String(settings.values[name]);
    select.addEventListener("change", () => settings.set(name, select.value));
    label.append(text, select);
    return label;
  }

  /** @param {Name} name @param {string[]} choices @param {(choice: string) => HTMLElement} sample */
  #samples(name, choices, sample) {
    const { settings } = this.app;
    const labels = choices.map((choice) => {
      const radio = document.createElement("input");
      radio.type = "radio";
      radio.name = name;
      radio.value = choice;
      radio.checked = settings.values[name] === choice;
      radio.addEventListener("change", () => settings.set(name, choice));
      const text = document.createElement("span");
      text.textContent = this.#choiceText(name, choice);
      const label = document.createElement("label");
      label.append(radio, sample(choice), text);
      return label;
    });
    const group = this.#group(/** @type {Key} */ (`set_${name}`), labels);
    group.className = "samples";
    return group;
  }

  /** @param {Name} name @param {string} choice */
  #choiceText(name, choice) {
    if (name === "language" && choice !== "auto") return ownName(choice);
    if (name === "letters" && choice !== "auto") return lettersText(choice);
    const { words } = this.app;
    const own = `choice_${name}_${choice}`;
    return words.say(/** @type {Key} */ (own in words.catalog.texts ? own : `choice_${choice}`));
  }

  #buildKeys() {
    const { words } = this.app;
    const control = words.say("key_name_control");
    const rows = /** @type {[string, Key][]} */ ([
      [words.say("key_name_arrows"), "key_move"],
      ["1–9, 0", "key_column"],
      [words.say("key_name_enter"), "key_pick"],
      [words.say("key_name_escape"), "key_let_go"],
      [words.say("key_name_space"), "key_draw"],
      ["F", "key_foundation"],
      [`U, ${control}+Z`, "key_undo"],
      [`${control}+Y, ${control}+${words.say("key_name_shift")}+Z`, "key_redo"],
      ["N", "key_new"],
      ["?", "key_help"],
    ]);
    byId("keys").replaceChildren(
      ...rows.map(([keys, meaning]) => {
        const row = document.createElement("tr");
        const head = document.createElement("th");
        head.scope = "row";
        head.textContent = keys.replaceAll("+", "+\u200b"); // where a line may end
        const cell = document.createElement("td");
        cell.textContent = words.say(meaning);
        row.append(head, cell);
        return row;
      }),
    );
  }
}
