import assert from "node:assert/strict";
import { test } from "node:test";
import { CHOICES } from "../../src/easyharp/web/settings.js";
import { FELTS, LOOKS, contrast, over, token } from "./colours.mjs";

const FELT = ["--felt-light", "--felt", "--felt-deep"];

test("there is a felt for every one that can be chosen, and for no other", () => {
  assert.deepEqual(FELTS, CHOICES.felt);
});

test("what is written on the felt can be read on every part of it", () => {
  for (const look of LOOKS) {
    for (const ground of FELT) {
      for (const ink of ["--on-felt", "--on-felt-quiet"]) {
        const ratio = contrast(token(ink, look), token(ground, look));
        assert.ok(ratio >= 4.5, `${ink} on ${ground}, ${look.theme} ${look.felt}: ${ratio.toFixed(2)}`);
      }
    }
  }
});

test("the outline of an empty pile and its sign are seen on every part of the felt", () => {
  for (const look of LOOKS) {
    for (const ground of FELT.map((name) => token(name, look))) {
      for (const [name, least] of /** @type {const} */ ([["--outline", 2], ["--outline-ink", 2.5]])) {
        const ratio = contrast(over(token(name, look), ground), ground);
        assert.ok(ratio >= least, `${name} on ${ground}, ${look.theme} ${look.felt}: ${ratio.toFixed(2)}`);
      }
    }
  }
});

test("cards are the brightest things on the table", () => {
  for (const look of LOOKS) {
    for (const ground of FELT) assert.ok(contrast(token("--card", look), token(ground, look)) > 4.5);
  }
});

test("every felt is another one, but in high contrast, where there is only one", () => {
  for (const theme of /** @type {const} */ (["light", "dark", "contrast"])) {
    for (const part of FELT) {
      const colours = new Set(FELTS.map((felt) => token(part, { theme, felt })));
      assert.equal(colours.size, theme === "contrast" ? 1 : FELTS.length, `${theme} ${part}`);
    }
  }
});

test("what is written in windows can be read", () => {
  for (const look of LOOKS) {
    const sheet = token("--sheet", look);
    for (const ink of ["--sheet-ink", "--sheet-quiet", "--wrong", "--accent"]) {
      const ratio = contrast(token(ink, look), sheet);
      assert.ok(ratio >= 4.5, `${ink}, ${look.theme} ${look.felt}: ${ratio.toFixed(2)}`);
    }
    assert.ok(contrast(token("--on-accent", look), token("--accent", look)) >= 4.5);
  }
});
