// Windows: new game, leaving a game, the win, the menu with settings, rules and keys. They ask and tell;
// what happens then is for `app`.

import { failureKey } from "./backends.js";
import { close, closeBeside, open, wanted } from "./dialogs.js";
import { Deck } from "./faces.js";
import { byId, eachDay, onClick, styled } from "./page.js";
import { codeSentence } from "./sentences.js";
import { CHOICES } from "./settings.js";
import { copy, share, sharedDeal } from "./sharing.js";
import { lettersText } from "./words.js";

/**
 * @typedef {import("./words.js").Words} Words
 * @typedef {import("./words.js").Key} Key
 * @typedef {import("./played.js").PlayedGame} PlayedGame
 * @typedef {import("./settings.js").Settings} Settings
 * @typedef {import("./settings.js").Name} Name
 * @typedef {{deal?: string, date?: string}} Wanted  what a new game is asked of: a deal, a day's deal, or a random one
 */

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

/** Windows that are loaded only when they are opened. */
const LATER = {
  statistics: async () => (await import("./statistics_window.js")).openStatistics,
  history: async () => (await import("./history_window.js")).openHistory,
  calendar: async () => (await import("./calendar_window.js")).openCalendar,
};
/** The history opens with so many games, and shows so many more each time that their end comes into view. */
const PAGE = 50;
/** @typedef {keyof typeof LATER} Later */
/**
 * What those windows need of the app.
 * @typedef {{
 *   words: Words,
 *   games(): Promise<PlayedGame[]>,
 *   onTable(): string | null,
 *   underWay(): string | null,
 *   start(wanted: Wanted): void,
 *   takeUp(game: PlayedGame): void,
 *   replay(game: PlayedGame): void,
 *   forgetGames(): Promise<unknown>,
 *   openLater(name: Later): void,
 *   page: number,
 * }} Room  `onTable` is the id of the game on the table, `underWay` the same while it is not won, `page` how many games the
 *   history shows at a time
 */

export class Windows {
  /**
   * @param {{
   *   words: Words, settings: Settings,
   *   current(): import("./backend.js").View | null,
   *   start(wanted: Wanted): void,
   *   takeUp(game: PlayedGame): void,
   *   leftGames(): Promise<PlayedGame[]>,
   *   describe(text: string): Promise<import("./backend.js").Description>,
   *   outlook(): void,
   *   saveRecord(): void,
   *   games(): Promise<PlayedGame[]>,
   *   latestGames(most: number): Promise<PlayedGame[]>,
   *   onTable(): string | null,
   *   underWay(): string | null,
   *   replay(game: PlayedGame): void,
   *   forgetGames(): Promise<unknown>,
   *   notLoaded(): void,
   *   calm(): void,
   *   exchange: import("./exchange.js").Exchange,
   *   finished(): import("./share_window.js").SharedGame | null,
   * }} app
   */
  constructor(app) {
    this.app = app;
    this.described = 0;
    /** The day whose deal the window offers: the one that is shown is dealt, a moment after midnight, too. */
    this.today = "";
    const same = () => ({ deal: app.current()?.code });
    onClick("deal-new", () => this.#start("new-dialog", {}));
    onClick("deal-daily", () => this.#start("new-dialog", { date: this.today }));
    onClick("deal-same", () => this.#start("new-dialog", same()));
    onClick("deal-code", () => this.#startCode());
    byId("code").addEventListener("input", () => this.#describe());
    byId("code").addEventListener("keydown", (event) => {
      if (event.key !== "Enter") return;
      event.preventDefault();
      this.#startCode();
    });
    onClick("copy-code", async () => this.#tellShared(await copy(app.current()?.code ?? "")));
    onClick("share-code", async () => this.#tellShared(await share(sharedDeal(app.current()?.code ?? ""))));
    onClick("win-new", () => this.#start("win-dialog", {}));
    onClick("win-next", () => this.#start("win-dialog", { deal: String(app.current()?.next_deal) }));
    onClick("win-same", () => this.#start("win-dialog", same()));
    const { exchange } = app;
    /** @param {(game: import("./share_window.js").SharedGame) => void} act */
    const withWon = (act) => () => {
      const game = app.finished();
      if (game) act(game);
    };
    onClick("win-replay", withWon((game) => exchange.watch(game)));
    onClick("win-share", withWon((game) => exchange.share(game)));
    onClick("reset-settings", () => app.settings.reset());
    onClick("winnable", () => {
      close("menu-dialog");
      app.outlook();
    });
    onClick("deal-calendar", () => this.#instead("new-dialog", () => this.openLater("calendar")));
    onClick("statistics", () => this.#instead("menu-dialog", () => this.openLater("statistics")));
    onClick("history", () => this.#instead("menu-dialog", () => this.openLater("history")));
    onClick("save-record", () => app.saveRecord());
    onClick("open-record", () => this.#instead("menu-dialog", () => exchange.open()));
    onClick("save-everything", async () => this.#tell("backup-saved", await exchange.saveEverything()));
    onClick("bring-back", () => this.#instead("menu-dialog", () => exchange.bringBack()));
    for (const dialog of document.querySelectorAll("dialog")) {
      closeBeside(dialog);
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
    const current = this.app.current();
    byId("current-code").textContent = current ? `${words.number.format(current.deal)} · ${current.code}` : "";
    byId("share-says").textContent = "";
    /** @type {HTMLInputElement} */ (byId("code")).value = code;
    this.#describe();
    this.#listLeft([]);
    eachDay(byId("new-dialog"), (today) => {
      this.today = today;
      byId("daily-date").textContent = words.date(new Date());
    });
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
    byId("backup-saved").textContent = "";
    // Only Safari has this member, and this value where the app is no app of the home screen.
    byId("seven-days").hidden = /** @type {any} */ (navigator).standalone !== false;
    open("menu-dialog");
  }

  keys() {
    open("menu-dialog");
    byId("keys").closest("details")?.setAttribute("open", "");
  }

  /** Open a window that is loaded only now, unless another one is asked for or opened meanwhile. @param {Later} name */
  async openLater(name) {
    const games = name === "history" ? this.app.latestGames(PAGE) : this.app.games();
    const isWanted = wanted();
    const loading = Promise.all([LATER[name](), games, styled("style/records.css")]);
    const loaded = await loading.catch(() => this.app.notLoaded());
    if (!loaded || !isWanted()) return;
    this.app.calm();
    const [openWindow, found] = loaded;
    openWindow(this.#room(), found);
  }

  /** @returns {Room} */
  #room() {
    return { ...this.app, openLater: (name) => this.openLater(name), page: PAGE };
  }

  /** @param {{score: string, moves: string, time: string, compared: string}} result */
  won({ score, moves, time, compared }) {
    byId("win-compared").textContent = compared;
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

  /** @param {string} id  of the line that says it @param {string} text */
  #tell(id, text) {
    byId(id).textContent = text;
  }

  /** @param {Key | null} key */
  #tellShared(key) {
    if (key) this.#tell("share-says", this.app.words.say(key));
  }

  /** Open another window in place of one. @param {string} dialog @param {() => void} openOther */
  #instead(dialog, openOther) {
    close(dialog);
    openOther();
  }

  /** @param {string} dialog @param {Wanted} wanted */
  #start(dialog, wanted) {
    close(dialog);
    this.app.start(wanted);
  }

  /**
   * Say which deal is written in the field, or what is wrong there.
   * @param {{evenNothing?: boolean}} [how]  whether it is wrong, too, that nothing has been written
   * @returns {Promise<import("./backend.js").Description | null>}  null where there is nothing to describe, where more has
   *   been typed since, and where the engine did not answer
   */
  async #describe({ evenNothing = false } = {}) {
    const { words } = this.app;
    const text = /** @type {HTMLInputElement} */ (byId("code")).value;
    const turn = (this.described += 1);
    let described = null;
    let wrong = "";
    try {
      if (evenNothing || text.trim()) described = await this.app.describe(text);
      if (described?.problem) wrong = codeSentence(words, described.problem);
    } catch (error) {
      wrong = words.say(failureKey(error));
    }
    if (turn !== this.described) return null;
    const good = described && `${words.say("code_good", { number: Number(described.deal) })} · ${described.code}`;
    const says = byId("code-says");
    says.classList.toggle("wrong", wrong !== "");
    says.textContent = wrong || good;
    return described;
  }

  async #startCode() {
    const described = await this.#describe({ evenNothing: true });
    if (!(/** @type {HTMLDialogElement} */ (byId("new-dialog")).open)) return;
    if (described?.code) this.#start("new-dialog", { deal: described.code });
    else byId("code").focus();
  }

  /** @param {PlayedGame[]} games */
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
      ["H", "key_hint"],
      ["W", "key_winnable"],
      ["N", "key_new"],
      ["S", "key_statistics"],
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
