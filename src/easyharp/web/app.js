// The app: wires table, session, gestures, keyboard, windows, settings and keeping together. What belongs to
// one of them alone is there, not here.

import { Appearance } from "./appearance.js";
import { BackendError, HttpBackend } from "./backend.js";
import { Bar } from "./bar.js";
import { celebrate, plucks } from "./celebration.js";
import { Clock, timeText } from "./clock.js";
import { Finishing } from "./finishing.js";
import { Gestures } from "./gestures.js";
import { Haptics } from "./haptics.js";
import { Keeping } from "./keeping.js";
import { Keyboard } from "./keyboard.js";
import { CLASSIC_FROM } from "./layout.js";
import { Messages } from "./messages.js";
import { byId, onClick, pageAddress, painted, set } from "./page.js";
import { FOUNDATIONS, lastPlace, PILES, STOCK } from "./piles.js";
import { changeSentence, pileSentence } from "./sentences.js";
import { Session } from "./session.js";
import { Settings, spokenLanguage } from "./settings.js";
import { arpeggio, Sounds, soundsOf } from "./sounds.js";
import { Table } from "./table.js";
import { Windows } from "./windows.js";
import { loadWords } from "./words.js";

/**
 * @typedef {import("./session.js").Wish} Wish
 * @typedef {import("./session.js").Change} Change
 * @typedef {import("./keeping.js").KeptGame} KeptGame
 * @typedef {import("./windows.js").Wanted} Wanted
 */

/** Wishes whose target the app chose: the card that moved is marked where it landed. */
const AUTOMATIC = ["tap", "double_tap", "finish"];

class App {
  /**
   * @param {Keeping} keeping
   * @param {Settings} settings
   * @param {import("./words.js").Words} words
   */
  constructor(keeping, settings, words) {
    this.keeping = keeping;
    this.settings = settings;
    this.words = words;
    this.clock = new Clock();
    this.sounds = new Sounds();
    this.haptics = new Haptics();
    /** @type {{pile: string, place: number | null} | null} what select-and-place has picked: a pile and its last card */
    this.picked = null;
    this.finishing = new Finishing(
      () => this.wish({ kind: "finish" }),
      () => this.#showFinish(),
    );
    this.toldNotKept = false;
    /** Counts what is asked for to be opened: only the last of it is. */
    this.openings = 0;
    this.followsOtherTab = false;
    this.table = new Table(byId("table"));
    this.appearance = new Appearance(this.table, settings.values);
    const isBusy = () => this.session.waiting > 0;
    this.messages = new Messages(this.table);
    this.bar = new Bar({
      undo: () => this.wish({ kind: "undo" }),
      redo: () => this.wish({ kind: "redo" }),
      finish: () => this.finishing.toggle(),
      newGame: () => this.#window(() => this.windows.newGame()),
      menu: () => this.#window(() => this.windows.menu()),
      isBusy,
    });
    this.session = new Session(new HttpBackend("api/"), {
      changed: (change) => this.#changed(change),
      expecting: (view, wish) => {
        this.table.show(view, { mark: AUTOMATIC.includes(wish.kind) });
        return painted();
      },
      failed: (error) => this.#failed(error),
      leaving: () => this.#leave(),
      busy: (busy) => this.table.root.setAttribute("aria-busy", String(busy)),
    });
    this.gestures = new Gestures(this.table, {
      wish: (wish) => this.wish(wish),
      select: (pile) => this.select(pile),
      settings: settings.values,
    });
    this.keyboard = new Keyboard(this.table, {
      draw: () => this.wish({ kind: "tap", place: -1, pile: STOCK }),
      toFoundation: (pile) => this.#toFoundation(pile),
      select: (pile) => this.select(pile),
      letGo: () => this.#letGo(),
      undo: () => this.wish({ kind: "undo" }),
      redo: () => this.wish({ kind: "redo" }),
      newGame: () => this.#window(() => this.windows.newGame()),
      help: () => this.#window(() => this.windows.keys()),
      isBusy,
    });
    this.windows = new Windows({
      words,
      settings,
      current: () => this.session.view,
      start: (wanted) => this.start(wanted),
      takeUp: (game) => this.takeUp(game),
      leftGames: () => keeping.leftGames(),
      describe: (text) => this.#describe(text),
      saveRecord: () => this.#saveRecord(),
      openRecord: (text) => this.openRecord(text),
    });
    this.#listen();
    settings.onChange((name) => this.#settingChanged(name));
    this.#applySettings();
  }

  /** Take up the kept game, or start one; a code in the address is asked for on top. */
  async begin() {
    const kept = await this.keeping.game();
    if (kept) {
      await this.#resume(kept);
      return this.#followLink();
    }
    const linked = await this.#linkedDeal();
    return this.#new(linked ? { deal: linked } : {});
  }

  /** Do what the player wants. @param {Wish} wish */
  wish(wish) {
    this.messages.hide();
    this.table.motion.begin(performance.now());
    if (wish.kind !== "finish") this.finishing.stop();
    if (wish.kind !== "tap" && wish.kind !== "double_tap") this.gestures.forgetTap();
    this.#pick(null);
    return this.session.wish(wish);
  }

  /** Pick a pile, or place what is picked onto it. @param {string} pile */
  select(pile) {
    const { picked } = this;
    const { view } = this.session;
    if (!view) return;
    // While something wanted before still waits, it is not known which card will end the pile then.
    const place = this.session.waiting ? null : lastPlace(view, pile);
    if (picked !== null) this.wish({ kind: "place", place: picked.place, source: picked.pile, target: pile });
    else if (pile === STOCK) this.wish({ kind: "tap", place: -1, pile });
    else if (place === -1) this.wish({ kind: "place", place, source: pile, target: pile });
    else {
      this.messages.hide();
      this.#pick({ pile, place });
      const face = place === null ? null : view.piles[pile].at(-1)?.face;
      if (face) this.messages.speak(this.words.say("picked", { card: this.words.card(face) }));
    }
  }

  /** Start a game; one under way is put aside, after asking. @param {Wanted} wanted */
  async start(wanted) {
    this.finishing.stop();
    if (this.#isUnderWay() && !(await this.windows.mayLeave())) return;
    await this.#new(wanted);
  }

  /** Play a game on that was put aside. @param {KeptGame} game */
  async takeUp(game) {
    if (await this.#resume(game)) await this.keeping.take(game.record);
  }

  /** Open the record of a game as read from a file. @param {string} text */
  async openRecord(text) {
    const before = this.#isUnderWay() ? this.session.record : null;
    const answer = await this.#open("view", { record: text });
    if (answer === undefined) return;
    if (!answer) return this.messages.say(this.words.say("record_broken"));
    this.#opened(answer, 0, before !== null && before !== answer.record);
  }

  /** Tell that nothing can be kept, once. */
  notKept() {
    if (this.toldNotKept) return;
    this.toldNotKept = true;
    this.messages.say(this.words.say("not_kept"));
  }

  /** Play a kept game on; resolves with whether that was done, as far as its record is good. @param {KeptGame} kept */
  async #resume(kept) {
    const answer = await this.#open("view", { record: kept.record });
    if (answer === undefined) return false;
    // Whatever is wrong with it, the text itself is not thrown away.
    if (!answer || answer.problem) await this.keeping.keepDamaged(kept.record);
    if (answer) this.#opened(answer, kept.elapsed);
    else {
      await this.#new({});
      this.messages.say(this.words.say("kept_broken"));
    }
    return true;
  }

  /** @param {Wanted} wanted */
  async #new(wanted) {
    const answer = await this.#open("new", wanted);
    if (answer) this.#opened(answer);
  }

  /**
   * Open a game, waiting for the engine as long as it does not answer; null where it does not take the question,
   * undefined where something else was asked for meanwhile. Until then the game before goes on.
   * @param {string} ask
   * @param {object} body
   */
  async #open(ask, body) {
    const opening = (this.openings += 1);
    while (opening === this.openings) {
      try {
        return await this.session.open(ask, body);
      } catch (error) {
        this.#failed(error);
        if (/** @type {BackendError} */ (error).pointer !== null) return null;
        await new Promise((resolve) => setTimeout(resolve, 1_000));
      }
    }
    return undefined;
  }

  /**
   * A game is on the table now.
   * @param {import("./backend.js").Answer} answer
   * @param {number} [elapsed]
   * @param {boolean} [tellAside]  whether to tell that the game before was put aside
   */
  #opened(answer, elapsed = 0, tellAside = false) {
    this.clock = new Clock(elapsed);
    this.messages.hide();
    this.#keep();
    this.keeping.take(answer.record);
    this.#tick();
    const cut = answer.problem ? this.words.say("record_cut", { count: answer.problem.kept }) : "";
    const aside = tellAside ? this.words.say("put_aside") : "";
    if (cut || aside) this.messages.say(`${cut} ${aside}`.trim());
  }

  /** Read a deal's number or code; null where the engine cannot be asked. @param {string} text */
  async #describe(text) {
    try {
      return /** @type {import("./backend.js").Description} */ (await this.session.backend.ask("describe", { text }));
    } catch (error) {
      this.#failed(error);
      return null;
    }
  }

  /** The code of the deal that the address names; the address forgets it. Of a wrong one the player is told why. */
  async #linkedDeal() {
    const text = linkedText();
    history.replaceState(null, "", location.pathname);
    const described = text ? await this.#describe(text) : null;
    if (described?.problem) this.#window(() => this.windows.newGame(text));
    return described?.code ?? null;
  }

  async #followLink() {
    const linked = await this.#linkedDeal();
    if (linked && linked !== this.session.view?.code) await this.start({ deal: linked });
  }

  #isUnderWay() {
    const view = this.session.view;
    return view !== null && view.moves > 0 && !view.won;
  }

  /** Put the game aside that another one is about to replace, and let go of all that belongs to it. */
  #leave() {
    if (this.#isUnderWay() && !this.followsOtherTab) this.keeping.leave(this.#kept());
    this.finishing.stop();
    this.gestures.cancel();
    this.gestures.forgetTap();
    this.#pick(null);
    this.table.root.dispatchEvent(new Event("leaving"));
  }

  /** Show the game that another tab has kept, so that neither overwrites the other. */
  async #followOtherTab() {
    const kept = await this.keeping.game();
    if (!kept || kept.record === this.session.record) return;
    this.followsOtherTab = true;
    const answer = await this.#open("view", { record: kept.record });
    this.followsOtherTab = false;
    if (answer) this.clock = new Clock(kept.elapsed);
    this.#tick();
  }

  /** @returns {KeptGame} */
  #kept() {
    const { view, record } = this.session;
    this.clock.tick(performance.now());
    return {
      record, deal: view?.deal ?? 0, moves: view?.moves ?? 0, won: view?.won ?? false,
      elapsed: this.clock.elapsed, changed: Date.now(),
    };
  }

  #keep() {
    if (this.session.view) return this.keeping.keepGame(this.#kept());
  }

  /** @param {Change} change */
  #changed({ wish, before, answer }) {
    const { view } = answer;
    const mark = wish !== null && AUTOMATIC.includes(wish.kind);
    if (wish === null) this.table.motion.begin(performance.now());
    this.table.show(view, { mark, deal: wish === null && view.moves === 0 });
    if (this.picked) this.#showPicked(this.session.waiting === 1);
    this.gestures.showTargets();
    if (wish === null) return this.#showFigures();
    if (answer.played) this.#keep();
    else if (wish.kind === "tap" && !answer.refusal) this.table.nudge(wish.place);
    if (answer.refusal && this.settings.values.interactive) this.messages.refuse(this.words, answer.refusal);
    else this.messages.speak(changeSentence(this.words, before, answer));
    if (this.settings.values.sound) this.sounds.play(soundsOf(before, answer));
    if (this.settings.values.haptics) this.haptics.feel(wish, answer);
    this.#showFigures();
    if (view.won && before && !before.won) this.#won();
  }

  async #won() {
    this.#tick();
    const { view } = this.session;
    if (!view) return;
    const { number } = this.words;
    const { slowness } = this.table.motion;
    await this.table.motion.landed(this.table.foundationCards().flat());
    // Where nothing moves, the harp is heard all the same.
    const times = plucks(FOUNDATIONS.length).map((time) => time * (slowness || 1));
    if (this.settings.values.sound) this.sounds.play(arpeggio(times));
    await celebrate(this.table);
    if (slowness) this.sounds.hush();
    await this.windows.closed();
    if (this.session.view !== view) return;
    this.windows.won({
      score: number.format(view.score), moves: number.format(view.moves), time: timeText(this.clock.elapsed),
    });
  }

  /** Tell that the engine could not be asked; what is no failure of it is our own mistake. @param {unknown} error */
  #failed(error) {
    if (!(error instanceof BackendError)) throw error;
    if (this.session.view) this.table.show(this.session.view);
    this.messages.say(this.words.say(error.pointer === null ? "unreachable" : "wrong_request"));
  }

  // What is on the screen besides the table.

  #showFigures() {
    const { view } = this.session;
    if (!view) return;
    const { words } = this;
    this.bar.show(words, view);
    byId("stuck").hidden = view.move_left || view.won;
    const roomy = this.table.plan.card.width >= CLASSIC_FROM;
    const pass = roomy ? words.say("pass", { number: view.pass }) : `↻ ${words.number.format(view.pass)}`;
    this.table.labelStock(words.number.format(view.piles[STOCK].length), pass);
    for (const pile of PILES) set(this.table.piles[pile], "aria-label", pileSentence(words, view, pile));
    this.#showFinish();
  }

  #showFinish() {
    const offered = Boolean(this.session.view?.finishable && this.settings.values.offer_finish);
    this.bar.showFinish(this.words, { offered, running: this.finishing.isRunning });
  }

  /** Count the time and show it. It runs from the first action, on a visible table, while no window is open. */
  #tick() {
    const now = performance.now();
    const playing = this.#isUnderWay() && !document.hidden && !document.querySelector("dialog[open]");
    if (playing) this.clock.start(now);
    else if (this.clock.isRunning) this.clock.stop(now);
    this.clock.tick(now);
    this.bar.showTime(this.clock.elapsed);
  }

  /** Open a window; finishing does not go on behind it. @param {() => void} open */
  #window(open) {
    this.finishing.stop();
    open();
  }

  // Picking and placing.

  /** @param {{pile: string, place: number | null} | null} picked */
  #pick(picked) {
    if (picked === this.picked) return;
    this.picked = picked;
    this.#showPicked(!this.session.waiting);
    for (const name of PILES) this.table.piles[name].setAttribute("aria-pressed", String(name === picked?.pile));
  }

  /** Mark what is picked and, if that is `known` now, where it may go. @param {boolean} known */
  #showPicked(known) {
    const { picked } = this;
    const targets = picked && known && this.settings.values.show_targets ? this.session.view?.targets[picked.pile] : {};
    this.table.markPiles("picked", picked ? [picked.pile] : []);
    this.table.markPiles("target", Object.values(targets ?? {}).flat());
  }

  #letGo() {
    this.gestures.cancel();
    this.messages.hide();
    if (this.picked) this.messages.speak(this.words.say("let_go"));
    this.#pick(null);
  }

  /** @param {string} pile */
  #toFoundation(pile) {
    const { pile: source, place } = this.picked ?? { pile, place: null };
    this.wish({ kind: "place", place, source, target: "a" });
  }

  // Settings.

  /** @param {import("./settings.js").Name | null} name */
  async #settingChanged(name) {
    this.keeping.put("settings", { ...this.settings.values });
    const language = spokenLanguage(this.settings.values.language, navigator.languages);
    if (language !== this.words.language) {
      const words = await loadWords(language).catch(() => null);
      if (!words) this.windows.closed().then(() => this.messages.say(this.words.say("unreachable")));
      // Another language may have been chosen while this one was being fetched.
      if (words && spokenLanguage(this.settings.values.language, navigator.languages) === language) this.words = words;
    }
    this.#applySettings(name === null || name === "language");
  }

  /** @param {boolean} [anew]  whether the windows, too, have to be written anew */
  #applySettings(anew = true) {
    document.documentElement.lang = this.words.language;
    document.title = this.words.say("title");
    if (anew) {
      this.words.fill(document);
      for (const link of /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll("[data-page]"))) {
        link.href = pageAddress(this.words.language, link.dataset.page ?? "");
      }
      this.windows.speak(this.words);
    }
    this.bar.choose(this.settings.values);
    this.messages.hide();
    this.appearance.apply(this.words.language);
    this.#showFigures();
  }

  // Records as files.

  #saveRecord() {
    const { view, record } = this.session;
    if (!view) return;
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([record], { type: "text/plain" }));
    link.download = `${view.code}.txt`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  }

  // Buttons and the world outside.

  #listen() {
    onClick("stuck-undo", () => this.wish({ kind: "undo" }));
    onClick("stuck-same", () => this.start({ deal: this.session.view?.code }));
    onClick("stuck-new", () => this.start({}));
    const { root } = this.table;
    root.addEventListener("pointerdown", () => this.finishing.stop(), { capture: true });
    root.addEventListener("held", () => this.messages.hide());
    root.addEventListener("resized", () => {
      this.finishing.stop();
      this.messages.hide();
      this.#showFigures();
    });
    addEventListener("hashchange", () => this.#followLink());
    document.addEventListener("visibilitychange", () => {
      this.finishing.stop();
      this.#tick();
      this.#keep();
    });
    this.keeping.onKeptElsewhere(() => this.#followOtherTab());
    setInterval(() => this.#tick(), 1_000);
  }
}

/** What the address says behind its #, or an empty text. */
function linkedText() {
  try {
    return decodeURIComponent(location.hash.slice(1));
  } catch {
    return location.hash.slice(1); // a stray % is no code either, and the engine says so
  }
}

async function main() {
  let troubled = false;
  /** @type {App | null} */
  let app = null;
  const keeping = new Keeping(() => {
    troubled = true;
    app?.notKept();
  });
  const settings = new Settings(await keeping.get("settings"));
  const words = await loadWords(spokenLanguage(settings.values.language, navigator.languages));
  const begun = new App(keeping, settings, words);
  await begun.begin();
  // Told only now: what begins a game would hide it again.
  app = begun;
  if (troubled) app.notKept();
  document.documentElement.dataset.ready = "";
}

main();
