import assert from "node:assert/strict";
import { test } from "node:test";
import { SOURCES, source } from "./catalogs.mjs";

test("every module is asked for at once, not one after another as they are read", () => {
  const page = source("index.html");
  const preloaded = [...page.matchAll(/rel="modulepreload" href="([^"]+)"/g)].map(([, name]) => name);
  const roots = ["app.js", "boards.js"]; // of the table and of the pages
  const modules = SOURCES.filter((name) => name.endsWith(".js") && !roots.includes(name));
  assert.deepEqual(preloaded, modules.sort());
  assert.ok(page.includes('<script type="module" src="app.js">'));
});
