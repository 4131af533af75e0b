// Exchange: games that come in and go out, as links, files, backups and replays. The windows for it are loaded when they
// are opened.

import { failureKey } from "./backends.js";
import { wanted } from "./dialogs.js";
import { styled } from "./page.js";
import { isGameLink } from "./sharing.js";

/**
 * @typedef {import("./words.js").Words} Words
 * @typedef {import("./words.js").Key} Key
 * @typedef {import("./replay_window.js").Watched} Watched
 * @typedef {import("./share_window.js").SharedGame} SharedGame
 * @typedef {{
 *   words(): Words,
 *   settings: import("./settings.js").Settings,
 *   keeping: import("./keeping.js").Keeping,
 *   backend: import("./backend.js").Backend,
 *   calm(): void,
 *   keep(): Promise<unknown>,
 *   onTable(): import("./played.js").PlayedGame | null,
 *   keptElsewhere(): void,
 *   mayLeave(): Promise<boolean>,
 *   playFrom(record: string): Promise<void>,
 *   openRecord(text: string, isLink: boolean): void,
 *   say(key: Key): void,
 *   notLoaded(): void,
 *   answered<T>(ask: () => Promise<T>): Promise<T | null | undefined>,
 *   failed(error: unknown): void,
 * }} App  what it needs of the app: `calm` ends what goes on at the table, `keep` keeps the game there as it stands,
 *   `onTable` is that game, `answered` asks the engine until it answers, `notLoaded` is told that a part of the page did not come, `keptElsewhere` that the store may
 *   have another running game
 */

export class Exchange {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    /** A game that came in a link and is to be watched, as the link has it. */
    this.link = "";
    /** What bringing a backup back has changed, to undo it. */
    this.undoing = { last: /** @type {import("./backup_window.js").Brought | null} */ (null) };
    for (const type of /** @type {const} */ (["dragover", "drop"])) {
      addEventListener(type, (event) => {
        if (!isForField(event)) event.preventDefault();
      });
    }
    addEventListener("drop", (event) => this.#dropped(event));
  }

  /**
   * Watch a game; the one on the table waits untouched.
   * @param {Watched} game
   * @param {Key | null} [note]  what is wrong with that in which it came
   */
  watch(game, note = null) {
    const room = {
      ...this.#room(),
      values: this.app.settings.values,
      mayLeave: this.app.mayLeave,
      playFrom: this.app.playFrom,
      share: (/** @type {SharedGame} */ shared) => this.share(shared),
    };
    const load = () => withStyle(import("./replay_window.js"), "style/replay.css");
    return this.#window(load, ({ openReplay }) => openReplay(room, game, note));
  }

  /** Hand a game to others. @param {SharedGame} game */
  share(game) {
    const load = () => withStyle(import("./share_window.js"), "style/exchange.css");
    return this.#window(load, ({ openShare }) => openShare(this.app.words(), game));
  }

  /** Open what is pasted or read from a file. @param {string} [text]  what to begin with */
  open(text) {
    const room = {
      ...this.#room(),
      watch: (/** @type {Watched} */ game, /** @type {Key | null} */ note) => this.watch(game, note),
      openRecord: this.app.openRecord,
      bringBack: (/** @type {string} */ backup) => this.bringBack(backup),
    };
    const load = () => withStyle(import("./open_window.js"), "style/exchange.css");
    return this.#window(load, ({ openOpening }) => openOpening(room, text));
  }

  /** Save settings and all games as a file; resolves with what to say of it. */
  async saveEverything() {
    await this.app.keep();
    const load = () => import("./backup_window.js");
    const count = await this.#later(load, ({ saveEverything }) => saveEverything(this.#backupRoom()));
    return count === undefined ? "" : this.app.words().say("backup_saved", { count });
  }

  /** Bring a backup back. @param {string} [text]  its text, if it is known */
  async bringBack(text) {
    await this.app.keep();
    const load = () => withStyle(import("./backup_window.js"), "style/exchange.css");
    return this.#window(load, ({ openBringingBack }) => openBringingBack(this.#backupRoom(), text));
  }

  /** Every game is to be forgotten: nothing brings one back. */
  forget() {
    this.undoing.last = null;
  }

  /** Take what stands behind "#" in an address, if it is meant as a game, to open it later. @param {string} fragment */
  takesLink(fragment) {
    this.link = isGameLink(fragment) ? fragment : "";
    return this.link !== "";
  }

  /** Watch the game that came in a link, as far as it is good; resolves with whether there was one and all of it came. */
  async openLink() {
    const { link, app } = this;
    this.link = "";
    if (!link) return false;
    const reading = () => import("./reading.js");
    const found = await this.#later(reading, ({ read }) => app.answered(() => read(app.backend, link)));
    if (found?.kind === "game") return this.watch(found, found.note);
    if (found?.kind === "wrong") app.say(found.key);
    return Boolean(found);
  }

  /** Open a file or text that was dropped onto the page. @param {DragEvent} event */
  async #dropped(event) {
    if (isForField(event) || document.querySelector("dialog[open]")) return;
    const [file] = event.dataTransfer?.files ?? [];
    const text = event.dataTransfer?.getData("text/plain");
    const dropped = file ? await this.#later(() => import("./reading.js"), ({ textOf }) => textOf(file)) : text;
    if (dropped) this.open(dropped);
    else if (dropped === null) this.app.say("file_unreadable");
  }

  /** What every window needs. */
  #room() {
    const { backend } = this.app;
    const words = this.app.words();
    return { words, backend, failed: (/** @type {unknown} */ error) => words.say(failureKey(error)) };
  }

  #backupRoom() {
    const { settings, keeping, onTable, keptElsewhere } = this.app;
    return { ...this.#room(), settings, keeping, undoing: this.undoing, onTable, changed: keptElsewhere };
  }

  /**
   * Open a window with a module that is loaded only now, unless another one is asked for or opened meanwhile.
   * @template Module
   * @param {() => Promise<Module>} load
   * @param {(module: Module) => Promise<void>} open
   * @returns {Promise<boolean>}  whether it could be loaded
   */
  async #window(load, open) {
    const isWanted = wanted();
    const opening = this.#later(load, async (module) => {
      if (isWanted()) {
        this.app.calm();
        await open(module);
      }
      return true;
    });
    return (await opening) ?? false;
  }

  /**
   * Do something with a module that is loaded only now; what went wrong is told.
   * @template Module, T
   * @param {() => Promise<Module>} load
   * @param {(module: Module) => Promise<T>} act
   * @returns {Promise<T | undefined>}
   */
  async #later(load, act) {
    this.app.calm();
    const module = await load().catch(() => null);
    if (!module) this.app.notLoaded();
    try {
      return module ? await act(module) : undefined;
    } catch (error) {
      this.app.failed(error);
      return undefined;
    }
  }
}

/** A module and what it looks like. @template Module @param {Promise<Module>} module @param {string} href  of its style sheet */
async function withStyle(module, href) {
  return (await Promise.all([module, styled(href)]))[0];
}

/**
 * Whether a text is dropped into a field, which takes it by itself. A file that nobody takes would replace the page.
 * @param {DragEvent} event
 */
const isForField = ({ target, dataTransfer }) =>
  target instanceof Element && target.matches("input, textarea") && !dataTransfer?.types.includes("Files");
