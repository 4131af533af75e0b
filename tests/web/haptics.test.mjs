import assert from "node:assert/strict";
import { test } from "node:test";
import { Haptics } from "../../src/easyharp/web/haptics.js";
import { answerOf, viewOf } from "./views.mjs";

/** @typedef {import("../../src/easyharp/web/session.js").Wish} Wish */

const TABLE = viewOf({ 1: "3h" });
const TAP = /** @type {Wish} */ ({ kind: "tap", place: 0, pile: "1" });
const REFUSED = answerOf(TABLE, {
  refusal: { code: "space_needs_king", source: "1", target: "2", cards: ["3h"], onto: null, wanted: [] },
});

/** A device in a hand that has touched the page last with a finger, a mouse or a key. @param {"touch" | "mouse" | "key"} means */
function held(means) {
  const page = new EventTarget();
  /** @type {VibratePattern[]} */
  const felt = [];
  const haptics = new Haptics({ vibrate: (pattern) => Boolean(felt.push(pattern)) }, page);
  page.dispatchEvent(Object.assign(new Event("pointerdown"), { pointerType: means === "mouse" ? "mouse" : "touch" }));
  if (means === "key") page.dispatchEvent(new Event("keydown"));
  return { felt, haptics };
}

test("a card that a finger has brought somewhere is felt landing", () => {
  const { felt, haptics } = held("touch");
  for (const played of ["12", "w1", "1a", "a1"]) haptics.feel(TAP, answerOf(TABLE, { played }));
  assert.deepEqual(felt, [8, 8, 8, 8]);
});

test("nothing is felt of a draw, a redeal, undo, redo, finishing, or where nothing happened", () => {
  const { felt, haptics } = held("touch");
  for (const played of ["tw", "wt", null]) haptics.feel(TAP, answerOf(TABLE, { played }));
  haptics.feel({ kind: "undo" }, answerOf(TABLE, { played: "uu" }));
  haptics.feel({ kind: "redo" }, answerOf(TABLE, { played: "rr" }));
  haptics.feel({ kind: "finish" }, answerOf(TABLE, { played: "1a" }));
  assert.deepEqual(felt, []);
});

test("with a mouse or by keys no landing is felt", () => {
  for (const means of /** @type {const} */ (["mouse", "key"])) {
    const { felt, haptics } = held(means);
    haptics.feel(TAP, answerOf(TABLE, { played: "12" }));
    assert.deepEqual(felt, []);
  }
});

test("a refusal is felt, however it was tried", () => {
  for (const means of /** @type {const} */ (["touch", "mouse", "key"])) {
    const { felt, haptics } = held(means);
    haptics.feel(TAP, REFUSED);
    assert.deepEqual(felt, [[12, 40, 12]]);
  }
});

test("where the device cannot vibrate nothing happens", () => {
  const page = new EventTarget();
  const haptics = new Haptics({}, page);
  page.dispatchEvent(Object.assign(new Event("pointerdown"), { pointerType: "touch" }));
  haptics.feel(TAP, REFUSED);
  haptics.feel(TAP, answerOf(TABLE, { played: "12" }));
  assert.equal(haptics.touching, true);
});
