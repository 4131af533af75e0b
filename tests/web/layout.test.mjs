import assert from "node:assert/strict";
import { test } from "node:test";
import { STRIP } from "../../src/easyharp/web/faces.js";
import { CLASSIC_FROM, cardRect, catchRect, dropTarget, layout, messagePlace, overlap } from "../../src/easyharp/web/layout.js";
import { COLUMNS, FOUNDATIONS, PILES, STOCK, WASTE } from "../../src/easyharp/web/piles.js";
import { Chance } from "./chance.mjs";

/**
 * @typedef {import("../../src/easyharp/web/layout.js").Layout} Layout
 * @typedef {import("../../src/easyharp/web/layout.js").ColumnSize} ColumnSize
 * @typedef {import("../../src/easyharp/web/layout.js").Rect} Rect
 */

/** A tolerance for rounding, in pixels. */
const NEARLY = 0.01;

// Rooms: what is left of a window for the table once the bars have theirs.

/** Windows that the app names, at 100 % and at 200 % zoom, and low landscapes below what it promises. */
const WINDOWS = [
  [320, 568], [360, 640], [375, 667], [390, 844], [412, 915], [430, 932], [568, 320], [640, 360], [667, 375], [844, 390],
  [932, 430], [768, 1024], [1024, 768], [1280, 720], [1366, 768], [1920, 1080], [2560, 1440], [3840, 2160],
  [512, 384], [640, 512], [683, 384], [960, 540], [384, 512],
];

/** @param {number} width @param {number} height @returns {[number, number]} */
const roomOf = (width, height) => [width, height - (width > height ? 50 : 104)];

const ROOMS = WINDOWS.map(([width, height]) => roomOf(width, height));
for (let width = 320; width <= 3840; width = Math.ceil(width * 1.09)) {
  for (let height = width < 568 ? 568 : 320; height <= 2160; height = Math.ceil(height * 1.09)) {
    ROOMS.push(roomOf(width, height));
  }
}

// Tables: how many cards the columns have. Column i begins with i cards face down.

/** @param {(i: number) => ColumnSize} size */
const table = (size) => COLUMNS.map((_, i) => size(i));
const DEALT = table((i) => ({ hidden: i, shown: 1 }));
const EMPTY = table(() => ({ hidden: 0, shown: 0 }));
const LONGEST = table((i) => ({ hidden: i, shown: i === 8 ? 13 : 1 }));
const ALL_LONGEST = table((i) => ({ hidden: i, shown: 13 }));

/** As far as 104 cards can go: columns of 0 to 21 cards. @param {Chance} chance */
function anyTable(chance) {
  let left = 104;
  return table((i) => {
    const hidden = Math.min(chance.between(0, i), left);
    const shown = hidden < left ? chance.between(hidden ? 1 : 0, Math.min(13, left - hidden)) : 0;
    left -= hidden + shown;
    return { hidden: shown ? hidden : 0, shown };
  });
}

/** @param {(width: number, height: number, columns: ColumnSize[]) => void} check */
function everywhere(check) {
  const chance = new Chance(104);
  for (const [width, height] of ROOMS) {
    const tables = [DEALT, EMPTY, LONGEST, ALL_LONGEST, anyTable(chance), anyTable(chance), anyTable(chance)];
    for (const columns of tables) {
      try {
        check(width, height, columns);
      } catch (error) {
        const cards = columns.map(({ hidden, shown }) => `${hidden}+${shown}`).join(" ");
        throw new Error(`in a room of ${width} x ${height} with columns of ${cards}`, { cause: error });
      }
    }
  }
}

/** What a pile's cards cover. @param {Layout} plan @param {string} pile @param {ColumnSize[]} columns @returns {Rect} */
function pileRect(plan, pile, columns) {
  const size = columns[COLUMNS.indexOf(pile)] ?? { hidden: 0, shown: 1 };
  const first = cardRect(plan, pile, 0, columns);
  const last = cardRect(plan, pile, Math.max(0, size.hidden + size.shown - 1), columns);
  return { ...first, height: last.y + last.height - first.y };
}

/** @param {Layout} plan @param {ColumnSize[]} columns @param {number} width @param {number} height */
function assertFits(plan, columns, width, height) {
  const rects = PILES.map((pile) => pileRect(plan, pile, columns));
  for (const [i, { x, y, ...size }] of rects.entries()) {
    const isInside = x > -NEARLY && y > -NEARLY && x + size.width < width + NEARLY && y + size.height < height + NEARLY;
    assert.ok(isInside, `pile ${PILES[i]} is outside`);
    for (let j = 0; j < i; j += 1) {
      assert.ok(overlap(rects[i], rects[j]) < NEARLY, `piles ${PILES[i]} and ${PILES[j]} overlap`);
    }
  }
}

/** @param {Layout} plan @param {ColumnSize[]} columns */
function assertReadable({ card, strips }, columns) {
  for (const [i, { hidden, shown }] of columns.entries()) {
    if (shown > 1) assert.ok(strips[i].shown >= STRIP[card.kind] * card.height, `column ${i + 1} cannot be read`);
    if (hidden) assert.ok(strips[i].hidden >= 1, `face-down cards of column ${i + 1} cannot be told apart`);
  }
}

test("everything is inside, nothing overlaps, rank and suit can be read", () => {
  everywhere((width, height, columns) => {
    const plan = layout(width, height, columns);
    assertFits(plan, columns, width, height);
    assertReadable(plan, columns);
  });
});

test("so it is with either face at every size", () => {
  for (const kind of /** @type {const} */ (["phone", "classic"])) {
    everywhere((width, height, columns) => {
      const plan = layout(width, height, columns, { kind });
      assert.equal(plan.card.kind, kind);
      assertFits(plan, columns, width, height);
      assertReadable(plan, columns);
    });
  }
});

test("the index is at least 12 pixels high, from the smallest phone on", () => {
  // Heights of the index in faces.js, as shares of the card's.
  const index = { phone: 88 / 350, classic: 50 / 350 };
  everywhere((width, height, columns) => {
    const { card } = layout(width, height, columns);
    assert.ok(card.height * index[card.kind] >= 12);
  });
});

test("even in windows too small to be promised, everything is inside and nothing overlaps", () => {
  for (const [width, height] of [[160, 200], [284, 130], [320, 240], [200, 600], [1200, 160]]) {
    for (const columns of [DEALT, LONGEST]) assertFits(layout(width, height, columns), columns, width, height);
  }
});

test("cards are as wide on known screens as they were when they were tuned", () => {
  /** @type {[number, number, string, number, number][]} */
  const known = [
    [320, 568, "rows", 34, 34], [360, 640, "rows", 37, 37], [390, 844, "rows", 40, 40], [568, 320, "rails", 38, 43],
    [667, 375, "rails", 45, 47], [844, 390, "rails", 47, 54], [768, 1024, "rows", 73, 73], [1024, 768, "rows", 80, 98],
    [1366, 768, "row", 96, 114], [1920, 1080, "row", 139, 160], [3840, 2160, "row", 240, 240],
  ];
  for (const [width, height, mode, longest, dealt] of known) {
    const plan = layout(...roomOf(width, height), DEALT);
    assert.equal(plan.mode, mode, `${width} x ${height}`);
    assert.equal(Math.floor(plan.card.width), dealt, `${width} x ${height}`);
    assert.equal(Math.floor(layout(...roomOf(width, height), LONGEST).card.width), longest, `${width} x ${height}`);
  }
});

test("the mode depends on the room alone, so that it stays during a game", () => {
  for (const [width, height] of ROOMS) {
    const modes = [DEALT, EMPTY, LONGEST, ALL_LONGEST].map((columns) => layout(width, height, columns).mode);
    assert.equal(new Set(modes).size, 1);
  }
});

test("face-down strips are squeezed first, then face-up ones, then the card", () => {
  everywhere((width, height, columns) => {
    const { card, strips } = layout(width, height, columns);
    const roomy = layout(width, 100_000, columns, { kind: card.kind, cardWidth: card.width }).strips;
    const tight = layout(width, 0, [{ hidden: 1, shown: 1 }, ...columns.slice(1)], { kind: card.kind, cardWidth: card.width });
    const leastHidden = tight.strips[0].hidden;
    for (const [i, { hidden, shown }] of columns.entries()) {
      assert.ok(strips[i].hidden <= roomy[i].hidden + NEARLY);
      assert.ok(strips[i].shown <= roomy[i].shown + NEARLY);
      const isFaceUpSqueezed = shown > 1 && strips[i].shown < roomy[i].shown - NEARLY;
      if (isFaceUpSqueezed && hidden) assert.ok(Math.abs(strips[i].hidden - leastHidden) < NEARLY);
    }
    const largest = layout(width, height, EMPTY).card.width;
    assert.ok(card.width <= largest + NEARLY);
    if (card.width > largest - NEARLY) return;
    // The card is smaller for a column's sake: were it larger, not all of it could be told apart and read.
    const isLargestPhone = card.width < CLASSIC_FROM && card.width * 1.08 >= CLASSIC_FROM;
    if (isLargestPhone) return;
    const larger = layout(width, height, columns, { cardWidth: card.width * 1.08 });
    const isTooLarge = columns.some((column, i) => {
      const { y, height: high } = pileRect(larger, COLUMNS[i], columns);
      return y + high > height || (column.shown > 1 && larger.strips[i].shown < STRIP[larger.card.kind] * larger.card.height);
    });
    assert.ok(isTooLarge);
  });
});

test("a column that is longer than another makes no card larger", () => {
  for (const [width, height] of ROOMS) {
    let last = Infinity;
    for (let shown = 1; shown <= 13; shown += 1) {
      const size = layout(width, height, table((i) => ({ hidden: i, shown }))).card.width;
      assert.ok(size <= last);
      last = size;
    }
  }
});

test("the mirror shows the mirror image", () => {
  everywhere((width, height, columns) => {
    const plan = layout(width, height, columns);
    const mirrored = layout(width, height, columns, { mirror: true });
    for (const pile of PILES) {
      assert.ok(Math.abs(plan.piles[pile].x + plan.card.width + mirrored.piles[pile].x - width) < NEARLY);
      assert.equal(plan.piles[pile].y, mirrored.piles[pile].y);
    }
    assert.deepEqual({ ...mirrored, piles: plan.piles }, plan);
    assertFits(mirrored, columns, width, height);
  });
});

test("while a card is held, its size is kept and columns stay inside", () => {
  everywhere((width, height, columns) => {
    const held = layout(width, height, DEALT).card;
    const plan = layout(width, height, columns, { cardWidth: held.width });
    assert.deepEqual(plan.card, held);
    for (const pile of COLUMNS) {
      const { y, height: high } = pileRect(plan, pile, columns);
      assert.ok(y + high < height + NEARLY);
    }
  });
});

test("stock and waste, foundations, columns stand in their order", () => {
  for (const [width, height] of ROOMS) {
    const { piles } = layout(width, height, DEALT);
    for (let i = 1; i < 9; i += 1) {
      assert.ok(piles[COLUMNS[i]].x > piles[COLUMNS[i - 1]].x);
      assert.equal(piles[COLUMNS[i]].y, piles[COLUMNS[0]].y);
    }
    for (let i = 1; i < 8; i += 1) {
      const [a, b] = [piles[FOUNDATIONS[i - 1]], piles[FOUNDATIONS[i]]];
      assert.ok(b.y > a.y || (b.y === a.y && b.x > a.x));
    }
    assert.ok(piles[STOCK].x < piles[WASTE].x || piles[STOCK].y < piles[WASTE].y);
  }
});

test("a column catches cards down to the table's end, every other pile where it is", () => {
  everywhere((width, height, columns) => {
    const plan = layout(width, height, columns);
    const rects = PILES.map((pile) => catchRect(plan, pile, height));
    for (const [i, pile] of PILES.entries()) {
      const whole = pileRect(plan, pile, columns);
      assert.ok(overlap(rects[i], whole) > whole.width * whole.height - 1);
      if (COLUMNS.includes(pile)) assert.equal(rects[i].y + rects[i].height, height);
      for (let j = 0; j < i; j += 1) assert.ok(overlap(rects[i], rects[j]) < NEARLY);
    }
  });
});

/** @param {number} x @param {number} y @returns {Rect} */
const card = (x, y) => ({ x, y, width: 100, height: 140 });
const THREE = { 1: card(0, 0), 2: card(110, 0), 3: card(220, 0) };

test("a card is dropped on the pile that it overlaps most, legal ones first", () => {
  assert.equal(dropTarget(card(40, 30), THREE, ["1", "2", "3"]), "1");
  assert.equal(dropTarget(card(70, 30), THREE, ["1", "2", "3"]), "2");
  assert.equal(dropTarget(card(40, 30), THREE, ["2"]), "2");
  assert.equal(dropTarget(card(40, 30), THREE, ["3"]), "1");
  assert.equal(dropTarget(card(40, 30), THREE, []), "1");
});

test("a small overlap is enough, from wherever the card comes", () => {
  const upperThird = 94;
  const legal = ["2"];
  assert.equal(dropTarget(card(110 + 40, 0), THREE, legal), "2");
  assert.equal(dropTarget(card(110 - 40, 0), THREE, legal), "2");
  assert.equal(dropTarget(card(110, upperThird), THREE, legal), "2");
  assert.equal(dropTarget(card(110, -upperThird), THREE, legal), "2");
  assert.equal(dropTarget(card(110 - 90, 90), THREE, legal), "2");
});

test("a card that overlaps no pile is dropped on none", () => {
  assert.equal(dropTarget(card(0, 140), THREE, ["1"]), null);
  assert.equal(dropTarget(card(0, 139), THREE, ["1"]), null, "a touch is no overlap");
  assert.equal(dropTarget(card(500, 500), THREE, ["1", "2", "3"]), null);
});

test("wherever a card is dropped on a real table, no pile would have been nearer", () => {
  const chance = new Chance(5);
  for (const [width, height] of ROOMS) {
    const plan = layout(width, height, anyTable(chance));
    const piles = Object.fromEntries(PILES.map((pile) => [pile, catchRect(plan, pile, height)]));
    const { width: wide, height: high } = plan.card;
    const dropped = { x: chance.next() * width - wide / 2, y: chance.next() * height - high / 2, width: wide, height: high };
    const legal = PILES.filter(() => chance.next() < 0.2);
    const target = dropTarget(dropped, piles, legal);
    const least = wide * high * 0.05;
    const touched = PILES.filter((pile) => overlap(dropped, piles[pile]) > least);
    if (target === null) assert.deepEqual(touched, []);
    else {
      const rivals = legal.includes(target) ? touched.filter((pile) => legal.includes(pile)) : touched;
      const most = Math.max(...rivals.map((pile) => overlap(dropped, piles[pile])), 0);
      assert.ok(overlap(dropped, piles[target]) >= most);
      assert.ok(legal.includes(target) || !touched.some((pile) => legal.includes(pile)));
    }
  }
});

/** @param {Rect} spot @param {Rect[]} avoid */
const isFree = (spot, avoid) => avoid.every((rect) => overlap(spot, rect) < NEARLY);

/**
 * Whether a message could be anywhere without covering what it is to avoid.
 * @param {number} width
 * @param {number} height
 * @param {{width: number, height: number}} message
 * @param {Rect[]} avoid
 */
function hasFreePlace(width, height, message, avoid) {
  for (let x = 8; x <= width - message.width - 8; x += 4) {
    for (let y = 8; y <= height - message.height - 8; y += 4) if (isFree({ x, y, ...message }, avoid)) return true;
  }
  return false;
}

test("a message is inside the table and, where it can be, over none of the piles it speaks of", () => {
  const chance = new Chance(9);
  for (const [width, height] of ROOMS) {
    for (const columns of [DEALT, LONGEST]) {
      const plan = layout(width, height, columns);
      const message = { width: Math.min(300, width - 16), height: 58 };
      for (let i = 0; i < 20; i += 1) {
        const involved = [chance.choice(PILES), chance.choice(PILES)];
        const avoid = involved.map((pile) => pileRect(plan, pile, columns));
        const spot = { ...messagePlace(message, { width, height }, avoid, avoid[1]), ...message };
        assert.ok(spot.x >= 0 && spot.y >= 0 && spot.x + spot.width <= width && spot.y + spot.height <= height);
        if (isFree(spot, avoid)) continue;
        assert.ok(!hasFreePlace(width, height, message, avoid), `${width} x ${height}: ${involved}`);
      }
    }
  }
});

test("a message about nothing lies where it was asked for", () => {
  const near = { x: 500, y: 700, width: 0, height: 0 };
  assert.deepEqual(messagePlace({ width: 200, height: 40 }, { width: 1000, height: 700 }, [], near), { x: 400, y: 652 });
});
