// Which engine a page has. The pages of the static site say that they have one of their own.

import { BackendError } from "./backend.js";
import { HttpBackend } from "./http_backend.js";
import { WorkerBackend } from "./worker_backend.js";

/** Whether this page is the static site's, with the engine inside the browser. */
export const isStaticSite = () => document.documentElement.dataset.engine === "worker";

/** The sentence for an engine that does not answer, or for a part of the page that does not come. */
export const unreachableKey = () => (isStaticSite() ? "not_loaded" : "unreachable");

/** The sentence where the engine could not be asked; what is no failure of it is our own mistake. @param {unknown} error */
export function failureKey(error) {
  if (!(error instanceof BackendError)) throw error;
  return error.pointer === null ? unreachableKey() : "wrong_request";
}

/** @type {import("./backend.js").PageBackend | undefined} */
let backend;

/** The engine that this page asks; one for all who ask. */
export function pageBackend() {
  backend ??= isStaticSite() ? new WorkerBackend() : new HttpBackend();
  return backend;
}
