import assert from "node:assert/strict";
import { test } from "node:test";
import { plucks } from "../../src/easyharp/web/celebration.js";
import { FOUNDATIONS } from "../../src/easyharp/web/piles.js";
import { arpeggio, Sounds, soundsOf } from "../../src/easyharp/web/sounds.js";
import { pitch, TIMBRES } from "../../src/easyharp/web/timbres.js";
import { answerOf, viewOf } from "./views.mjs";

/** @typedef {import("../../src/easyharp/web/backend.js").View} View */
/** @typedef {import("../../src/easyharp/web/sounds.js").Sound} Sound */

const RATE = 48_000;
const RANKS = Array.from({ length: 13 }, (_, i) => i + 1);
const TABLE = viewOf({ 1: "3h", e: "Ah", t: "--", w: "2h" });

/** What is heard when piles become others. @param {string} played @param {View} before @param {Record<string, string>} piles */
const heard = (played, before, piles) => soundsOf(before, answerOf(viewOf(piles), { played }));

/** An audio context that only notes what it is told to play. */
class FakeContext {
  state = "suspended";
  sampleRate = RATE;
  currentTime = 0;
  destination = {};
  resumed = 0;
  /** @type {{start: number, samples: Float32Array, level: number, pan: number, tone: number}[]} */
  played = [];
  #voice = { start: 0, samples: new Float32Array(), level: 0, pan: 0, tone: 0 };

  async resume() {
    this.resumed += 1;
    this.state = "running";
  }

  /** @param {number} _channels @param {number} length */
  createBuffer(_channels, length) {
    const buffer = { duration: length / RATE, samples: /** @type {Float32Array} */ (new Float32Array()) };
    return Object.assign(buffer, { copyToChannel: (/** @type {Float32Array} */ samples) => (buffer.samples = samples) });
  }

  createBufferSource() {
    const source = {
      buffer: { samples: new Float32Array() },
      connect: (/** @type {any} */ next) => next,
      start: (/** @type {number} */ start) => {
        this.played.push({ ...this.#voice, start, samples: source.buffer.samples });
      },
    };
    return source;
  }

  createBiquadFilter() {
    return this.#node({ frequency: this.#parameter("tone"), Q: {} });
  }

  createGain() {
    return this.#node({ gain: this.#parameter("level") });
  }

  createStereoPanner() {
    return this.#node({ pan: this.#parameter("pan") });
  }

  /** @param {object} node */
  #node = (node) => ({ ...node, connect: (/** @type {any} */ next) => next });

  /** @param {"tone" | "level" | "pan"} name */
  #parameter(name) {
    const voice = this.#voice;
    return {
      set value(/** @type {number} */ value) {
        voice[name] = value;
      },
    };
  }

  /** The greatest sample of all that was played, both sides and all filters left out. */
  peak() {
    const length = Math.max(...this.played.map(({ start, samples }) => Math.ceil(start * RATE) + samples.length));
    const mixed = new Float32Array(length);
    for (const { start, samples, level } of this.played) {
      samples.forEach((sample, i) => (mixed[Math.round(start * RATE) + i] += level * sample));
    }
    return mixed.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0);
  }
}

/** Sounds on a context of their own, and how often one was made. */
function listening() {
  const context = new FakeContext();
  const made = { times: 0 };
  const sounds = new Sounds(() => {
    made.times += 1;
    return /** @type {AudioContext} */ (/** @type {unknown} */ (context));
  });
  return { context, made, sounds };
}

// What is heard.

test("a card that comes to a column is a tap, and softer where it is taken back", () => {
  const [landing] = heard("w1", TABLE, { 1: "3h 2s", e: "Ah", t: "--" });
  const [back] = heard("uu", TABLE, { 1: "3h", e: "Ah", t: "-- 2s" });
  assert.equal(landing.timbre, "land");
  assert.equal(back.timbre, "land");
  assert.ok(back.level < landing.level);
  assert.ok(back.tone < landing.tone);
});

test("a card that comes to a foundation plucks a string, the higher the card the higher the string", () => {
  const [ace] = heard("1f", TABLE, { e: "Ah", f: "Ah", t: "--", w: "2h" });
  const [two] = heard("we", TABLE, { 1: "3h", e: "Ah 2h", t: "--" });
  assert.deepEqual([ace.timbre, two.timbre], ["string", "string"]);
  assert.deepEqual([ace.string, two.string], [1, 2]);
  for (const rank of RANKS.slice(1)) assert.ok(pitch(rank) > pitch(rank - 1));
});

test("each suit's strings sound from another side, in another colour", () => {
  const strings = arpeggio(FOUNDATIONS.map(() => 0));
  assert.equal(new Set(strings.map(({ pan }) => pan)).size, 4);
  assert.equal(new Set(strings.map(({ tone }) => tone)).size, 4);
});

test("draw, redeal and refusal have sounds of their own", () => {
  const drawn = heard("tw", TABLE, { 1: "3h", e: "Ah", w: "2h 9c" });
  const redealt = heard("wt", viewOf({ w: "2h 9c" }), { t: "-- --" });
  const refused = soundsOf(TABLE, answerOf(TABLE, {
    refusal: { code: "same_colour", source: "w", target: "1", cards: ["2h"], onto: "3h", wanted: [] },
  }));
  assert.deepEqual([drawn, redealt, refused].map((sounds) => sounds.map(({ timbre }) => timbre)), [["draw"], ["redeal"], ["muted"]]);
});

test("what is played again sounds as it did the first time", () => {
  for (const [played, piles] of /** @type {[string, Record<string, string>][]} */ ([
    ["w1", { 1: "3h 2s", e: "Ah", t: "--" }],
    ["we", { 1: "3h", e: "Ah 2h", t: "--" }],
    ["tw", { 1: "3h", e: "Ah", w: "2h 9c" }],
  ])) {
    assert.deepEqual(heard("rr", TABLE, piles), heard(played, TABLE, piles));
  }
});

test("nothing is heard of a game that is opened, nor where nothing happened", () => {
  assert.deepEqual(soundsOf(null, answerOf(TABLE)), []);
  assert.deepEqual(soundsOf(TABLE, answerOf(TABLE)), []);
});

test("a win is heard as eight rising strings, one after another as they are plucked", () => {
  const strings = arpeggio(plucks(8));
  assert.deepEqual(strings.map(({ delay }) => delay), plucks(8));
  for (let i = 1; i < 8; i += 1) assert.ok(strings[i].string > strings[i - 1].string);
});

// What it is made of.

test("every sound is short, begins and ends softly, and is the same each time", () => {
  const longest = { string: 1, muted: 0.2, land: 0.06, draw: 0.06, redeal: 0.3 };
  for (const [timbre, seconds] of Object.entries(longest)) {
    const make = TIMBRES[/** @type {keyof typeof longest} */ (timbre)];
    for (const rate of [44_100, RATE]) {
      const samples = make(rate, 5);
      assert.ok(samples.length <= Math.ceil(seconds * rate), timbre);
      assert.ok(samples.every(Number.isFinite), timbre);
      assert.equal(samples.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0), 1, timbre);
      assert.ok(samples[0] === 0 && samples.at(-1) === 0, timbre);
      for (const edge of [samples.slice(0, 10), samples.slice(-10)]) {
        assert.ok(edge.every((sample) => Math.abs(sample) < 0.1), timbre);
      }
      assert.deepEqual(make(rate, 5), samples, timbre);
    }
  }
});

test("every string is in tune", () => {
  for (const rank of RANKS) {
    const samples = TIMBRES.string(RATE, rank);
    /** How much of a frequency is in it. @param {number} frequency */
    const share = (frequency) => {
      let [across, along] = [0, 0];
      samples.forEach((sample, i) => {
        const turn = (2 * Math.PI * frequency * i) / RATE;
        across += sample * Math.sin(turn);
        along += sample * Math.cos(turn);
      });
      return Math.hypot(across, along);
    };
    const semitone = 2 ** (1 / 12);
    assert.ok(share(pitch(rank)) > 3 * share(pitch(rank) * semitone), String(rank));
    assert.ok(share(pitch(rank)) > 3 * share(pitch(rank) / semitone), String(rank));
  }
});

// How it is played.

test("no audio context is made before the first sound, and one only", () => {
  const { context, made, sounds } = listening();
  sounds.play([]);
  assert.equal(made.times, 0);
  sounds.play(heard("uu", TABLE, {}));
  context.currentTime = 1;
  sounds.play(heard("uu", TABLE, {}));
  assert.equal(made.times, 1);
  assert.equal(context.played.length, 2);
});

test("a context that does not sound is resumed, also where that is refused", async () => {
  const { context, sounds } = listening();
  context.resume = async () => {
    context.resumed += 1;
    throw new Error("not allowed");
  };
  for (const time of [0, 1]) {
    context.currentTime = time;
    sounds.play(heard("uu", TABLE, {}));
  }
  context.state = "running";
  context.currentTime = 2;
  sounds.play(heard("uu", TABLE, {}));
  assert.equal(context.resumed, 2);
});

test("where there is no Web Audio nothing happens", () => {
  assert.equal("AudioContext" in globalThis, false);
  const sounds = new Sounds();
  sounds.play(heard("uu", TABLE, {}));
  assert.equal(sounds.context, null);
});

test("the win has all its strings, even while others still sound", () => {
  const { context, sounds } = listening();
  for (const rank of RANKS.slice(-7)) {
    sounds.play(heard("1e", TABLE, { e: Array.from({ length: rank }, () => "Ah").join(" ") }));
    context.currentTime += 0.14;
  }
  sounds.play(arpeggio(plucks(8)));
  assert.equal(context.played.length, 7 + 8);
});

test("a burst is no louder than a few sounds, and everything stays quiet", () => {
  /** @type {Record<string, Sound[]>} */
  const kinds = {
    undo: heard("uu", TABLE, {}),
    land: heard("w1", TABLE, { 1: "3h 2s", e: "Ah", t: "--" }),
    draw: heard("tw", TABLE, { 1: "3h", e: "Ah", w: "2h 9c" }),
    redeal: heard("wt", viewOf({ w: "2h" }), { t: "--" }),
    string: heard("we", TABLE, { 1: "3h", e: "Ah 2h", t: "--" }),
    win: arpeggio(plucks(8)),
  };
  for (const [kind, burst] of Object.entries(kinds)) {
    for (const apart of [0, 0.01, 0.04, 0.1, 0.14]) {
      const { context, sounds } = listening();
      for (let i = 0; i < 20; i += 1) {
        sounds.play(burst);
        context.currentTime += apart;
      }
      const { played } = context;
      assert.ok(played.length >= 1);
      for (const { start } of played) {
        const sounding = played.filter((voice) => voice.start <= start && voice.start + voice.samples.length / RATE > start);
        assert.ok(sounding.length <= 8, `${sounding.length} voices of ${kind} every ${apart} s`);
      }
      assert.ok(context.peak() < 0.3, `${kind} every ${apart} s: ${context.peak()}`);
    }
  }
});
