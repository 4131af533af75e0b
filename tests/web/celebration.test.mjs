import assert from "node:assert/strict";
import { test } from "node:test";
import { plucks, strung } from "../../src/easyharp/web/celebration.js";

const STRINGS = Array.from({ length: 8 }, () => 13);

test("the harp hangs inside the table at every size, each string shorter than the one before", () => {
  for (const [width, height, card] of [[320, 460, 33], [360, 540, 37], [844, 340, 48], [1366, 700, 116], [3840, 2060, 240]]) {
    const size = { width: card, height: card * 1.4 };
    const strings = strung({ width, height }, size, STRINGS);
    let longest = Infinity;
    let right = 0;
    for (const string of strings) {
      assert.equal(string.length, 13);
      for (const { x, y } of string) {
        assert.ok(x >= right && x + card <= width, `${width}: ${x}`);
        assert.ok(y >= 0 && y + size.height <= height, `${height}: ${y}`);
      }
      const length = string[12].y - string[0].y;
      assert.ok(length < longest);
      longest = length;
      right = string[0].x;
    }
  }
});

test("the strings are plucked one after another, in less than three seconds", () => {
  const times = plucks(8);
  assert.deepEqual([...times].sort((a, b) => a - b), times);
  assert.equal(new Set(times).size, 8);
  assert.ok(times[7] < 3_000);
});
