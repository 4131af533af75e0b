import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { copy, isLocal, linkTo, resultText, share, sharedDeal } from "../../src/easyharp/web/sharing.js";
import { ALL_WORDS, wordsOf } from "./catalogs.mjs";
import { viewOf } from "./views.mjs";

const VIEW = viewOf({}, { won: true, score: 1_265, moves: 847 });

/** Be at an address. @param {string} address */
const at = (address) => Object.defineProperty(globalThis, "location", { value: new URL(address), configurable: true });

/** Have a browser that can do this. @param {object} abilities */
const browser = (abilities) => Object.defineProperty(globalThis, "navigator", { value: abilities, configurable: true });

afterEach(() => void at("https://example.org/harp/"));
at("https://example.org/harp/");

test("a link leads to where the page is, unless that is the player's own computer", () => {
  assert.equal(linkTo("EH1-N-AAAAAAF"), "https://example.org/harp/#EH1-N-AAAAAAF");
  for (const host of ["localhost:8104", "127.0.0.1:8104", "[::1]:8104"]) {
    at(`http://${host}/`);
    assert.ok(isLocal());
    assert.equal(linkTo("EH1-N-AAAAAAF"), "EH1-N-AAAAAAF");
    assert.deepEqual(sharedDeal("EH1-N-AAAAAAF"), { text: "EH1-N-AAAAAAF" });
  }
});

test("a result has code, score, moves and time, and a link", () => {
  assert.equal(
    resultText(wordsOf("de"), VIEW, 754_000),
    "Easy Harp · Verteilung 5 · EH1-N-AAAAAAF\nGewonnen! Punkte 1.265 · Züge 847 · Zeit 12:34\nhttps://example.org/harp/#EH1-N-AAAAAAF",
  );
  const running = resultText(wordsOf("en"), viewOf({ 1: "Kh" }, { score: 5, moves: 1 }));
  assert.equal(running, "Easy Harp · Deal 5 · EH1-N-AAAAAAF\nScore 5 · Moves 1\nhttps://example.org/harp/#EH1-N-AAAAAAF");
  for (const words of ALL_WORDS) assert.doesNotMatch(resultText(words, VIEW, 1), /undefined|NaN/);
});

test("the share sheet comes first, the clipboard second", async () => {
  /** @type {unknown[]} */
  const done = [];
  const clipboard = { writeText: async (/** @type {string} */ text) => void done.push(text) };
  browser({ clipboard, share: async (/** @type {unknown} */ data) => void done.push(data) });
  assert.equal(await share({ text: "EH1-N-AAAAAAF", url: "https://example.org/" }), null);
  browser({ clipboard });
  assert.equal(await share({ text: "EH1-N-AAAAAAF", url: "https://example.org/" }), "copied");
  assert.equal(await share({ text: "EH1-N-AAAAAAF" }), "copied");
  assert.deepEqual(done, [
    { title: "Easy Harp", text: "EH1-N-AAAAAAF", url: "https://example.org/" }, "https://example.org/", "EH1-N-AAAAAAF",
  ]);
});

test("who closes the share sheet wants nothing else; where it fails the clipboard is left", async () => {
  /** @type {string[]} */
  const done = [];
  const clipboard = { writeText: async (/** @type {string} */ text) => void done.push(text) };
  /** @param {string} name */
  const failing = (name) => () => Promise.reject(new DOMException("no", name));
  browser({ clipboard, share: failing("AbortError") });
  assert.equal(await share({ text: "a" }), null);
  assert.deepEqual(done, []);
  browser({ clipboard, share: failing("NotAllowedError") });
  assert.equal(await share({ text: "a" }), "copied");
  browser({});
  assert.equal(await copy("a"), "not_copied");
});
