// The engine inside the browser, in workers of this page.

import { BackendError, PATIENCE, taken } from "./backend.js";

/** @typedef {import("./backend.js").PageBackend} PageBackend */
/** @typedef {import("./backend.js").Waiting} Waiting */

/**
 * One worker plays, and from the first hint on another one thinks, so that thinking
 * keeps nobody waiting who plays.
 * @implements {PageBackend}
 */
export class WorkerBackend {
  constructor() {
    /** @type {EngineWorker | null} */
    this.player = null;
    /** @type {EngineWorker | null} */
    this.thinker = null;
    /** @type {Promise<WebAssembly.Module> | null} */
    this.compiling = null;
  }

  start() {
    return (this.player = this.#working(this.player));
  }

  /**
   * @param {string} name
   * @param {object} body
   * @param {Waiting} [waiting]
   * @returns {Promise<any>}
   */
  ask(name, body, { signal, thinking = 0 } = {}) {
    if (!thinking) return this.start().ask(name, body, PATIENCE);
    if (signal?.aborted) return Promise.reject(new BackendError("given up", null));
    const thinker = (this.thinker = this.#working(this.thinker));
    // A worker that thinks hears nothing: whoever gives up thinking gives it up, and the next one thinks in another.
    signal?.addEventListener("abort", () => thinker.isAsked && thinker.fail("given up"));
    return thinker.ask(name, body, PATIENCE + thinking);
  }

  /** A worker, or another one in the place of one that does not work. @param {EngineWorker | null} worker */
  #working(worker) {
    return worker && !worker.failed ? worker : new EngineWorker(this.#compiled());
  }

  /** What Python runs on, compiled once for all workers, while they load the rest. */
  #compiled() {
    this.compiling ??= compiled(new URL("pyodide/pyodide.asm.wasm", import.meta.url));
    this.compiling.catch(() => (this.compiling = null)); // the next worker tries again
    return this.compiling;
  }
}

/** WebAssembly from the host, compiled. @param {URL} address */
async function compiled(address) {
  try {
    return await WebAssembly.compileStreaming(fetch(address));
  } catch {
    // While it comes it is only compiled if the host has the right name for its type.
    const response = await fetch(address);
    if (!response.ok) throw new Error(`${address}: HTTP ${response.status}`);
    return WebAssembly.compile(await response.arrayBuffer());
  }
}

/** One worker with an engine, and who waits for its answers. */
class EngineWorker {
  /** @param {Promise<WebAssembly.Module>} compiled */
  constructor(compiled) {
    this.failed = false;
    /** @type {Map<number, {resolve(answer: any): void, reject(error: BackendError): void}>} */
    this.waiting = new Map();
    this.asked = 0;
    this.worker = new Worker(new URL("engine.js", import.meta.url), { type: "module" });
    /** @type {Promise<void>} without an end for a worker that fails: then all that wait for answers are told */
    this.ready = new Promise((resolve) => {
      this.worker.addEventListener("message", ({ data }) => (data.ready ? resolve() : this.#answered(data)));
    });
    this.worker.addEventListener("error", (event) => {
      event.preventDefault();
      this.fail(event.message || "The engine does not start.");
    });
    // Only what the service worker serves is checked by hash, and worth being kept.
    this.worker.postMessage({ isChecked: Boolean(navigator.serviceWorker?.controller) });
    compiled.then((module) => this.worker.postMessage({ module }), (error) => this.fail(String(error)));
  }

  get isAsked() {
    return this.waiting.size > 0;
  }

  /**
   * @param {string} name
   * @param {object} body
   * @param {number} patience  milliseconds; loading the engine, which may come from far, does not count
   * @returns {Promise<any>}
   */
  ask(name, body, patience) {
    const id = (this.asked += 1);
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.worker.postMessage({ id, ask: name, text: JSON.stringify(body) });
      this.ready.then(() => setTimeout(() => this.waiting.has(id) && this.fail("no answer"), patience));
    });
  }

  /** It answers no more. @param {string} reason */
  fail(reason) {
    this.failed = true;
    this.worker.terminate();
    for (const { reject } of this.waiting.values()) reject(new BackendError(reason, null));
    this.waiting.clear();
  }

  /** @param {{id: number, status: number, text: string}} answer */
  #answered({ id, status, text }) {
    const asker = this.waiting.get(id);
    this.waiting.delete(id);
    try {
      asker?.resolve(taken(status, JSON.parse(text)));
    } catch (error) {
      asker?.reject(/** @type {BackendError} */ (error));
    }
  }
}
