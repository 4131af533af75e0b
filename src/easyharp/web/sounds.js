// Sounds: what of the game is heard, and the voices that play it. How a sound is made stands in timbres.js. It knows
// nothing of settings; no audio context is made before the first sound.

import { COLUMNS, FOUNDATIONS, grownPile, STOCK, suitOf } from "./piles.js";
import { TIMBRES } from "./timbres.js";

/**
 * @typedef {import("./backend.js").View} View
 * @typedef {import("./backend.js").Answer} Answer
 * @typedef {{
 *   timbre: import("./timbres.js").Timbre, string: number, level: number, tone: number, pan: number, delay: number,
 * }} Sound  `string` where it is one of the harp's; `tone` is where it grows dull, in Hz; `delay` is in milliseconds
 */

/** So many voices at most sound at once, and none begins sooner after another, in seconds: a burst stays quiet. */
const VOICES = 8;
const APART = 0.04;

/** @type {Sound} */
const LANDING = { timbre: "land", string: 0, level: 0.12, tone: 2_500, pan: 0, delay: 0 };
const TAKEN_BACK = { ...LANDING, level: 0.06, tone: 1_200 };
/** @type {Sound} */
const DRAWN = { ...LANDING, timbre: "draw", level: 0.05, tone: 6_000 };
/** @type {Sound} */
const REDEALT = { ...LANDING, timbre: "redeal", level: 0.05, tone: 5_000 };
/** @type {Sound} */
const REFUSED = { ...LANDING, timbre: "muted", level: 0.1, tone: 700 };

/** Each suit's colour of sound; its strings stand where its foundations lie. */
const SUITS = /** @type {Record<string, {tone: number, pan: number}>} */ ({
  c: { tone: 1_500, pan: -0.3 },
  d: { tone: 3_200, pan: -0.1 },
  h: { tone: 2_400, pan: 0.1 },
  s: { tone: 1_900, pan: 0.3 },
});
/** The strings of the winning arpeggio: a major triad through the octaves. */
const ARPEGGIO = [1, 3, 4, 6, 8, 9, 11, 13];

/** @param {number} string @param {string} suit @param {number} [delay] @returns {Sound} */
const stringOf = (string, suit, delay = 0) => ({ timbre: "string", string, level: 0.08, ...SUITS[suit], delay });

/**
 * What is heard of an answer.
 * @param {View | null} before
 * @param {Answer} answer
 * @returns {Sound[]}
 */
export function soundsOf(before, { played, refusal, view }) {
  if (refusal) return [REFUSED];
  if (!played || !before) return [];
  if (played === "uu") return [TAKEN_BACK];
  // What an action played again did is seen by the pile that has grown.
  const target = grownPile(before, view) ?? STOCK;
  if (FOUNDATIONS.includes(target)) return [stringOf(view.piles[target].length, suitOf(target))];
  if (COLUMNS.includes(target)) return [LANDING];
  return [target === STOCK ? REDEALT : DRAWN];
}

/** What is heard of a win: all strings, from the lowest. @param {number[]} delays  of each foundation, in milliseconds */
export const arpeggio = (delays) => delays.map((delay, i) => stringOf(ARPEGGIO[i], suitOf(FOUNDATIONS[i]), delay));

export class Sounds {
  /** @param {() => AudioContext | null} [makeContext]  null where there is no Web Audio */
  constructor(makeContext = () => (globalThis.AudioContext ? new AudioContext() : null)) {
    this.makeContext = makeContext;
    /** @type {AudioContext | null} */
    this.context = null;
    /** @type {Map<string, AudioBuffer>} */
    this.buffers = new Map();
    /** @type {{source: AudioBufferSourceNode, start: number, end: number}[]} when each voice sounds that has not ended yet */
    this.voices = [];
  }

  /** @param {Sound[]} sounds */
  play(sounds) {
    if (!sounds.length) return;
    const context = (this.context ??= this.makeContext());
    if (!context) return;
    // A browser that will not let it sound yet is asked again with the next sound.
    if (context.state !== "running") context.resume().catch(() => {});
    this.voices = this.voices.filter(({ end }) => end > context.currentTime);
    for (const sound of sounds) {
      const start = context.currentTime + sound.delay / 1_000;
      if (this.#hasRoom(start)) this.#play(context, sound, start);
    }
  }

  /** Let nothing begin any more that was to sound later. */
  hush() {
    const now = this.context?.currentTime ?? 0;
    for (const { source, start } of this.voices) if (start > now) source.stop();
    this.voices = this.voices.filter(({ start }) => start <= now);
  }

  /** @param {number} start */
  #hasRoom(start) {
    const sounding = this.voices.filter(({ end }) => end > start);
    return sounding.length < VOICES && this.voices.every((voice) => Math.abs(voice.start - start) >= APART);
  }

  /** @param {AudioContext} context @param {Sound} sound @param {number} start */
  #play(context, sound, start) {
    const source = context.createBufferSource();
    const filter = context.createBiquadFilter();
    const gain = context.createGain();
    const panner = context.createStereoPanner();
    source.buffer = this.#buffer(context, sound);
    filter.type = "lowpass";
    filter.frequency.value = sound.tone;
    filter.Q.value = -3; // in dB: this one does not ring by itself
    gain.gain.value = sound.level;
    panner.pan.value = sound.pan;
    source.connect(filter).connect(gain).connect(panner).connect(context.destination);
    source.start(start);
    this.voices.push({ source, start, end: start + source.buffer.duration });
  }

  /** @param {AudioContext} context @param {Sound} sound */
  #buffer(context, { timbre, string }) {
    const key = `${timbre} ${string}`;
    const known = this.buffers.get(key);
    if (known) return known;
    const samples = TIMBRES[timbre](context.sampleRate, string);
    const buffer = context.createBuffer(1, samples.length, context.sampleRate);
    buffer.copyToChannel(samples, 0);
    this.buffers.set(key, buffer);
    return buffer;
  }
}
