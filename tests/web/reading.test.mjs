import assert from "node:assert/strict";
import { test } from "node:test";
import { BackendError } from "../../src/easyharp/web/backend.js";
import { packed } from "../../src/easyharp/web/links.js";
import { problemSentence, read, textOf } from "../../src/easyharp/web/reading.js";
import { ALL_WORDS, wordsOf } from "./catalogs.mjs";
import { answerOf, viewOf } from "./views.mjs";

const RECORD = '[Deal "EH1-N-AAAAAAF"]\n\n74 71 7a tw uu\n';

/** An engine that takes whatever begins as a record. */
const ENGINE = {
  /** @param {string} ask @param {any} body */
  async ask(ask, { record }) {
    assert.equal(ask, "view");
    if (!record.trimStart().startsWith("[Deal ")) throw new BackendError("no record", "/record");
    return answerOf(viewOf({}), { record });
  },
};

/** What is found in a text: the record or what is said, and the note on a link. @param {string} text */
async function found(text) {
  const what = await read(ENGINE, text);
  if (what.kind === "game") return [what.kind, what.record, what.note];
  return what.kind === "wrong" ? [what.kind, what.key] : [what.kind];
}

test("a record is a game, with all that is wrong with it", async () => {
  assert.deepEqual(await found(RECORD), ["game", RECORD, null]);
  assert.deepEqual(await found(`${RECORD}xx`), ["game", `${RECORD}xx`, null]);
});

test("a link is a game, alone, in an address, or broken into lines by a mail", async () => {
  const link = await packed(RECORD);
  for (const text of [
    link, `#${link}`, ` ${link}\n`, `https://example.org/harp/#${link}`, `Schau: https://example.org/#${link}`,
    `${link.slice(0, 20)}\r\n  ${link.slice(20)}`,
  ]) {
    assert.deepEqual(await found(text), ["game", RECORD, null], text);
  }
});

test("what stands around a link is no part of it", async () => {
  const link = await packed(RECORD);
  const address = `http://example.org/#${link}`;
  for (const text of [
    `${link}.`, `Look: ${address}.`, `${address}, have fun!`, `${address} have fun!`, `${address}\n\n-- \nAda 5c`, `<${address}>`,
    `‹${address}›`, `"${link}"`, `(${address})`, `[my game](${address})`, `[Deal 5](<${address}> "Watch [it]")`,
    `[${address}](${address})`, `${link}abcdef`, `${address}?utm=1&x=.${link}`, `<a href="${address}">my game</a>`,
  ]) {
    assert.deepEqual(await found(text), ["game", RECORD, null], text);
  }
});

test("a game tells whether it came in a link", async () => {
  for (const [text, isLink] of /** @type {[string, boolean][]} */ ([[RECORD, false], [await packed(RECORD), true]])) {
    const what = await read(ENGINE, text);
    assert.equal(what.kind === "game" && what.isLink, isLink);
  }
});

test("a link in a tag of a record is no link", async () => {
  const text = `[Deal "EH1-N-AAAAAAF"]\n[Note "${await packed(RECORD)}"]\n\n74 71\n`;
  assert.deepEqual(await found(text), ["game", text, null]);
});

test("of a link without its end the beginning is a game", async () => {
  const link = await packed(RECORD);
  const [kind, record, note] = await found(link.slice(0, -4));
  assert.deepEqual([kind, note], ["game", "link_cut"]);
  assert.ok(RECORD.startsWith(String(record).trim()));
});

test("what is wrong with a link is told", async () => {
  const link = await packed(RECORD);
  assert.deepEqual(await found(link.replace("AAAAAAF", "AAAAAAG")), ["wrong", "link_damaged"]);
  assert.deepEqual(await found(link.replace("EH1", "EH2")), ["wrong", "link_newer"]);
  assert.deepEqual(await found("EH1-R-AAA"), ["wrong", "link_damaged"]);
});

test("a backup is known by its beginning", async () => {
  assert.deepEqual(await found('\ufeff\n {"format":"easyharp-backup"'), ["backup"]);
});

test("anything else is no game", async () => {
  for (const text of ["", " \n", "Rezept: 3 Eier", "EH1-N-AAAAAAF", "\0", "x".repeat(300_000)]) {
    assert.deepEqual(await found(text), ["wrong", "record_broken"], text.slice(0, 20));
  }
});

test("that the engine cannot be asked is no fault of the text", async () => {
  const gone = { ask: () => Promise.reject(new BackendError("gone", null)) };
  await assert.rejects(read(gone, RECORD), BackendError);
});

test("random damage to a link never does more than to be told", async () => {
  const link = await packed(RECORD);
  for (let place = 0; place < link.length; place += 1) {
    for (const other of ["", "A", "-", ".", "ä", "%", "\u0000"]) {
      const what = await read(ENGINE, link.slice(0, place) + other + link.slice(place + 1));
      if (what.kind !== "game") assert.equal(what.kind, "wrong");
      else if (what.record !== RECORD) assert.equal(what.note, "link_cut");
    }
  }
});

test("where a record breaks is told in every language", () => {
  for (const words of ALL_WORDS) {
    for (const reason of ["illegal", "unreadable"]) {
      assert.match(problemSentence(words, { kept: 57, reason, detail: "" }), /\b58\b/);
    }
  }
  const sentence = problemSentence(wordsOf("en"), { kept: 1_499, reason: "illegal", detail: "" });
  assert.equal(sentence, "Step 1,500 is against the rules. The game can be seen up to there.");
});

test("a file is read as text", async () => {
  assert.equal(await textOf(new File(["\ufeffä"], "game.txt")), "ä");
});

test("a file that cannot be read has no text", async () => {
  const gone = { slice: () => ({ text: () => Promise.reject(new DOMException("gone", "NotFoundError")) }) };
  assert.equal(await textOf(/** @type {any} */ (gone)), null);
});
