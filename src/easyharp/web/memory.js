// The engine's memory as it is once Python has started, kept on this device: restoring it takes a third of the time.
//
// Pyodide can do this but promises nothing about it. So a memory is only restored by the engine and the browser that it
// is of, and unharmed; and where restoring fails, the engine starts as it does without.

/** Beside the releases that the service worker keeps, each of which is a cache of its own. */
const CACHE = `easyharp-memory ${new URL("./", import.meta.url)}`;

/** No memory, and none wanted: where nothing can be kept, or where it could not be restored, which need not be tried anew. */
export const NO_MEMORY = new Uint8Array();

/**
 * The memory of an engine, `NO_MEMORY` where none is to be kept here, or null where none is kept yet.
 * @param {string} engine  which one: the hash of all that it is made of
 * @returns {Promise<Uint8Array<ArrayBuffer> | null>}
 */
export async function keptMemory(engine) {
  let kept;
  try {
    kept = await (await caches.open(CACHE)).match(addressOf(engine));
  } catch {
    return NO_MEMORY; // no page may keep anything here
  }
  try {
    if (kept?.headers.get("x-browser") !== navigator.userAgent) return null;
    const memory = new Uint8Array(await kept.arrayBuffer());
    return kept.headers.get("x-hash") === (await hashOf(memory)) ? memory : null;
  } catch {
    return null; // it is there, but cannot be read
  }
}

/**
 * Keep the memory of an engine in the place of any other.
 * @param {string} engine
 * @param {Uint8Array<ArrayBuffer>} memory
 */
export async function keepMemory(engine, memory) {
  try {
    const used = withoutEnd(memory);
    const headers = { "x-browser": navigator.userAgent, "x-hash": await hashOf(used) };
    const cache = await caches.open(CACHE);
    for (const request of await cache.keys()) await cache.delete(request);
    await cache.put(addressOf(engine), new Response(used, { headers }));
  } catch (error) {
    console.warn("The engine's memory cannot be kept:", error); // as where there is no room for it
  }
}

/** @param {string} engine */
const addressOf = (engine) => new URL(`memory/${engine}`, import.meta.url);

/** The memory without the zeros at its end, which are there anyway. @param {Uint8Array<ArrayBuffer>} memory */
function withoutEnd(memory) {
  const words = new Uint32Array(memory.buffer, memory.byteOffset, memory.length / 4);
  return memory.subarray(0, 4 * (words.findLastIndex(Boolean) + 1));
}

/** @param {Uint8Array<ArrayBuffer>} bytes */
async function hashOf(bytes) {
  return String(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)));
}
