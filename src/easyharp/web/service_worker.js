// The service worker of the static site. The build puts RELEASE before it: the release's name, and the hash of every file.
//
// A release is one cache. It is filled before it serves anybody, each file checked by its hash, and serves every request
// of the site from then on; so no page ever mixes two releases, and none needs the network.

/** @type {{name: string, files: Record<string, string>}} */
// @ts-expect-error The building of the site puts it there.
const { name, files } = RELEASE;
const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const SCOPE = worker.registration.scope;
/** What our caches are called; other apps of the same host have their own scope. */
const OURS = `easyharp ${SCOPE} `;
const CACHE = OURS + name;
/** The script of a worker, and what it may do: a page's own policy does not reach into its workers. */
const ENGINE = "engine.js";
const POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";
/** Requests at a time while a release is fetched. */
const AT_ONCE = 6;

worker.addEventListener("install", (event) => event.waitUntil(fill()));
worker.addEventListener("activate", (event) => event.waitUntil(takeOver()));
worker.addEventListener("fetch", (event) => {
  const path = pathOf(event.request);
  if (path !== null) event.respondWith(served(path, event));
});
worker.addEventListener("message", ({ data }) => {
  if (data === "take over") worker.skipWaiting();
});

/** The path in this release that a request is for, or null where it is none of our business. @param {Request} request */
function pathOf({ method, url }) {
  if (method !== "GET" || !url.startsWith(SCOPE)) return null;
  const path = new URL(url).pathname.slice(new URL(SCOPE).pathname.length);
  const file = path === "" || path.endsWith("/") ? `${path}index.html` : path;
  return file in files ? file : null;
}

/** The answer to a request for a file. @param {string} path @param {FetchEvent} event */
async function served(path, event) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(path);
  if (kept) return kept;
  // Where the browser has dropped a file, the host may have it still: but then it has to be this release's.
  const response = await fetched(event.request.url, files[path]);
  if (!response.ok) return response;
  const again = stamped(path, response, files[path]);
  event.waitUntil(cache.put(path, again.clone()));
  return again;
}

/** Fetch every file of the release that no earlier one has brought. All or nothing: otherwise this release is not installed. */
async function fill() {
  const cache = await caches.open(CACHE);
  const known = await knownFiles();
  const wanted = Object.entries(files);
  const next = async () => {
    for (let entry = wanted.pop(); entry; entry = wanted.pop()) {
      const [path, integrity] = entry;
      const have = known.get(integrity);
      const response = (have && (await have())) ?? (await fetched(path, integrity));
      if (!response.ok) throw new Error(`${path}: HTTP ${response.status}`);
      await cache.put(path, stamped(path, response, integrity));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, next));
  // Another release may have taken over meanwhile, and cleared away what was no part of it.
  const kept = await (await caches.open(CACHE)).keys();
  if (kept.length < Object.keys(files).length) throw new Error(`Release ${name} has been cleared away.`);
}

/**
 * A file of this release and no other. The page may have brought it just now, so the browser need not ask the host again;
 * but what it has may as well be of the release before.
 * @param {string} url @param {string} integrity
 */
function fetched(url, integrity) {
  return fetch(url, { integrity }).catch(() => fetch(url, { integrity, cache: "reload" }));
}

/** The files that our caches have, by their hashes. @returns {Promise<Map<string, () => Promise<Response | undefined>>>} */
async function knownFiles() {
  const known = new Map();
  for (const name of await ourCaches()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      const integrity = (await cache.match(request))?.headers.get("x-integrity");
      if (integrity) known.set(integrity, () => cache.match(request));
    }
  }
  return known;
}

/**
 * The response as it is kept: with its hash, and without what was true only of its way here.
 * @param {string} path @param {Response} response @param {string} integrity
 */
function stamped(path, response, integrity) {
  const headers = new Headers({ "Content-Type": response.headers.get("Content-Type") ?? "", "x-integrity": integrity });
  if (path === ENGINE) headers.set("Content-Security-Policy", POLICY);
  return new Response(response.body, { headers });
}

/** Serve the pages that are open, and forget the releases before. */
async function takeOver() {
  for (const name of await ourCaches()) if (name !== CACHE) await caches.delete(name);
  await worker.clients.claim();
}

const ourCaches = async () => (await caches.keys()).filter((name) => name.startsWith(OURS));
