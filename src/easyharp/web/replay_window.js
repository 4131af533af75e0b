// The replay: a game to be watched on a table of its own, over the one that is played on, which waits untouched.

import { Appearance } from "./appearance.js";
import { unreachableKey } from "./backends.js";
import { open } from "./dialogs.js";
import { labelPiles } from "./labels.js";
import { disable, write } from "./page.js";
import { PILES } from "./piles.js";
import { problemSentence } from "./reading.js";
import { Replaying } from "./replaying.js";
import { changeSentence } from "./sentences.js";
import { Table } from "./table.js";
import { LONG_WAIT } from "./waiting.js";

/**
 * @typedef {import("./words.js").Words} Words
 * @typedef {import("./words.js").Key} Key
 * @typedef {import("./backend.js").Answer} Answer
 * @typedef {{record: string, elapsed?: number}} Watched  a game; `elapsed` is its playing time in milliseconds
 * @typedef {{
 *   words: Words,
 *   values: import("./settings.js").Values,
 *   backend: import("./backend.js").Backend,
 *   mayLeave(): Promise<boolean>,
 *   playFrom(record: string): Promise<void>,
 *   share(game: import("./share_window.js").SharedGame): Promise<boolean>,
 *   failed(error: unknown): string,
 * }} Room  what the window needs of the app; `share` resolves with whether its window came, `failed` has a sentence for
 *   what went wrong
 */

const PLAY = "M8 5v14l11-7z";
const PAUSE = "M7 5h3.5v14H7zM13.5 5H17v14h-3.5z";

/** @param {string} name @param {Key} label @param {string} path */
const tool = (name, label, path) =>
  `<button type="button" class="tool" name="${name}" data-label="${label}">
    <svg viewBox="0 0 24 24" aria-hidden="true"><path d="${path}"/></svg>
  </button>`;

const FRAME = `
  <h2 id="replay-title"><span data-word="replay_title"></span> <small></small></h2>
  <dl class="figures">
    <div><dt data-word="score"></dt><dd data-figure="score"></dd></div>
    <div><dt data-word="moves"></dt><dd data-figure="moves"></dd></div>
    <div><dt data-word="undo"></dt><dd data-figure="undo"></dd></div>
  </dl>
  ${tool("share", "share", "M12 15V4m-4 4 4-4 4 4M6 12v7h12v-7")}
  ${tool("close", "close", "m6 6 12 12M18 6 6 18")}
  <div class="stage"><div class="table" role="group" data-label="table"></div></div>
  <div class="telling">
    <p class="says" role="status"></p>
    <p class="note" role="status" hidden></p>
  </div>
  <footer>
    <label class="place"><span class="unseen" data-word="replay_place"></span><input type="range" min="0" step="1"></label>
    <output></output>
    <span class="steps">
      ${tool("first", "replay_first", "M18 6 9 12l9 6zM6 6v12")}
      ${tool("back", "replay_back", "M15 6 6 12l9 6z")}
      ${tool("play", "replay_play", PLAY)}
      ${tool("next", "replay_next", "m9 6 9 6-9 6z")}
      ${tool("last", "replay_last", "m6 6 9 6-9 6zM18 6v12")}
    </span>
    <label class="pace"><span class="unseen" data-word="set_speed"></span><select>
      <option value="slow" data-word="choice_slow"></option>
      <option value="normal" data-word="choice_normal" selected></option>
      <option value="fast" data-word="choice_fast"></option>
      <option value="fastest" data-word="replay_fastest"></option>
    </select></label>
    <button type="button" class="tool strong" name="from" data-word="replay_from"></button>
  </footer>`;

class ReplayWindow {
  /** @param {Room} room */
  constructor(room) {
    this.room = room;
    /** @type {Watched} */
    this.game = { record: "" };
    /** @type {Key | null} what is wrong with that in which it came */
    this.note = null;
    /** @type {Answer | null} about what is shown */
    this.shown = null;
    /** Whether the game could not be opened: the next button that is pressed tries it again. */
    this.isMissing = false;
    /** Whether the game is about to be played on from here. */
    this.isTakenOver = false;
    /** Until it is open, or could not be opened. */
    this.loading = Promise.resolve();
    this.dialog = document.createElement("dialog");
    this.dialog.id = "replay";
    this.dialog.setAttribute("aria-labelledby", "replay-title");
    this.dialog.innerHTML = FRAME;
    this.table = new Table(this.#one(".table"));
    this.appearance = new Appearance(this.table, room.values);
    this.says = this.#one(".says");
    this.slider = /** @type {HTMLInputElement} */ (this.#one("input"));
    this.pace = /** @type {HTMLSelectElement} */ (this.#one("select"));
    this.replaying = this.#begun();
    for (const pile of PILES) this.table.piles[pile].setAttribute("aria-disabled", "true");
    this.#listen();
  }

  /**
   * Watch a game from its beginning.
   * @param {Room} room
   * @param {Watched} game
   * @param {Key | null} note  what is wrong with that in which it came
   */
  async open(room, game, note) {
    this.room = room;
    this.game = game;
    this.note = note;
    const { words } = room;
    this.shown = null;
    this.replaying.pause();
    this.replaying = this.#begun();
    // Where another game is watched already, the window stays: taken out and put in again it would lie behind all else.
    if (!this.dialog.isConnected) document.body.append(this.dialog);
    words.fill(this.dialog);
    this.#showPlaying(false);
    open("replay");
    this.#button("play").focus();
    this.appearance.apply(words.language);
    // What is still there of the game before is not seen any more.
    this.dialog.classList.add("opening");
    write(this.#one("output"), "");
    this.#note();
    await this.#load();
  }

  /** Get the game from the engine. */
  #load() {
    const { replaying } = this;
    this.isMissing = false;
    this.loading = this.#awaited(replaying.open(this.game.record)).catch((error) => {
      if (replaying !== this.replaying) return;
      this.isMissing = true;
      this.#failed(error);
    });
    return this.loading;
  }

  /** Do something with the game; where it could not be opened, try that again. @param {() => void} act */
  #act(act) {
    if (this.isMissing) this.#load();
    else act();
  }

  #begun() {
    this.pace.value = "normal";
    // What comes of a game that was watched before is of no interest any more.
    const isWatched = () => replaying === this.replaying;
    const replaying = new Replaying(this.room.backend, {
      shown: (moment) => isWatched() && this.#show(moment),
      playing: (isPlaying) => isWatched() && this.#showPlaying(isPlaying),
      failed: (error) => isWatched() && this.#failed(error),
    });
    return replaying;
  }

  #listen() {
    const { dialog, slider } = this;
    const acts = /** @type {Record<string, () => void>} */ ({
      first: () => this.replaying.jump(0),
      back: () => this.replaying.step(-1),
      play: () => this.#toggle(),
      next: () => this.replaying.step(1),
      last: () => this.replaying.jump(this.replaying.total),
      from: () => this.#playFrom(),
      share: () => this.#share(),
    });
    for (const [name, act] of Object.entries(acts)) this.#button(name).addEventListener("click", () => this.#act(act));
    this.#button("close").addEventListener("click", () => dialog.close());
    slider.addEventListener("input", () => this.#act(() => this.replaying.jump(Number(slider.value))));
    this.pace.addEventListener("change", () => {
      this.replaying.setPace(/** @type {import("./replaying.js").Pace} */ (this.pace.value));
    });
    dialog.addEventListener("keydown", (event) => this.#key(event));
    dialog.addEventListener("close", () => {
      this.replaying.pause();
      dialog.remove();
    });
    this.table.root.addEventListener("resized", () => this.#label());
  }

  /** Arrows step and Space plays, wherever the focus is that has no use for them itself. @param {KeyboardEvent} event */
  #key(event) {
    const { target, key, altKey, ctrlKey, metaKey } = event;
    if (!(target instanceof HTMLElement) || altKey || ctrlKey || metaKey || target.closest("input, select")) return;
    const { replaying } = this;
    const act = {
      ArrowLeft: () => replaying.step(-1),
      ArrowRight: () => replaying.step(1),
      Home: () => replaying.jump(0),
      End: () => replaying.jump(replaying.total),
      " ": target.closest("button") ? null : () => this.#toggle(),
    }[key];
    if (!act) return;
    event.preventDefault();
    this.#act(act);
  }

  async #toggle() {
    const { replaying } = this;
    await this.loading;
    if (replaying !== this.replaying) return;
    if (this.replaying.isPlaying) this.replaying.pause();
    else if (this.replaying.total) this.replaying.play();
  }

  /** @param {import("./replaying.js").Moment} moment */
  #show({ at, answer, before, travels }) {
    const { words } = this.room;
    const { view } = answer;
    const { total } = this.replaying;
    this.shown = answer;
    this.dialog.classList.remove("opening");
    write(this.#one("h2 small"), words.say("code_good", { number: view.deal }));
    this.table.motion.begin(performance.now());
    this.table.show(view, { travel: travels });
    write(this.says, at ? changeSentence(words, before, answer) : words.say("replay_start"));
    for (const name of /** @type {const} */ (["score", "moves", "undo"])) {
      write(this.#one(`[data-figure="${name}"]`), words.number.format(view[name]));
    }
    this.slider.max = String(total);
    this.slider.value = String(at);
    this.slider.setAttribute("aria-valuetext", words.say("board_step", { number: at, count: total }));
    write(this.#one("output"), `${words.number.format(at)} / ${words.number.format(total)}`);
    for (const name of ["first", "back"]) disable(this.#button(name), at === 0);
    for (const name of ["next", "last"]) disable(this.#button(name), at === total);
    disable(this.#button("from"), view.won);
    this.#label();
    this.#note();
  }

  /** Name the piles for those who cannot see them; nothing can be done with them. */
  #label() {
    const { words } = this.room;
    const view = this.shown?.view;
    if (!view) return;
    labelPiles(this.table, words, { ...view, targets: {} });
  }

  /** @param {boolean} isPlaying */
  #showPlaying(isPlaying) {
    const button = this.#button("play");
    const label = this.room.words.say(isPlaying ? "finish_stop" : "replay_play");
    for (const name of ["aria-label", "title"]) button.setAttribute(name, label);
    button.querySelector("path")?.setAttribute("d", isPlaying ? PAUSE : PLAY);
    // Whoever listens wants to hear a step, not a flood of them.
    this.says.setAttribute("aria-live", isPlaying ? "off" : "polite");
  }

  /** Tell what has failed; the game is where it was. @param {unknown} error */
  #failed(error) {
    this.slider.value = String(Math.max(0, this.replaying.at));
    this.#note(this.room.failed(error));
  }

  /** Tell what is wrong with the game, and what has just failed. @param {string} [failure] */
  #note(failure = "") {
    const { words } = this.room;
    const problem = this.replaying.whole?.problem;
    const sentences = [this.note && words.say(this.note), problem && problemSentence(words, problem), failure];
    const note = this.#one(".note");
    write(note, sentences.filter(Boolean).join(" "));
    note.hidden = !note.textContent;
  }

  async #playFrom() {
    this.replaying.pause();
    if (!this.shown || this.shown.view.won || this.isTakenOver) return;
    this.isTakenOver = true;
    try {
      if (await this.room.mayLeave()) await this.#awaited(this.room.playFrom(this.shown.record));
    } catch (error) {
      this.#failed(error);
    }
    this.isTakenOver = false;
  }

  /** Tell that something takes long, if it does. @template T @param {Promise<T>} waiting */
  #awaited(waiting) {
    const late = setTimeout(() => this.#note(this.room.words.say("wait")), LONG_WAIT);
    return waiting.finally(() => {
      clearTimeout(late);
      this.#note();
    });
  }

  async #share() {
    const { replaying, game } = this;
    replaying.pause();
    await this.loading;
    const { whole } = replaying;
    const isWatched = () => replaying === this.replaying && this.dialog.open;
    if (!whole || !isWatched()) return;
    const isThere = await this.room.share({ record: whole.record, view: whole.view, elapsed: game.elapsed });
    if (!isThere && isWatched()) this.#note(this.room.words.say(unreachableKey()));
  }

  /** @param {string} name */
  #button(name) {
    return /** @type {HTMLButtonElement} */ (this.#one(`button[name="${name}"]`));
  }

  /** @param {string} selector */
  #one(selector) {
    return /** @type {HTMLElement} */ (this.dialog.querySelector(selector));
  }
}

/** @type {ReplayWindow | null} made once: a table and its deck are dear */
let replay = null;

/**
 * Watch a game.
 * @param {Room} room
 * @param {Watched} game
 * @param {Key | null} [note]  what is wrong with that in which it came
 */
export async function openReplay(room, game, note = null) {
  replay ??= new ReplayWindow(room);
  await replay.open(room, game, note);
}
