import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { LinkError, packed, unpacked } from "../../src/easyharp/web/links.js";
import { isGameLink } from "../../src/easyharp/web/sharing.js";
import { Chance } from "./chance.mjs";

/** What stands before the fragment of a link. */
const ADDRESS = "https://example.org/easyharp/#";
const PILES = [..."123456789abcdefghtw"];

/**
 * A record as the engine writes it.
 * @param {readonly string[]} actions @param {string} [letters] of the deal's code @param {string} [daily]
 */
function recordOf(actions, letters = "AAAAAAF", daily = "") {
  const lines = [];
  for (let i = 0; i < actions.length; i += 25) lines.push(`${actions.slice(i, i + 25).join(" ")}\n`);
  return `[Deal "EH1-N-${letters}"]\n${daily && `[Daily "${daily}"]\n`}\n${lines.join("")}`;
}

/** @param {string} name */
const golden = (name) => readFileSync(new URL(`../golden/${name}`, import.meta.url), "utf8").trim().split("\n");

/** The actions of every golden record, and of every golden win. */
const RECORDS = golden("records.jsonl").map((line) => String(JSON.parse(line).actions).split(" ").filter(Boolean));
const WINS = golden("wins.tsv").slice(1).map((line) => line.split("\t")[4].split(" "));

/** Every action that the rules can ever allow. */
const POSSIBLE = [
  "tw", "wt", "uu", "rr",
  ...PILES.flatMap((source) => PILES.map((target) => source + target)).filter(
    ([source, target]) =>
      source !== target && source !== "t" && !"tw".includes(target) && !/[a-h][a-h]/.test(source + target),
  ),
];

/**
 * A long game: mostly draws, now and then a card is played, and sometimes one or more actions are taken back.
 * @param {Chance} chance @param {number} length
 */
function longGame(chance, length) {
  /** @type {string[]} */
  const actions = [];
  while (actions.length < length) {
    const kind = chance.next();
    if (kind < 0.45) actions.push(...Array(chance.between(1, 6)).fill("tw"));
    else if (kind < 0.47) actions.push("wt");
    else if (kind < 0.55) actions.push(...Array(chance.between(1, 3)).fill("uu"));
    else if (kind < 0.57) actions.push("rr");
    else actions.push(chance.choice(POSSIBLE));
  }
  return actions.slice(0, length);
}

/** The error of a fragment that cannot be unpacked. @param {string} fragment @returns {Promise<LinkError>} */
async function failure(fragment) {
  const error = await unpacked(fragment).then(() => null, (reason) => reason);
  if (error instanceof LinkError) return error;
  assert.fail(`${fragment}: ${error}`);
}

test("every golden game comes back as it was", async () => {
  for (const actions of [...RECORDS, ...WINS, []]) {
    const record = recordOf(actions);
    assert.equal(await unpacked(await packed(record)), record);
  }
});

test("any sequence of possible actions comes back as it was, with its deal and its date", async () => {
  const chance = new Chance(15);
  for (let run = 0; run < 300; run += 1) {
    const actions = Array.from({ length: chance.between(0, 120) }, () => chance.choice(POSSIBLE));
    const letters = Array.from({ length: 7 }, () => chance.choice([..."ABCXYZ"])).join("");
    const record = recordOf(actions, letters, chance.choice(["", "2026-12-24", "2028-02-29"]));
    const fragment = await packed(record);
    assert.match(fragment, /^[\w.-]+[0-9a-f]$/, "nothing that an address would have to escape, or a mail cut off");
    assert.equal(await unpacked(fragment), record);
    assert.equal(await unpacked(`#${fragment}`), record);
  }
});

test("what a link is made of never changes, so that old links can always be read", async () => {
  const link = "EH1-R-AAAAAAF.qyitZWBiYgYA.2026-12-24.a2e06aeb";
  assert.equal(await unpacked(link), recordOf("74 71 7a tw uu uu rr".split(" "), "AAAAAAF", "2026-12-24"));
});

test("a link of 1,500 actions has less than 2,000 characters", async () => {
  const chance = new Chance(1500);
  const games = [
    ...WINS.map((win) => [...win, ...win].slice(0, 1_500)),
    ...Array.from({ length: 20 }, () => longGame(chance, 1_500)),
    // Much worse than any game: nothing but moves, no two alike for long.
    Array.from({ length: 1_350 }, () => chance.choice(POSSIBLE)),
  ];
  for (const actions of games) {
    const { length } = ADDRESS + (await packed(recordOf(actions, "AACEXHN", "2026-12-24")));
    assert.ok(length < 2_000, `${actions.length} actions take ${length} characters`);
  }
});

test("a golden win takes less than 450 characters", async () => {
  for (const win of WINS) assert.ok(ADDRESS.length + (await packed(recordOf(win))).length < 450);
});

test("tags but the deal and the daily date are left out", async () => {
  const tagged = '[Deal "EH1-N-AAAAAAF"]\n[Player "Ada \\"Byron\\""]\n[Daily "2026-12-24"]\n[Note "[x]"]\n\n74 71\n';
  assert.equal(await unpacked(await packed(tagged)), recordOf(["74", "71"], "AAAAAAF", "2026-12-24"));
  const odd = '[Deal "EH1-N-AAAAAAF"]\n[Daily "some day"]\n\n74\n';
  assert.equal(await unpacked(await packed(odd)), recordOf(["74"]));
});

test("what is no record as the engine writes it is not packed", async () => {
  const start = '[Deal "EH1-N-AAAAAAF"]\n\n';
  for (const text of ["", "74 71", '[Deal "5"]\n\n74', `${start}74 7`, `${start}tt`, `${start}11`, `${start}74 [x]`]) {
    await assert.rejects(packed(text), (error) => error instanceof LinkError && error.reason === "record", text);
  }
  await assert.rejects(packed(start + "tw ".repeat(70_000)), { reason: "long" });
});

test("games and deals are told apart", async () => {
  const others = ["EH1-N-AAAAAAF", "#EH1-N-AAAAAAF", "AAAAAAF", "4711", "", "#", "rules", "EH1-R", "xEH1-R-AAAAAAF"];
  for (const deal of others) {
    assert.equal(isGameLink(deal), false);
    assert.equal((await failure(deal)).reason, "foreign");
  }
  assert.ok(isGameLink(await packed(recordOf([]))));
  assert.ok(isGameLink("#EH2-R-something"));
  assert.equal((await failure("#EH2-R-something")).reason, "newer");
});

test("a link that was cut says so, and its good beginning can still be read", async () => {
  for (const actions of [WINS[0], RECORDS[0], ["74"], []]) {
    const record = recordOf(actions, "AAAAAAF", "2026-12-24");
    const fragment = await packed(record);
    for (let length = "EH1-R-".length; length < fragment.length; length += length < 20 || length > 380 ? 1 : 3) {
      const { reason, record: beginning } = await failure(fragment.slice(0, length));
      assert.equal(reason, "cut", fragment.slice(0, length));
      const known = beginning?.split("\n\n")[1].match(/\S+/g) ?? [];
      assert.deepEqual(known, actions.slice(0, known.length));
      assert.equal(beginning === null, length < "EH1-R-AAAAAAF".length);
    }
    assert.equal((await failure(fragment.slice(0, -1))).record, record);
  }
  const half = await failure((await packed(recordOf(WINS[0]))).slice(0, 200));
  assert.ok((half.record?.length ?? 0) > 1_000);
});

test("no changed character goes unnoticed", async () => {
  const chance = new Chance(8);
  const fragment = await packed(recordOf(WINS[1], "AAAAAAF", "2026-12-24"));
  for (let place = "EH1-R-".length; place < fragment.length; place += 1) {
    const other = chance.choice([...".-_AZaz09!%ü"].filter((char) => char !== fragment[place]));
    const { reason } = await failure(fragment.slice(0, place) + other + fragment.slice(place + 1));
    assert.ok(["damaged", "cut"].includes(reason));
  }
});

test("white space that a mail has put into a link does not matter", async () => {
  const record = recordOf(WINS[0]);
  const fragment = await packed(record);
  assert.equal(await unpacked(` #${fragment.slice(0, 76)}\r\n${fragment.slice(76)}\n`), record);
});

// ---- Hostile links --------------------------------------------------------------------------------------------------

/** The fragment of any text with a right checksum: FNV-1a once more, in whole numbers. @param {string} text */
function signed(text) {
  let hash = 2166136261n;
  for (const char of text) hash = ((hash ^ BigInt(char.charCodeAt(0))) * 16777619n) % 2n ** 32n;
  return `${text}.${hash.toString(16).padStart(8, "0")}`;
}

/** @param {Uint8Array<ArrayBuffer>} bytes */
async function deflated(bytes) {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const out = new Uint8Array(await new Response(stream).arrayBuffer());
  const text = btoa(Array.from(out, (byte) => String.fromCharCode(byte)).join(""));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

test("a small link never becomes a huge record", async () => {
  const bomb = await deflated(new Uint8Array(10_000_000));
  assert.ok(bomb.length < 100_000);
  const { reason } = await failure(signed(`EH1-R-AAAAAAF.${bomb}`));
  assert.equal(reason, "damaged");
  const { record } = await failure(`EH1-R-AAAAAAF.${bomb}`);
  assert.ok((record?.length ?? 0) <= 200_000);
  assert.equal((await failure(`EH1-R-AAAAAAF.${"A".repeat(1_000_000)}`)).reason, "long");
});

test("the longest record that the engine takes can be packed", async () => {
  const record = recordOf(Array(66_600).fill("tw"), "AAAAAAF", "2026-12-24");
  assert.ok(record.length <= 200_000);
  assert.equal(await unpacked(await packed(record)), record);
});

test("with a right checksum, too, what is no game is damaged", async () => {
  const unknown = await deflated(new Uint8Array([0, 0, 255]));
  const good = await deflated(new Uint8Array([0, 0, 0]));
  const packings = ["", "A", "____", unknown, good.slice(0, -2)];
  for (const packing of packings) assert.equal((await failure(signed(`EH1-R-AAAAAAF.${packing}`))).reason, "damaged");
  assert.equal((await failure(signed(`EH1-R-AAAAAAF.${good}.2026-02-31`))).reason, "damaged");
  assert.equal(await unpacked(signed(`EH1-R-AAAAAAF.${good}`)), recordOf(["tw", "tw", "tw"]));
});

test("random text behind the prefix never throws anything else, and never takes long", async () => {
  const chance = new Chance(99);
  const chars = [..."abcXYZ0189-_..#% \n[]\"\\é\u{1F0A1}"];
  for (let run = 0; run < 500; run += 1) {
    const tail = Array.from({ length: chance.between(0, 80) }, () => chance.choice(chars)).join("");
    const { reason } = await failure(chance.choice(["EH1-R-", "EH1-R-AAAAAAF.", "EH1-R-AAAAAAF"]) + tail);
    assert.ok(["damaged", "cut"].includes(reason), reason);
  }
  assert.equal((await failure(`EH1-R-AAAAAAF.${"A.".repeat(90_000)}`)).reason, "damaged");
});
