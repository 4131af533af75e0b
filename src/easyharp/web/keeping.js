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
    /** @type {Promise<IDBDatabase | null>} */
    this.database = open().catch((error) => {
      trouble(error);
      return null;
    });
  }

  /** The value kept under a key, or undefined. @param {string} key @returns {Promise<any>} */
  async get(key) {
    const database = await this.database;
    if (!database) return undefined;
    try {
      return await done(database.transaction(STORE).objectStore(STORE).get(key));
    } catch (error) {
      this.trouble(error);
      return undefined;
    }
  }

  /** Keep a value under a key, in one transaction. @param {string} key @param {unknown} value */
  async put(key, value) {
    const database = await this.database;
    if (!database) return;
    try {
      const transaction = database.transaction(STORE, "readwrite");
      const request = transaction.objectStore(STORE).put(value, key);
      transaction.commit();
      await done(request);
    } catch (error) {
      this.trouble(error);
    }
  }

  /** The running game. @returns {Promise<KeptGame | undefined>} */
  game() {
    return this.get("game");
  }

  /** @param {KeptGame} game */
  keepGame(game) {
    return this.put("game", game);
  }

  /** Games left behind that can be taken up again, the latest first. @returns {Promise<KeptGame[]>} */
  async leftGames() {
    return (await this.get("left")) ?? [];
  }

  /** Put a game aside. @param {KeptGame} game */
  async leave(game) {
    const others = (await this.leftGames()).filter((other) => other.record !== game.record);
    await this.put("left", [game, ...others].slice(0, MOST_LEFT));
  }

  /** Take a left game out, since it is being played again. @param {KeptGame} game */
  async take(game) {
    await this.put("left", (await this.leftGames()).filter((other) => other.record !== game.record));
  }
}

/** @returns {Promise<IDBDatabase>} */
async function open() {
  const request = indexedDB.open(NAME, VERSION);
  request.onupgradeneeded = () => request.result.createObjectStore(STORE);
  return done(request);
}

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
function done(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
