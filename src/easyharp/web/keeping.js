// Keeping: settings and every game played, in the browser's IndexedDB. No other module keeps anything of a player's.
// Where storage is blocked or full, nothing is thrown: `onTrouble` tells it and play goes on.
//
// Two stores. "games" has each game under its id, the running one, those left behind and those won alike. "kept" has
// single things by name: the settings, which game is the running one and how it was last seen, the texts of games that
// could not be read.

import { PILES } from "./piles.js";
import { readGame } from "./played.js";
import { fromFirstVersion, isOpen } from "./running.js";

/** @typedef {import("./played.js").PlayedGame} PlayedGame */
/** @typedef {import("./backend.js").View} View */
/**
 * @typedef {{record?: string}} Known  the record of a game that this tab has kept itself or has shown. Where it shows what
 *   another tab has kept, another one begins: what was played upon the one before is void
 * @typedef {{game: PlayedGame, view: View, isOpened: boolean, known: Known}} Played  a game to be kept, and upon what it was
 *   played
 */
/**
 * @template T
 * @typedef {(stores: {kept: IDBObjectStore, games: IDBObjectStore}) => Promise<T>} Act  may only wait for what it asks of
 *   the stores
 */

const NAME = "easyharp";
const VERSION = 2;
const KEPT = "kept";
const GAMES = "games";

/** The most texts of damaged games that are kept; the oldest goes first. */
export const MOST_DAMAGED = 20;

/** So many cards are in the game. */
const CARDS = 104;

/** So many games left behind are offered, of so many that were played last; the history has all. */
const MOST_LEFT = 5;
const LATEST = 100;

export class Keeping {
  constructor() {
    /** Whether something could not be read or kept. */
    this.isTroubled = false;
    /** What is told of it. */
    this.listener = () => {};
    /** @type {BroadcastChannel | null} by which tabs tell each other that they have kept a game */
    this.channel = null;
    /** By game what this tab knows the store to have of it. */
    this.known = /** @type {Map<string, Known>} */ (new Map());
    /** @type {Promise<boolean>} until all games are kept that were to be; what `keepGame` returns of the last one */
    this.underWay = Promise.resolve(true);
    /** @type {Played | null} that one, while it waits for those before */
    this.next = null;
    /** @type {Promise<IDBDatabase | null>} */
    this.database = open().catch(() => {
      this.#troubled();
      return null;
    });
  }

  /** @param {() => void} listener  called when something could not be read or kept, and now, if that is so already */
  onTrouble(listener) {
    this.listener = listener;
    if (this.isTroubled) listener();
  }

  #troubled() {
    this.isTroubled = true;
    this.listener();
  }

  /** The value kept under a name, or undefined. @param {string} name @returns {Promise<any>} */
  get(name) {
    return this.#transact("readonly", ({ kept }) => done(kept.get(name)));
  }

  /** Keep a value under a name. @param {string} name @param {unknown} value */
  put(name, value) {
    return this.#transact("readwrite", ({ kept }) => done(kept.put(value, name)));
  }

  /** Keep some settings; the others stay as this tab or another one has kept them. @param {object} values */
  putSettings(values) {
    return this.#transact("readwrite", async ({ kept }) => {
      kept.put({ ...(await done(kept.get("settings"))), ...values }, "settings");
    });
  }

  /**
   * What a visit begins with, read at once: the settings and the running game, as they are stored, and what was last seen of
   * that game, where this is known. Any member may be damaged, but a view has all that one has.
   * @returns {Promise<{settings?: unknown, running?: Partial<PlayedGame>, view?: View}>}
   */
  async beginning() {
    const beginning = await this.#transact("readonly", async (stores) => {
      const reading = ["settings", "seen"].map((name) => done(stores.kept.get(name)));
      const [settings, seen, running] = await Promise.all([...reading, runningOf(stores)]);
      return { settings, running, view: seen?.record === running?.record && isView(seen?.view) ? seen.view : undefined };
    });
    return beginning ?? {};
  }

  /** The running game as it is stored: any member may be damaged. @returns {Promise<Partial<PlayedGame> | undefined>} */
  running() {
    return this.#transact("readonly", runningOf);
  }

  /** All games that can be read, in no order. @returns {Promise<PlayedGame[]>} */
  async games() {
    return readable((await this.#transact("readonly", ({ games }) => done(games.getAll()))) ?? []);
  }

  /** The latest games that can be read. Where there are thousands, all take half a second. @param {number} most */
  async latestGames(most) {
    const latest = await this.#transact("readonly", async ({ games }) => {
      const request = games.index("changed").openCursor(null, "prev");
      const found = [];
      for (let cursor = await done(request); cursor && found.length < most; cursor = await done(request)) {
        found.push(cursor.value);
        cursor.continue();
      }
      return found;
    });
    return readable(latest ?? []);
  }

  /** The games left behind last that can be taken up again, the latest first. */
  async leftGames() {
    const running = await this.get("running");
    const latest = await this.latestGames(LATEST);
    return latest.filter((game) => game.id !== running && isOpen(game)).slice(0, MOST_LEFT);
  }

  /** A game from the store is on the table now. @param {Partial<PlayedGame>} game */
  adopt(game) {
    if (this.isNews(game)) this.known.set(String(game.id), { record: String(game.record) });
  }

  /** Whether the store has something of a game that this tab has neither kept nor shown. @param {Partial<PlayedGame>} stored */
  isNews({ id, record }) {
    return this.known.get(String(id))?.record !== String(record);
  }

  /**
   * Keep a game that is on the table. What another tab has made of it meanwhile, and this tab has not shown, is not
   * overwritten. A game that was left before its first action leaves no trace.
   * @param {PlayedGame} game
   * @param {View} view
   * @param {boolean} [isOpened]  whether it was put on the table just now, and so is the running one whatever other tabs show
   * @returns {Promise<boolean>}  false where another tab has played this game on, or has another one running
   */
  keepGame(game, view, isOpened = false) {
    const { next } = this;
    const known = this.known.get(game.id) ?? {};
    this.known.set(game.id, known);
    if (next?.known === known) {
      // Whoever plays faster than the store writes needs only the latest of this game there.
      Object.assign(next, { game, view, isOpened: next.isOpened || isOpened });
      return this.underWay;
    }
    const waiting = { game, view, isOpened, known };
    this.next = waiting;
    this.underWay = this.underWay.catch(() => true).then(() => {
      if (this.next === waiting) this.next = null;
      return this.#keepGame(waiting);
    });
    return this.underWay;
  }

  /** @param {Played} played */
  async #keepGame({ game, view, isOpened, known }) {
    const keeping = this.#inTransaction("readwrite", async ({ kept, games }) => {
      /** @type {PlayedGame | undefined} */
      const stored = await done(games.get(game.id));
      if (stored && String(stored.record) !== known.record) return null;
      const running = await done(kept.get("running"));
      const isAnother = isId(running) && running !== game.id;
      games.put(game);
      if (isAnother && !isOpened) return false;
      if (isAnother) {
        const left = await done(games.get(running));
        if (left && !left.moves) games.delete(running);
      }
      kept.put(game.id, "running");
      kept.put({ record: game.record, view }, "seen");
      return true;
    });
    const isRunning = await this.#told(keeping);
    if (isRunning === undefined) return true; // nothing could be kept, and that is told
    if (isRunning === null) return false;
    known.record = game.record;
    this.channel?.postMessage("kept");
    return isRunning;
  }

  /** Forget every game but the running one. */
  forgetGames() {
    return this.#transact("readwrite", async ({ kept, games }) => {
      const running = await done(kept.get("running"));
      for (const id of await done(games.getAllKeys())) if (id !== running) games.delete(id);
      kept.delete("damaged");
    });
  }

  /** Ask the browser, once for all, not to clear what is kept when it is short of room. */
  async askToStay() {
    if (await this.get("asked_to_stay")) return;
    await this.put("asked_to_stay", true);
    await navigator.storage?.persist?.().catch(() => false);
  }

  /**
   * Change what is kept of games, and the settings where some are given, all at once or not at all.
   * @param {(games: PlayedGame[]) => {put: PlayedGame[], gone: string[]}} change  told what is kept, returns what is to be
   *   kept beside or instead, and the ids of what is to go
   * @param {{settings?: ((kept: unknown) => object) | null, damaged?: string[]}} [more]  `settings` is told the kept ones
   *   and returns what they are to be; damaged games join those that are here, as texts
   * @returns {Promise<"done" | "full" | "closed">}  "full" where there is no room for it, "closed" where nothing is kept
   */
  async changeGames(change, { settings = null, damaged = [] } = {}) {
    const changing = this.#attempt("readwrite", async ({ kept, games }) => {
      const { put, gone } = change(readable(await done(games.getAll())));
      for (const game of put) games.put(game);
      for (const id of gone) games.delete(id);
      if (settings) kept.put(settings(await done(kept.get("settings"))), "settings");
      if (damaged.length) kept.put(joined(listed(await done(kept.get("damaged"))), damaged), "damaged");
      return /** @type {const} */ ("done");
    });
    // A database that was closed or deleted meanwhile takes no transaction.
    const outcome = await changing.catch(({ name }) => (name === "InvalidStateError" ? "closed" : "full"));
    if (outcome === "done") this.channel?.postMessage("kept");
    return outcome ?? "closed";
  }

  /** Keep the text of a game that can no longer be read to its end. @param {string} record */
  keepDamaged(record) {
    return this.#transact("readwrite", async ({ kept }) => {
      kept.put(joined([record], await done(kept.get("damaged"))), "damaged");
    });
  }

  /** The texts of damaged games, the latest first. */
  async damaged() {
    return joined(listed(await this.get("damaged")));
  }

  /** @param {() => void} listener  called when another tab has kept its game */
  onKeptElsewhere(listener) {
    this.channel = new BroadcastChannel(NAME);
    this.channel.onmessage = listener;
  }

  /**
   * Do something in one transaction, after all games that were to be kept before; resolves with its result when all of it
   * is kept, with undefined if nothing is.
   * @template T
   * @param {IDBTransactionMode} mode
   * @param {Act<T>} act
   * @returns {Promise<T | undefined>}
   */
  #transact(mode, act) {
    return this.#told(this.#attempt(mode, act));
  }

  /** The same, but rejected if nothing is kept. @template T @param {IDBTransactionMode} mode @param {Act<T>} act */
  async #attempt(mode, act) {
    await this.underWay;
    return this.#inTransaction(mode, act);
  }

  /** Tell of a transaction that has failed. @template T @param {Promise<T>} acting @returns {Promise<T | undefined>} */
  #told(acting) {
    return acting.catch(() => {
      this.#troubled();
      return undefined;
    });
  }

  /**
   * Do something in one transaction, whatever game waits to be kept.
   * @template T
   * @param {IDBTransactionMode} mode
   * @param {Act<T>} act
   * @returns {Promise<T | undefined>}  undefined where there is no storage, which has been told; rejected if nothing is kept
   */
  async #inTransaction(mode, act) {
    const database = await this.database;
    if (!database) return undefined;
    const transaction = database.transaction([KEPT, GAMES], mode);
    const complete = new Promise((resolve, reject) => {
      transaction.oncomplete = resolve;
      transaction.onabort = () => reject(transaction.error);
    });
    const acted = act({ kept: transaction.objectStore(KEPT), games: transaction.objectStore(GAMES) });
    acted.catch(() => {
      try {
        transaction.abort();
      } catch {
        // It has ended by itself.
      }
    });
    await Promise.all([acted, complete]);
    return acted;
  }
}

/** @type {Act<any>} */
async function runningOf({ kept, games }) {
  const id = await done(kept.get("running"));
  return isId(id) ? done(games.get(id)) : undefined;
}

/** Whether this can be a game's id. @param {unknown} id @returns {id is string} */
const isId = (id) => typeof id === "string";

/** Whether this can be shown: another version of the app may have kept it. @param {any} view @returns {view is View} */
const isView = (view) =>
  PILES.every((pile) => Array.isArray(view?.piles?.[pile]) && view.piles[pile].every(isCard))
  && [view.targets, view.taps].every((part) => part && typeof part === "object")
  && [view.won, view.finishable, view.move_left].every((part) => typeof part === "boolean")
  && [view.deal, view.score, view.moves, view.undo, view.redo, view.pass, view.next_deal].every(Number.isInteger)
  && typeof view.code === "string";

/** @param {any} card */
const isCard = (card) =>
  Number.isInteger(card?.place) && card.place >= 0 && card.place < CARDS
  && (card.face === null || /^[A2-9TJQK][cdhs]$/.test(card.face));

/** @param {unknown} value @returns {unknown[]}  none where it is no list */
const listed = (value) => (Array.isArray(value) ? value : []);

/**
 * Texts of damaged games and further ones, each once, as many as are kept.
 * @param {unknown[]} texts
 * @param {unknown} [more]
 */
const joined = (texts, more) =>
  [...new Set([...texts, ...listed(more)])].filter((text) => typeof text === "string").slice(0, MOST_DAMAGED);

/** @param {unknown[]} games */
const readable = (games) => games.map((game) => readGame(game).game).filter((game) => game !== null);

/** What a request comes to. @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
function done(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** @returns {Promise<IDBDatabase>} */
async function open() {
  const opening = indexedDB.open(NAME, VERSION);
  opening.onupgradeneeded = ({ oldVersion }) => {
    const { result: database, transaction } = opening;
    if (oldVersion < 1) database.createObjectStore(KEPT);
    if (oldVersion < 2) database.createObjectStore(GAMES, { keyPath: "id" }).createIndex("changed", "changed");
    if (oldVersion === 1 && transaction) takeOver(transaction);
  };
  // An open tab of an older version would keep the new one waiting for ever.
  const blocked = new Promise((_, reject) => {
    opening.onblocked = () => reject(new Error("Another tab holds an older version of the database."));
  });
  const opened = done(opening).then((database) => {
    // A later version in another tab would otherwise wait for this one; from then on this tab says that it keeps nothing.
    database.onversionchange = () => database.close();
    return database;
  });
  return Promise.race([opened, blocked]);
}

/** Take over what the first version kept: the running game, and a list of those left. @param {IDBTransaction} upgrade */
async function takeOver(upgrade) {
  const kept = upgrade.objectStore(KEPT);
  const games = upgrade.objectStore(GAMES);
  const running = await done(kept.get("game"));
  const left = await done(kept.get("left"));
  for (const [place, old] of [running, ...listed(left)].entries()) {
    if (!old || typeof old !== "object") continue;
    const game = fromFirstVersion(old);
    games.put(game);
    if (place === 0) kept.put(game.id, "running");
  }
  kept.delete("game");
  kept.delete("left");
}
