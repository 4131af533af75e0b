// The app: wires table, session, gestures, keyboard, windows, settings and keeping together. What belongs to
// one of them alone is there, not here.

import { Appearance } from "./appearance.js";
import { failureKey, isStaticSite, pageBackend, unreachableKey } from "./backends.js";
import { Bar } from "./bar.js";
import { celebrate, plucks } from "./celebration.js";
import { Clock, timeText } from "./clock.js";
import { beginning, keeping } from "./early.js";
import { Exchange } from "./exchange.js";
import { Finishing } from "./finishing.js";
import { Gestures } from "./gestures.js";
import { Haptics } from "./haptics.js";
import { Hinting } from "./hinting.js";
import { Hints } from "./hints.js";
import { Keyboard } from "./keyboard.js";
import { labelPiles } from "./labels.js";
import { Messages } from "./messages.js";
import { button, byId, download, onClick, pageAddress, painted, write } from "./page.js";
import { FOUNDATIONS, lastPlace, PILES, STOCK } from "./piles.js";
import { begun, borrowed, standing, takenUp } from "./running.js";
import { changeSentence, deadEndKeys, hintSentence } from "./sentences.js";
import { Session } from "./session.js";
import { Settings, spokenLanguage } from "./settings.js";
import { arpeggio, Sounds, soundsOf } from "./sounds.js";
import { Table } from "./table.js";
import { servedBy, watchUpdates } from "./updates.js";
import { Waiting } from "./waiting.js";
import { Windows } from "./windows.js";
import { loadWords } from "./words.js";

/**
 * @typedef {import("./keeping.js").Keeping} Keeping
 * @typedef {import("./session.js").Wish} Wish
 * @typedef {import("./session.js").Change} Change
 * @typedef {import("./played.js").PlayedGame} PlayedGame
 * @typedef {import("./windows.js").Wanted} Wanted
 */

/** Wishes whose target the app chose: the card that moved is marked where it landed. */
const AUTOMATIC = ["tap", "double_tap", "finish"];

class App {
  /**
   * @param {import("./backend.js").Backend} backend
   * @param {Keeping} keeping
   * @param {Settings} settings
   * @param {import("./words.js").Words} words
   */
  constructor(backend, keeping, settings, words) {
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
    /** @type {PlayedGame | null} the game on the table as it is kept */
    this.game = null;
    /** @type {import("./hints.js").Hint | null} the last hint that was counted */
    this.counted = null;
    this.toldNotKept = false;
    /** Counts what is asked for to be opened: only the last of it is. */
    this.openings = 0;
    /** @type {Promise<unknown>} until that is open, or cannot be */
    this.opening = Promise.resolve();
    this.table = new Table(byId("table"));
    this.appearance = new Appearance(this.table, settings.values);
    const isBusy = () => this.session.waiting > 0;
    this.messages = new Messages(this.table);
    /** What was last said to a player who waits. */
    this.consolation = "";
    this.waiting = new Waiting({
      isBusy,
      isAwaited: () => this.session.isAwaited,
      say: () => this.#console(),
      unsay: () => this.messages.hide(this.consolation),
    });
    this.hints = new Hints((seconds, signal) => this.session.hint(seconds, signal), {
      thinking: (thinks) => this.hinting.think(this.words, thinks),
      show: (hint, how) => this.#showHint(hint, how),
      forgotten: () => {
        this.hinting.clear();
        this.#showDeadEnd();
      },
      failed: (error) => this.#failed(error),
    });
    this.hinting = new Hinting(this.table, this.messages, {
      further: () => this.hints.further(),
      giveUp: () => this.hints.clear(),
    });
    this.bar = new Bar({
      undo: () => this.wish({ kind: "undo" }),
      redo: () => this.wish({ kind: "redo" }),
      hint: () => this.hints.further(),
      finish: () => this.finishing.toggle(),
      newGame: () => this.#window(() => this.windows.newGame()),
      menu: () => this.#window(() => this.windows.menu()),
      isBusy,
    });
    this.session = new Session(backend, {
      changed: (change) => this.#changed(change),
      expecting: (view, wish) => {
        this.table.show(view, { mark: AUTOMATIC.includes(wish.kind) });
        return painted();
      },
      failed: (error) => this.#failed(error),
      leaving: (isFollowing) => this.#leave(isFollowing),
      busy: (busy) => {
        this.table.root.setAttribute("aria-busy", String(busy));
        this.waiting.look();
      },
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
      hint: () => this.hints.further(),
      outlook: () => this.hints.outlook(),
      newGame: () => this.#window(() => this.windows.newGame()),
      statistics: () => this.#window(() => this.windows.openLater("statistics")),
      help: () => this.#window(() => this.windows.keys()),
      isBusy,
    });
    this.exchange = new Exchange({
      words: () => this.words,
      settings,
      keeping,
      backend: this.session.backend,
      calm: () => this.#calm(),
      keep: () => this.#keep(),
      answered: (ask) => this.#answered(ask),
      onTable: () => this.game,
      keptElsewhere: () => this.#followOtherTab(),
      mayLeave: () => this.#mayLeave(),
      playFrom: (record) => this.playFrom(record),
      openRecord: (text, isLink) => this.openRecord(text, isLink),
      say: (key) => this.messages.say(this.words.say(key)),
      notLoaded: () => this.notLoaded(),
      failed: (error) => this.#failed(error),
    });
    this.windows = new Windows({
      words,
      settings,
      current: () => this.session.view,
      start: (wanted) => this.start(wanted),
      takeUp: (game) => this.takeUp(game),
      leftGames: () => keeping.leftGames(),
      describe: (text) => this.#describe(text),
      outlook: () => this.hints.outlook(),
      saveRecord: () => this.#saveRecord(),
      games: () => keeping.games(),
      latestGames: (most) => keeping.latestGames(most),
      onTable: () => this.game?.id ?? null,
      underWay: () => (this.#isUnderWay() ? (this.game?.id ?? null) : null),
      replay: (game) => this.exchange.watch(game),
      forgetGames: () => {
        this.exchange.forget();
        return keeping.forgetGames();
      },
      notLoaded: () => this.notLoaded(),
      calm: () => this.#calm(),
      exchange: this.exchange,
      finished: () => {
        const { record, view } = this.session;
        return view && { record, view, elapsed: this.#elapsed };
      },
    });
    this.#listen();
    settings.onChange((name) => this.#settingChanged(name));
    this.#applySettings();
  }

  /**
   * Take up the kept game, or start one; a code in the address is asked for on top.
   * @param {Awaited<ReturnType<Keeping["beginning"]>>} kept
   */
  async begin({ running, view }) {
    if (running) {
      if (view) {
        this.clock = new Clock(Number(running.elapsed) || 0);
        this.session.remember({ record: String(running.record), view }, painted());
        this.#tick();
      }
      let isOpened = await this.#resume(running, { isAwaited: !view });
      // Something else was asked for instead, and could not be opened: this game is still the one on the table.
      while (isOpened === undefined && (await this.#isStillRemembered())) isOpened = await this.#resume(running);
      if (isOpened === false) {
        await this.#new({});
        this.messages.say(this.words.say("kept_broken"));
      }
      return this.#followLink();
    }
    const linked = await this.#linkedDeal();
    if (linked !== undefined) await this.#new(linked ? { deal: linked } : {});
    return this.#openLinkedGame();
  }

  /** Do what the player wants. @param {Wish} wish */
  wish(wish) {
    this.hints.clear();
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
    if (await this.#mayLeave()) await this.#new(wanted);
  }

  /** Play a game on that was put aside; if it cannot be opened, the one on the table stays. @param {PlayedGame} game */
  async takeUp(game) {
    if ((await this.#resume(game)) === false) this.messages.say(this.words.say("left_broken"));
  }

  /**
   * Play on from a moment of a replay, as a game that counts in no statistics. It is for who asks for that to ask before
   * whether the game on the table may be left.
   * @param {string} record  up to there
   * @returns {Promise<void>}  rejected where the engine cannot be asked
   */
  async playFrom(record) {
    this.openings += 1;
    const opening = this.session.open("view", { record });
    this.opening = opening.catch(() => null);
    const answer = await opening;
    for (const dialog of document.querySelectorAll("dialog")) dialog.close();
    const game = borrowed(answer, new Date());
    this.#opened(answer, game, { isBorrowed: game.borrowed });
  }

  /**
   * Open the record of a game as read from a file or a link. In a link it may be anybody's, as in a replay.
   * @param {string} text
   * @param {boolean} isLink
   */
  async openRecord(text, isLink) {
    const before = this.#isUnderWay() ? this.game?.id : undefined;
    const games = await this.keeping.games();
    const answer = await this.#open("view", { record: text });
    if (answer === undefined) return;
    if (!answer) return this.messages.say(this.words.say("record_broken"));
    // What was played here before goes on as the game it was, and counts once.
    const known = games.find(({ record }) => record === answer.record) ?? null;
    const game = known ?? (isLink ? borrowed(answer, new Date()) : null);
    this.#opened(answer, game, { before, isBorrowed: !known && game?.borrowed });
  }

  /** Tell that nothing can be kept, once. */
  notKept() {
    if (this.toldNotKept) return;
    this.toldNotKept = true;
    this.messages.say(this.words.say("not_kept"));
  }

  /**
   * Tell that a part of the page did not come. Many a browser never asks for it again, so a new beginning is offered, if it
   * costs no game.
   */
  async notLoaded() {
    await this.windows.closed();
    const reload = async () => {
      const isBack = await fetch("", { cache: "no-store" }).then(({ ok }) => ok, () => false);
      if (!isBack) return this.notLoaded();
      await this.#kept();
      location.reload();
    };
    const more = this.keeping.isTroubled ? undefined : button(this.words.say("reload"), reload);
    this.messages.say(this.words.say(unreachableKey()), { more });
  }

  /**
   * Play a kept game on, as far as its record is good, and return whether it was opened; undefined where something else
   * was asked for meanwhile.
   * @param {Partial<PlayedGame>} game
   * @param {{isAwaited?: boolean}} [how]
   */
  async #resume(game, how) {
    const answer = await this.#open("view", { record: game.record }, how);
    if (answer === undefined) return undefined;
    // Whatever is wrong with it, the text itself is not thrown away. Nothing waits for that: the table already shows
    // this game, and until it is adopted it would be kept as the one before.
    if (!answer || answer.problem) this.keeping.keepDamaged(String(game.record));
    if (answer) this.#opened(answer, game);
    return answer !== null;
  }

  /** Wait until nothing is to be opened any more, and tell whether the engine has still to look at the game shown. */
  async #isStillRemembered() {
    for (let last; last !== this.opening; ) await (last = this.opening);
    return this.session.isRemembered;
  }

  /** @param {Wanted} wanted */
  async #new(wanted) {
    const answer = await this.#open("new", wanted);
    if (answer) this.#opened(answer);
  }

  /**
   * Open a game as soon as the engine answers; null where it does not take the question, undefined where something else
   * was asked for meanwhile. Until then the game before goes on.
   * @param {string} ask
   * @param {object} body
   * @param {{isFollowing?: boolean, isAwaited?: boolean}} [how]
   */
  #open(ask, body, { isFollowing = false, isAwaited = !isFollowing } = {}) {
    this.openings += 1;
    const opening = this.#answered(() => this.session.open(ask, body, { isFollowing }), isAwaited);
    this.opening = opening.catch(() => null);
    return opening;
  }

  /**
   * Ask the engine again and again until it answers; null where it does not take the question, undefined where a game was
   * asked for meanwhile.
   * @template T
   * @param {() => Promise<T>} ask
   * @param {boolean} [isAwaited]  whether the player waits for it
   * @returns {Promise<T | null | undefined>}
   */
  #answered(ask, isAwaited = true) {
    const answer = this.#insisted(ask);
    return isAwaited ? this.waiting.until(answer) : answer;
  }

  /** @template T @param {() => Promise<T>} ask @returns {Promise<T | null | undefined>} */
  async #insisted(ask) {
    const { openings } = this;
    let failure = "";
    while (openings === this.openings) {
      try {
        const answer = await ask();
        if (failure) this.messages.hide(failure); // it is true no more
        return answer;
      } catch (error) {
        failure = this.#failed(error);
        if (/** @type {import("./backend.js").BackendError} */ (error).pointer !== null) return null;
        await new Promise((resolve) => setTimeout(resolve, 1_000));
      }
    }
    return undefined;
  }

  /**
   * A game is on the table now.
   * @param {import("./backend.js").Answer} answer
   * @param {Partial<PlayedGame> | null} [game]  as which it is kept; without it, it is a new one
   * @param {{before?: string, isBorrowed?: boolean}} [told]  what else to tell: that the game `before` was put aside, where
   *   that is so, and that this one is borrowed
   */
  async #opened(answer, game = null, { before, isBorrowed } = {}) {
    this.#adopt(answer, game);
    this.messages.hide();
    this.#keep({ isOpened: true });
    this.#tick();
    const isAside = before !== undefined && (await this.keeping.leftGames()).some(({ id }) => id === before);
    const sentences = [
      answer.problem ? this.words.say("record_cut", { count: answer.problem.kept }) : "",
      isBorrowed ? this.words.say("borrowed") : "",
      isAside ? this.words.say("put_aside") : "",
    ];
    const sentence = sentences.filter(Boolean).join(" ");
    if (sentence) this.messages.say(sentence);
  }

  /** Be about another game from now on. @param {import("./backend.js").Answer} answer @param {Partial<PlayedGame> | null} game */
  #adopt(answer, game) {
    if (game) this.keeping.adopt(game);
    this.game = game ? takenUp(game, answer, new Date()) : begun(answer, new Date());
    this.clock = new Clock(this.game.elapsed || 0);
  }

  /** Read a deal's number or code. @param {string} text @returns {Promise<import("./backend.js").Description>} */
  #describe(text) {
    return this.session.backend.ask("describe", { text });
  }

  /**
   * The code of the deal that the address names; the address forgets it then. Of a wrong one the player is told why. A
   * game in the address is no deal: it is watched once there is a game on the table. Undefined where another game was
   * asked for meanwhile.
   */
  async #linkedDeal() {
    const text = linkedText();
    if (this.exchange.takesLink(text)) return null;
    const { openings } = this;
    const described = text ? await this.#answered(() => this.#describe(text)) : null;
    if (text === linkedText()) forgetLink();
    if (openings !== this.openings) return undefined;
    if (described?.problem) this.#window(() => this.windows.newGame(text));
    return described?.code ?? null;
  }

  async #followLink() {
    const linked = await this.#linkedDeal();
    const { view } = this.session;
    if (linked && (linked !== view?.code || view.won)) await this.start({ deal: linked });
    await this.#openLinkedGame();
  }

  /** Watch the game that the address holds. Where it could not be shown, the address keeps it for another try. */
  async #openLinkedGame() {
    if (await this.exchange.openLink()) forgetLink();
  }

  /** The playing time of the game on the table, NaN where it is not known, though the clock shows what it has seen. */
  get #elapsed() {
    return Number.isNaN(this.game?.elapsed) ? NaN : this.clock.elapsed;
  }

  /** Whether the game on the table may be put aside, which is asked where it is under way. */
  async #mayLeave() {
    return !this.#isUnderWay() || this.windows.mayLeave();
  }

  #isUnderWay() {
    const view = this.session.view;
    return view !== null && view.moves > 0 && !view.won;
  }

  /**
   * Put the game aside that another one is about to replace, and let go of all that belongs to it.
   * @param {boolean} isFollowing  whether another tab has gone on, and has kept what is to be kept
   */
  #leave(isFollowing) {
    if (!isFollowing) this.#kept();
    this.finishing.stop();
    this.hints.clear();
    this.gestures.cancel();
    this.gestures.forgetTap();
    this.#pick(null);
    this.table.root.dispatchEvent(new Event("leaving"));
  }

  /** Show the game that another tab has kept, so that neither overwrites the other. */
  async #followOtherTab() {
    const running = await this.keeping.running();
    if (!running || !this.game) return; // the game with which this tab begins is still to come
    // What this tab itself kept last is not news, even where it shows something later that it has not kept yet.
    const isShown = running.record === this.session.record || !this.keeping.isNews(running);
    if (running.id === this.game?.id && isShown) return this.#followFigures(running);
    const answer = await this.#open("view", { record: running.record }, { isFollowing: true });
    if (answer) this.#adopt(answer, running);
    this.#tick();
  }

  /** Take over what another tab has counted of the game that both show. @param {Partial<PlayedGame>} running */
  #followFigures(running) {
    if (!this.game) return;
    this.keeping.adopt(running);
    const { hints, elapsed } = running;
    this.game = { ...this.game, hints: Math.max(this.game.hints, hints || 0) };
    this.clock.elapsed = Math.max(this.clock.elapsed, elapsed || 0);
  }

  /** Keep the game as it stands; where another tab has gone on, show that instead. @param {{isOpened?: boolean}} [how] */
  async #keep(how) {
    if (await this.#kept(how)) return;
    await this.#followOtherTab();
    this.messages.say(this.words.say("other_tab"));
  }

  /** Keep the game as it stands, and return whether no other tab has gone on. @param {{isOpened?: boolean}} [how] */
  async #kept({ isOpened = false } = {}) {
    const { view, record } = this.session;
    if (!view || !this.game) return true;
    this.clock.tick(performance.now());
    this.game = standing(this.game, { record, view }, this.clock.elapsed, new Date());
    return this.keeping.keepGame(this.game, view, isOpened);
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
    const { record, view } = this.session;
    if (!view) return;
    const { number } = this.words;
    const { slowness } = this.table.motion;
    await this.table.motion.landed(this.table.foundationCards().flat());
    // Where nothing moves, the harp is heard all the same.
    const times = plucks(FOUNDATIONS.length).map((time) => time * (slowness || 1));
    await celebrate(this.table, () => this.settings.values.sound && this.sounds.play(arpeggio(times)));
    if (slowness) this.sounds.hush();
    const compared = await this.#comparison();
    await this.windows.closed();
    // What comes from another tab meanwhile may be this same win.
    if (this.session.record !== record) return;
    this.windows.won({
      score: number.format(view.score), moves: number.format(view.moves), compared,
      time: Number.isNaN(this.#elapsed) ? "–" : timeText(this.#elapsed),
    });
    this.keeping.askToStay();
  }

  /** How the game that was just won compares with those before; empty where that cannot be told. */
  async #comparison() {
    const { game } = this;
    const games = await this.keeping.games();
    if (!game || !games.some(({ id }) => id === game.id)) return "";
    try {
      const { comparisonSentence } = await import("./comparison.js");
      return comparisonSentence(this.words, games, game.id);
    } catch {
      return ""; // it could not be loaded: there are more important things to say about a win
    }
  }

  /** Tell a player who waits that the engine is on its way, unless something else is told. */
  #console() {
    if (this.messages.isShown) return;
    this.consolation = this.words.say(isStaticSite() && !servedBy && !this.session.view ? "wait_first" : "wait");
    this.messages.say(this.consolation);
  }

  /** Tell that the engine could not be asked; what is no failure of it is our own mistake. @param {unknown} error */
  #failed(error) {
    const sentence = this.words.say(failureKey(error));
    if (this.session.view) this.table.show(this.session.view);
    this.messages.say(sentence);
    return sentence;
  }

  // What is on the screen besides the table.

  #showFigures() {
    const { view } = this.session;
    const { words } = this;
    labelPiles(this.table, words, view);
    if (!view) return;
    this.bar.show(words, view);
    this.#showDeadEnd();
    this.#showFinish();
  }

  /** Say that no way leads on, where that is so: to another move, or as far as a hint has told, to a win. */
  #showDeadEnd() {
    const { view } = this.session;
    const stuck = Boolean(view && !view.move_left && !view.won);
    byId("stuck").hidden = !stuck && this.hints.known?.hint.verdict !== "unwinnable";
    const [title, text] = deadEndKeys({ move_left: !stuck });
    write(byId("stuck-title"), this.words.say(title));
    write(byId("stuck-text"), this.words.say(text));
  }

  /** @param {import("./hints.js").Hint} hint @param {{step: import("./hints.js").Step, thoughtLong: boolean}} how */
  #showHint(hint, how) {
    const { view } = this.session;
    if (how.step > 1) this.#countHint(hint);
    if (hint.verdict !== "unwinnable" || !view) return this.hinting.show(this.words, hint, how);
    this.#showDeadEnd();
    this.table.motion.nudge(byId("stuck"));
    this.messages.speak(hintSentence(this.words, view, hint, how));
  }

  /** Count that a card was named, however often it is. @param {import("./hints.js").Hint} hint */
  #countHint(hint) {
    if (!this.game || hint === this.counted) return;
    this.counted = hint;
    this.game = { ...this.game, hints: this.game.hints + 1 };
    this.#keep();
  }

  #showFinish() {
    const offered = Boolean(this.session.view?.finishable && this.settings.values.offer_finish);
    this.bar.showFinish(this.words, { offered, running: this.finishing.isRunning });
  }

  /** Count the time and show it. It runs from the first action, on a visible table, while no window is open. */
  #tick() {
    const now = performance.now();
    const playing = this.game && this.#isUnderWay() && !document.hidden && !document.querySelector("dialog[open]");
    if (playing) this.clock.start(now);
    else if (this.clock.isRunning) this.clock.stop(now);
    this.clock.tick(now);
    this.bar.showTime(this.clock.elapsed);
  }

  /** Open a window; nothing goes on behind it. @param {() => void} open */
  #window(open) {
    this.#calm();
    open();
  }

  /** End what goes on at the table by itself. */
  #calm() {
    this.finishing.stop();
    this.hints.clear();
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
    this.hints.clear();
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
    const { values } = this.settings;
    this.keeping.putSettings(name === null ? values : { [name]: values[name] });
    const language = spokenLanguage(this.settings.values.language, navigator.languages);
    if (language !== this.words.language) {
      const words = await loadWords(language).catch(() => null);
      if (!words) this.notLoaded();
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
    if (view) download(`${view.code}.txt`, record);
  }

  // Updates of the static site.

  /**
   * Keep the app for use without a network, and tell when there is a new one.
   * @param {Promise<void>} begun  until there is a game: what begins one would hide what is told before
   */
  watchUpdates(begun) {
    watchUpdates({
      ready: (take) => {
        byId("take-update").onclick = take;
        byId("update").hidden = false;
        begun.then(() => this.windows.closed()).then(() => {
          const { words } = this;
          this.messages.say(words.say("update_ready"), { more: button(words.say("update_take"), take) });
        });
      },
      taken: async () => {
        // Before there is a game nothing is wanted of the engine, which may be one that does not start.
        if (this.game) await this.session.queue;
        await this.#kept();
        location.reload();
      },
    });
  }

  // Buttons and the world outside.

  #listen() {
    // What a hint has told can be put away.
    byId("stuck").addEventListener("click", ({ target }) => target instanceof HTMLButtonElement || this.hints.clear());
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

/** The address is the app's again. */
const forgetLink = () => history.replaceState(null, "", location.pathname);

/** The words of the browser's language, where those of the chosen one do not come, or German ones. */
const otherWords = () => loadWords(spokenLanguage("auto", navigator.languages)).catch(() => loadWords("de"));

async function main() {
  // Most play in the language of their browser: it is loaded while what they have chosen is read.
  loadWords(spokenLanguage("auto", navigator.languages)).catch(() => null);
  const kept = await beginning;
  const settings = new Settings(kept.settings);
  const language = spokenLanguage(settings.values.language, navigator.languages);
  const words = await loadWords(language).catch(otherWords);
  const app = new App(pageBackend(), keeping, settings, words);
  byId("late").remove();
  const begun = app.begin(kept);
  // A release whose engine does not start has to find the one that does. But on a first visit the engine comes first.
  if (servedBy) app.watchUpdates(begun);
  await begun;
  // Only now: what begins a game would hide it again.
  keeping.onTrouble(() => app.notKept());
  if (words.language !== language) app.notLoaded();
  document.documentElement.dataset.ready = "";
  if (isStaticSite() && !servedBy) app.watchUpdates(begun);
}

main();
