// The app: wires table, session, gestures, keyboard, windows, settings and keeping together. What belongs to
// one of them alone is there, not here.

import { BackendError, HttpBackend } from "./backend.js";
import { celebrate } from "./celebration.js";
import { Clock, timeText } from "./clock.js";
import { deck } from "./faces.js";
import { Gestures } from "./gestures.js";
import { Keeping } from "./keeping.js";
import { Keyboard } from "./keyboard.js";
import { messagePlace } from "./layout.js";
import { PILES, STOCK } from "./piles.js";
import { changeSentence, pileSentence, refusalSentence } from "./sentences.js";
import { Session } from "./session.js";
import { Settings, spokenLanguage } from "./settings.js";
import { Table } from "./table.js";
import { byId, onClick, Windows } from "./windows.js";
import { loadWords } from "./words.js";

/**
 * @typedef {import("./session.js").Wish} Wish
 * @typedef {import("./session.js").Change} Change
 * @typedef {import("./keeping.js").KeptGame} KeptGame
 * @typedef {import("./windows.js").Wanted} Wanted
 * @typedef {import("./layout.js").Rect} Rect
 */

/** Milliseconds between two cards of finishing. */
const FINISH_STEP = 140;
/** A button held down repeats after the first of these, then after every second one, in milliseconds. */
const REPEAT = { first: 400, then: 90 };
const SPEEDS = /** @type {Record<string, number>} */ ({ slow: 2, normal: 1, fast: 0.5 });
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
    /** @type {string | null} the pile picked by select-and-place */
    this.picked = null;
    this.finishing = false;
    this.toldNotKept = false;
    this.table = new Table(byId("table"));
    this.session = new Session(new HttpBackend("api/"), {
      changed: (change) => this.#changed(change),
      expecting: (view) => this.table.show(view),
      failed: (error) => this.#failed(error),
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
      newGame: () => this.windows.newGame(),
      help: () => this.windows.keys(),
    });
    this.windows = new Windows({
      words,
      settings,
      current: () => this.session.view,
      start: (wanted) => this.start(wanted),
      takeUp: (game) => this.takeUp(game),
      leftGames: () => keeping.leftGames(),
      describe: (text) => this.session.backend.ask("describe", { text }),
      saveRecord: () => this.#saveRecord(),
      openRecord: (text) => this.openRecord(text),
    });
    this.#listen();
    settings.onChange((_, name) => this.#settingChanged(name));
    this.#applySettings();
  }

  /** Take up the kept game, or start one; a code in the address is asked for on top. */
  async begin() {
    const kept = await this.keeping.game();
    const code = linkedCode();
    if (kept) await this.#resume(kept);
    else await this.#open("new", code && (await this.#isGood(code)) ? { deal: code } : {});
    if (kept && code) await this.#followLink();
    else history.replaceState(null, "", location.pathname);
  }

  /** Do what the player wants. @param {Wish} wish */
  wish(wish) {
    this.#hideMessage();
    if (wish.kind !== "finish") this.#stopFinishing();
    this.#pick(null);
    return this.session.wish(wish);
  }

  /** Pick a pile, or place what is picked onto it. @param {string} pile */
  select(pile) {
    const { picked } = this;
    const cards = this.session.view?.piles[pile];
    if (picked !== null) this.wish({ kind: "place", source: picked, target: pile });
    else if (pile === STOCK) this.wish({ kind: "tap", place: -1, pile });
    else if (!cards?.length) this.wish({ kind: "place", source: pile, target: pile });
    else {
      this.#hideMessage();
      this.#pick(pile);
      this.#speak(this.words.say("picked", { card: this.words.card(cards.at(-1)?.face ?? "") }));
    }
  }

  /** Start a game; one under way is put aside, after asking. @param {Wanted} wanted */
  async start(wanted) {
    if (this.#isUnderWay() && !(await this.windows.mayLeave())) return;
    await this.#leave();
    await this.#open("new", wanted);
  }

  /** Play a game on that was put aside. @param {KeptGame} game */
  async takeUp(game) {
    await this.#leave();
    await this.keeping.take(game);
    await this.#resume(game);
  }

  /** Open the record of a game as read from a file. @param {string} text */
  async openRecord(text) {
    await this.session.queue;
    const left = this.#isUnderWay() ? this.#kept() : null;
    try {
      const answer = await this.session.open("view", { record: text });
      if (left && left.record !== answer.record) await this.keeping.leave(left);
      this.clock = new Clock();
      this.#hideMessage();
      this.#keep();
      this.#tick();
      if (answer.problem) this.#say(this.words.say("record_cut", { count: answer.problem.kept }));
    } catch (error) {
      if (error instanceof BackendError && !error.unreachable) this.#say(this.words.say("record_broken"));
      else this.#failed(error);
    }
  }

  /** Tell that nothing can be kept, once. */
  notKept() {
    if (this.toldNotKept) return;
    this.toldNotKept = true;
    this.#say(this.words.say("not_kept"));
  }

  /** @param {KeptGame} kept */
  async #resume(kept) {
    const answer = await this.#open("view", { record: kept.record }, kept.elapsed);
    if (answer?.problem) this.#say(this.words.say("record_cut", { count: answer.problem.kept }));
    if (answer) return;
    await this.keeping.put("damaged", { record: kept.record });
    await this.#open("new", {});
    this.#say(this.words.say("kept_broken"));
  }

  /**
   * Open a game, and wait for the engine if it cannot be reached.
   * @param {string} ask
   * @param {object} body
   * @param {number} elapsed
   */
  async #open(ask, body, elapsed = 0) {
    for (;;) {
      try {
        const answer = await this.session.open(ask, body);
        this.clock = new Clock(elapsed);
        this.#hideMessage();
        // Of a damaged record the good beginning is open; the text itself is not thrown away.
        if (answer.problem) await this.keeping.put("damaged", body);
        this.#keep();
        this.#tick();
        return answer;
      } catch (error) {
        this.#failed(error);
        if (!(error instanceof BackendError && error.unreachable)) return null;
        await new Promise((resolve) => setTimeout(resolve, 1_000));
      }
    }
  }

  async #followLink() {
    const code = linkedCode();
    history.replaceState(null, "", location.pathname);
    if (!code || !(await this.#isGood(code))) return;
    const { deal } = await this.session.backend.ask("describe", { text: code });
    if (deal !== this.session.view?.deal) await this.start({ deal: code });
  }

  /** Whether a text names a deal; if not, the player is told why. @param {string} code */
  async #isGood(code) {
    const { problem } = await this.session.backend.ask("describe", { text: code });
    if (problem) {
      this.windows.newGame().then(() => {
        const field = /** @type {HTMLInputElement} */ (byId("code"));
        field.value = code;
        field.dispatchEvent(new Event("input"));
      });
    }
    return !problem;
  }

  #isUnderWay() {
    const view = this.session.view;
    return view !== null && view.moves > 0 && !view.won;
  }

  async #leave() {
    await this.session.queue;
    if (this.#isUnderWay()) await this.keeping.leave(this.#kept());
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
    this.table.show(view, { mark, deal: wish === null && view.moves === 0 });
    if (wish === null) return this.#showFigures();
    if (answer.played) this.#keep();
    if (answer.refusal && this.settings.values.interactive) this.#sayRefusal(answer.refusal);
    else this.#speak(changeSentence(this.words, before, answer));
    this.#showFigures();
    if (view.won && before && !before.won) this.#won();
  }

  async #won() {
    this.#tick();
    const { view } = this.session;
    if (!view) return;
    const { number } = this.words;
    await celebrate(this.table);
    this.windows.won({
      score: number.format(view.score), moves: number.format(view.moves), time: timeText(this.clock.elapsed),
    });
  }

  /** @param {unknown} error */
  #failed(error) {
    if (this.session.view) this.table.show(this.session.view);
    const unreachable = !(error instanceof BackendError) || error.unreachable;
    const detail = error instanceof Error ? error.message : String(error);
    this.#say(unreachable ? this.words.say("unreachable") : this.words.say("wrong_request", { detail }));
  }

  // What is on the screen besides the table.

  #showFigures() {
    const { view } = this.session;
    if (!view) return;
    const { words } = this;
    byId("score").textContent = words.number.format(view.score);
    byId("moves").textContent = words.number.format(view.moves);
    byId("undo-left").textContent = String(view.undo);
    byId("undo").setAttribute("aria-label", words.say("undo_left", { count: view.undo }));
    byId("undo").title = words.say("undo_left", { count: view.undo });
    byId("undo").classList.toggle("idle", view.undo === 0);
    byId("redo").classList.toggle("idle", view.redo === 0);
    byId("stuck").hidden = view.move_left || view.won;
    const roomy = this.table.plan.card.kind === "classic";
    const pass = roomy ? words.say("pass", { number: view.pass }) : `↻ ${words.number.format(view.pass)}`;
    this.table.labelStock(words.number.format(view.piles[STOCK].length), pass);
    for (const pile of PILES) this.table.piles[pile].setAttribute("aria-label", pileSentence(words, view, pile));
    this.#showFinish();
  }

  #showFinish() {
    const { view } = this.session;
    const offered = Boolean(view?.finishable && this.settings.values.offer_finish);
    const button = byId("finish");
    button.hidden = !offered;
    const label = button.querySelector("span");
    if (label) label.textContent = this.words.say(this.finishing ? "finish_stop" : "finish");
  }

  /** Count the time and show it. It runs from the first action, on a visible table, while no window is open. */
  #tick() {
    const now = performance.now();
    const playing = this.#isUnderWay() && !document.hidden && !document.querySelector("dialog[open]");
    if (playing) this.clock.start(now);
    else if (this.clock.isRunning) this.clock.stop(now);
    this.clock.tick(now);
    byId("time").textContent = timeText(this.clock.elapsed);
  }

  /** @param {string} text */
  #speak(text) {
    byId("live").textContent = text;
  }

  /** Show a sentence in the middle of things and speak it. @param {string} text @param {{avoid?: Rect[], near?: Rect}} [where] */
  #say(text, where = {}) {
    const message = byId("message");
    const { room } = this.table;
    message.textContent = text;
    message.hidden = false;
    const size = { width: message.offsetWidth, height: message.offsetHeight };
    const near = where.near ?? { x: room.width / 2, y: room.height, width: 0, height: 0 };
    const { x, y } = messagePlace(size, room, where.avoid ?? [], near);
    message.style.transform = `translate(${x}px, ${y}px)`;
    this.#speak(text);
  }

  /** @param {import("./backend.js").Refusal} refusal */
  #sayRefusal(refusal) {
    const involved = [refusal.source, refusal.target].filter((pile) => PILES.includes(pile));
    const avoid = involved.map((pile) => this.table.pileRect(pile));
    this.#say(refusalSentence(this.words, refusal), { avoid, near: avoid.at(-1) });
  }

  #hideMessage() {
    byId("message").hidden = true;
  }

  // Picking and placing.

  /** @param {string | null} pile */
  #pick(pile) {
    if (pile === this.picked) return;
    this.picked = pile;
    const view = this.session.view;
    const targets = view && pile && this.settings.values.show_targets ? Object.values(view.targets[pile] ?? {}).flat() : [];
    this.table.markPiles("picked", pile ? [pile] : []);
    this.table.markPiles("target", targets);
    for (const name of PILES) this.table.piles[name].setAttribute("aria-pressed", String(name === pile));
  }

  #letGo() {
    this.gestures.cancel();
    this.#hideMessage();
    if (this.picked) this.#speak(this.words.say("let_go"));
    this.#pick(null);
  }

  /** @param {string} pile */
  #toFoundation(pile) {
    this.wish({ kind: "place", source: this.picked ?? pile, target: "a" });
  }

  // Finishing: one ordinary action after another, until done or stopped.

  async #finish() {
    if (this.finishing) return this.#stopFinishing();
    this.finishing = true;
    this.#showFinish();
    while (this.finishing && this.session.view?.finishable) {
      const answer = await this.wish({ kind: "finish" });
      if (!answer?.played) break;
      await new Promise((resolve) => setTimeout(resolve, answer.played === "tw" ? FINISH_STEP / 3 : FINISH_STEP));
    }
    this.#stopFinishing();
  }

  #stopFinishing() {
    if (!this.finishing) return;
    this.finishing = false;
    this.#showFinish();
  }

  // Settings.

  /** @param {import("./settings.js").Name | null} name */
  async #settingChanged(name) {
    this.keeping.put("settings", { ...this.settings.values });
    if (name === null || name === "language") {
      this.words = await loadWords(spokenLanguage(this.settings.values.language, navigator.languages));
    }
    this.#applySettings();
  }

  #applySettings() {
    const { values } = this.settings;
    const root = document.documentElement;
    root.lang = this.words.language;
    root.dataset.theme = values.theme;
    root.dataset.colours = values.four_colours ? "four" : "two";
    document.title = this.words.say("title");
    this.words.fill(document);
    this.windows.speak(this.words);
    byId("figure-score").hidden = !values.show_score;
    byId("figure-time").hidden = !values.show_time;
    this.table.options.mirror = values.mirror;
    root.toggleAttribute("data-mirror", values.mirror);
    this.#applyMotion();
    this.#drawDeck();
    this.#showFigures();
  }

  #applyMotion() {
    const { motion, speed } = this.settings.values;
    const reduced = motion === "off" || (motion === "auto" && matchMedia("(prefers-reduced-motion: reduce)").matches);
    this.table.motion.slowness = reduced ? 0 : SPEEDS[speed];
    document.documentElement.toggleAttribute("data-still", reduced);
  }

  #drawDeck() {
    const { letters } = this.settings.values;
    const own = letters === "auto" ? this.words.catalog.letters : LETTERS[letters];
    const kind = this.table.plan.card.kind;
    const sprite = deck({ letters: own, kind });
    sprite.id = "deck";
    const old = document.getElementById("deck");
    if (old) old.replaceWith(sprite);
    else document.body.append(sprite);
    this.table.redraw();
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
    onClick("new", () => this.windows.newGame());
    onClick("menu", () => this.windows.menu());
    onClick("finish", () => this.#finish());
    onClick("stuck-undo", () => this.wish({ kind: "undo" }));
    onClick("stuck-same", () => this.start({ deal: this.session.view?.code }));
    onClick("stuck-new", () => this.start({}));
    onClick("message", () => this.#hideMessage());
    repeating(byId("undo"), () => this.wish({ kind: "undo" }));
    repeating(byId("redo"), () => this.wish({ kind: "redo" }));
    const { root } = this.table;
    root.addEventListener("pointerdown", () => this.#stopFinishing(), { capture: true });
    root.addEventListener("resized", () => this.#stopFinishing());
    root.addEventListener("kind", () => {
      this.#drawDeck();
      this.#showFigures();
    });
    matchMedia("(prefers-reduced-motion: reduce)").addEventListener("change", () => this.#applyMotion());
    addEventListener("hashchange", () => this.#followLink());
    document.addEventListener("visibilitychange", () => {
      this.#stopFinishing();
      this.#tick();
      this.#keep();
    });
    setInterval(() => this.#tick(), 1_000);
  }
}

const LETTERS = /** @type {Record<string, Record<string, string>>} */ ({
  de: { T: "10", J: "B", Q: "D", K: "K", A: "A" },
  en: { T: "10", J: "J", Q: "Q", K: "K", A: "A" },
});

/** The code in the address, or an empty text. */
function linkedCode() {
  try {
    return decodeURIComponent(location.hash.slice(1));
  } catch {
    return location.hash.slice(1); // a stray % is no code either, and the engine says so
  }
}

/** Make a button act when pressed and, held down, again and again. @param {HTMLElement} button @param {() => void} act */
function repeating(button, act) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let repeated = false;
  const again = () => {
    repeated = true;
    act();
    timer = setTimeout(again, REPEAT.then);
  };
  const stop = () => clearTimeout(timer);
  button.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    repeated = false;
    timer = setTimeout(again, REPEAT.first);
  });
  for (const end of ["pointerup", "pointercancel", "pointerleave"]) button.addEventListener(end, stop);
  button.addEventListener("contextmenu", (event) => event.preventDefault());
  button.addEventListener("click", () => {
    if (!repeated) act();
    repeated = false;
  });
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
