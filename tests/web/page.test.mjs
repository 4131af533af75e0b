import assert from "node:assert/strict";
import { test } from "node:test";
import { source } from "./catalogs.mjs";

/** The modules that one needs before it can run, itself included. @param {string} name @param {Set<string>} found */
function needed(name, found = new Set()) {
  if (!found.has(name)) {
    found.add(name);
    for (const [, other] of source(name).matchAll(/^(?:import|export) [^;]*?from "\.\/([^"]+)";/gm)) needed(other, found);
  }
  return found;
}

test("every module that the table needs is asked for at once, not one after another as they are read", () => {
  const page = source("index.html");
  const preloaded = [...page.matchAll(/rel="modulepreload" href="([^"]+)"/g)].map(([, name]) => name);
  const early = needed("early.js");
  const others = [...needed("app.js")].filter((name) => !early.has(name) && name !== "app.js");
  early.delete("early.js");
  assert.ok(early.size > 5 && others.length > 20);
  assert.deepEqual(preloaded, [...[...early].sort(), ...others.sort()]);
  assert.ok(page.includes('<script type="module" async src="early.js">'));
  assert.ok(page.includes('<script type="module" src="app.js">'));
});
