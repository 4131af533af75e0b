// The engine inside the browser: a worker in which Python answers. The page first sends {isChecked} and {module}, told
// of below. Any other message to it is {id, ask, text}, as a request to the server is a path and a body; its answer is
// {id, status, text}, as the server's is. {ready: true} comes first.
//
// Nothing of the game is here, and no Python: the package is loaded as it was built. The build puts ENGINE before it: the
// hash of all that the engine is made of.

import { keepMemory, keptMemory, NO_MEMORY } from "./memory.js";
// @ts-expect-error The building of the site puts it there.
import { loadPyodide } from "./pyodide/pyodide.mjs";
// @ts-expect-error Pyodide imports it as well, but only once it runs.
import "./pyodide/pyodide.asm.mjs";

/** @typedef {{answer(ask: string, text: string): {get(place: number): any, destroy(): void}}} Service */

/** @type {string} */
// @ts-expect-error The building of the site puts it there.
const engine = ENGINE;

/** Where it lies in the file system that Python sees. */
const PACKAGE = "/lib/easyharp.zip";

/** What Pyodide would otherwise read from a list of packages to be had. None of them is needed. */
const NO_PACKAGES = {
  info: { abi_version: "2026_0", arch: "wasm32", platform: "emscripten_5_0_3", python: "3.14.2" }, packages: {},
};

/** What the page sends first: whether all that is loaded here is checked, and what it has compiled for all its workers. */
const isChecked = sent("isChecked");
const module = /** @type {Promise<WebAssembly.Module>} */ (sent("module"));

/** Pyodide would compile what it fetches. What it has asked for in vain is not fetched to its end. */
WebAssembly.instantiateStreaming = async (response, imports) => {
  Promise.resolve(response).then(({ body }) => body?.cancel()).catch(() => {});
  const compiled = await module;
  // Where this fails, Pyodide would wait for ever.
  return { module: compiled, instance: await WebAssembly.instantiate(compiled, imports).catch(broken) };
};

/** Start the engine, from its memory where that is kept. @returns {Promise<Service>} */
async function start() {
  const [archive, kept] = await Promise.all([fetched("python/engine.zip"), keptMemory(engine)]);
  if (kept?.length) {
    const restored = await loaded(archive, { _loadSnapshot: kept }).then(served).catch(console.warn);
    if (restored) return restored;
    keepMemory(engine, NO_MEMORY);
  }
  const isToBeKept = !kept && (await isChecked);
  const python = await loaded(archive, { _makeSnapshot: isToBeKept });
  python.pyimport("sys").path.append(PACKAGE);
  python.pyimport("easyharp.service");
  if (isToBeKept) keep(python);
  return served(python);
}

/** Keep the memory of an engine that has not answered anything yet; that takes its time once it is ready. @param {any} python */
function keep(python) {
  let memory = NO_MEMORY;
  try {
    memory = python.makeMemorySnapshot();
  } catch (error) {
    console.warn("The engine's memory cannot be kept:", error);
  }
  setTimeout(() => keepMemory(engine, memory));
}

/**
 * Load Pyodide, and put the package where Python looks for it.
 * @param {Uint8Array} archive
 * @param {object} options
 */
async function loaded(archive, options) {
  const python = await loadPyodide({
    indexURL: String(new URL("pyodide/", import.meta.url)),
    stdLibURL: String(new URL("python/library.zip", import.meta.url)),
    lockFileContents: NO_PACKAGES,
    packages: [],
    ...options,
  });
  python.FS.writeFile(PACKAGE, archive);
  return python;
}

/** @param {any} python @returns {Service} */
const served = (python) => python.pyimport("easyharp.service").Service();

/** @param {string} path */
async function fetched(path) {
  const response = await fetch(new URL(path, import.meta.url));
  if (!response.ok) throw new Error(`${path}: HTTP ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

/** What the page sends once, by its name. @param {string} name @returns {Promise<any>} */
function sent(name) {
  return new Promise((resolve) => addEventListener("message", ({ data }) => name in data && resolve(data[name])));
}

/** Tell the page that this worker is of no use any more: it makes another one. @param {unknown} error @returns {never} */
function broken(error) {
  setTimeout(() => {
    throw error; // what is rejected the page would not hear of
  });
  throw error;
}

const service = start();
service.then(() => postMessage({ ready: true }), broken).catch(() => {});

addEventListener("message", async ({ data: { id, ask, text } }) => {
  if (!id) return;
  try {
    const reply = (await service).answer(ask, text);
    postMessage({ id, status: reply.get(0), text: reply.get(1) });
    reply.destroy();
  } catch (error) {
    // Python answers mistakes itself: this is a breakdown.
    postMessage({ id, status: 500, text: JSON.stringify({ detail: String(error) }) });
    broken(error);
  }
});
