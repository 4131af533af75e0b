// The engine behind the local server.

import { BackendError, PATIENCE, taken } from "./backend.js";

/** @typedef {import("./backend.js").PageBackend} PageBackend */
/** @typedef {import("./backend.js").Waiting} Waiting */

/** @implements {PageBackend} */
export class HttpBackend {
  start() {
    // The server runs already.
  }

  /**
   * @param {string} name  what is asked, see the protocol
   * @param {object} body
   * @param {Waiting} [waiting]
   * @returns {Promise<any>}
   */
  async ask(name, body, { signal, thinking = 0 } = {}) {
    const late = AbortSignal.timeout(PATIENCE + thinking);
    let response;
    try {
      response = await fetch(new URL(`api/${name}`, import.meta.url), {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(body),
        signal: signal ? AbortSignal.any([signal, late]) : late,
      });
    } catch (error) {
      throw new BackendError(String(error), null);
    }
    return taken(response.status, await response.json().catch(() => null));
  }
}
