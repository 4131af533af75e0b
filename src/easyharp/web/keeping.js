// Keeping: the running game, games left behind and settings, in the browser's IndexedDB. No other module
// stores anything. Where storage is blocked or full, nothing is thrown: `trouble` is told and play goes on.

/**
 * @typedef {{record: string, deal: number, moves: number, elapsed: number, won: boolean, changed: number}} KeptGame
 *   `elapsed` in milliseconds; `changed` is the time of the last action (milliseconds since 1970)
 */

const NAME = "easyharp";
const VERSION = 1;
const STORE = "kept";

/** The most games that are kept after they were left; the oldest goes first. */
const MOST_LEFT = 20;

export class Keeping {
  /** @param {(error: unknown) => void} trouble  called when something could not be kept */
  constructor(trouble) {
    this.trouble = trouble;
    /** @type {BroadcastChannel | null} by which tabs tell each other that they have kept a game */
    this.channel = null;
    /** @type {Promise<IDBDatabase | null>} */
    this.database = open().catch((error) => {
      trouble(error);
      return null;
    });
  }

  /** The value kept under a key, or undefined. @param {string} key @returns {Promise<any>} */
  get(key) {
    return this.#transact("readonly", (store) => store.get(key));
  }

  /** Keep a value under a key. @param {string} key @param {unknown} value */
  put(key, value) {
    return this.#transact("readwrite", (store) => store.put(value, key));
  }

  /** Change what is kept under a key, in one transaction. @param {string} key @param {(value: any) => unknown} change */
  #change(key, change) {
    return this.#transact("readwrite", (store) => {
      const reading = store.get(key);
      reading.onsuccess = () => {
        const changed = change(reading.result);
        if (changed === reading.result) return;
        try {
          store.put(changed, key);
        } catch {
          store.transaction.abort(); // which is told like every other failure
        }
      };
      return reading;
    });
  }

  /**
   * Do something in one transaction; resolves with its result when all of it is kept.
   * @param {IDBTransactionMode} mode
   * @param {(store: IDBObjectStore) => IDBRequest} act
   */
  async #transact(mode, act) {
    const database = await this.database;
    if (!database) return undefined;
    try {
      const transaction = database.transaction(STORE, mode);
      const request = act(transaction.objectStore(STORE));
      await new Promise((resolve, reject) => {
        transaction.oncomplete = resolve;
        transaction.onabort = () => reject(transaction.error);
      });
      return request.result;
    } catch (error) {
      this.trouble(error);
      return undefined;
    }
  }

  /** The running game. @returns {Promise<KeptGame | undefined>} */
  game() {
    return this.get("game");
  }

  /** @param {KeptGame} game */
  async keepGame(game) {
    await this.put("game", game);
    this.channel?.postMessage("game");
  }

  /** @param {() => void} listener  called when another tab has kept its game */
  onKeptElsewhere(listener) {
    this.channel = new BroadcastChannel(NAME);
    this.channel.onmessage = listener;
  }

  /** Games left behind that can be taken up again, the latest first. @returns {Promise<KeptGame[]>} */
  async leftGames() {
    return (await this.get("left")) ?? [];
  }

  /** Put a game aside. @param {KeptGame} game */
  leave(game) {
    return this.#change("left", (games = []) => [game, ...others(games, game.record)].slice(0, MOST_LEFT));
  }

  /** Take a left game out, since it is being played again. @param {string} record */
  take(record) {
    return this.#change("left", (/** @type {KeptGame[] | undefined} */ games) =>
      games?.some((game) => game.record === record) ? others(games, record) : games,
    );
  }

  /** Keep the text of a game that can no longer be read to its end. @param {string} record */
  keepDamaged(record) {
    return this.#change("damaged", (records = []) => [record, ...records].slice(0, MOST_LEFT));
  }
}

/** @param {KeptGame[]} games @param {string} record */
const others = (games, record) => games.filter((game) => game.record !== record);

/** @returns {Promise<IDBDatabase>} */
async function open() {
  const request = indexedDB.open(NAME, VERSION);
  request.onupgradeneeded = () => request.result.createObjectStore(STORE);
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
