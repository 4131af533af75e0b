// Timbres: what every sound is made of, computed sample by sample and the same each time. Knows neither the game nor
// how sounds are played.

/** The harp's lowest string, in Hz, and the steps from string to string: five in an octave, in semitones. */
const LOWEST = 196;
const SCALE = [0, 2, 4, 7, 9];
/** Where a string is plucked, as a share of its length. */
const PLUCKED = 0.42;
const PARTIALS = 8;
/** How long, in seconds, a sound takes to begin and to end, so that neither clicks. */
const ATTACK = 0.002;
const RELEASE = 0.2;

/**
 * @typedef {"string" | "muted" | "land" | "draw" | "redeal"} Timbre
 * @typedef {(rate: number, string: number) => Float32Array<ArrayBuffer>} Maker
 */

/** Each sound at a number of samples a second, its greatest one being 1; a string is counted from the lowest, 1. */
export const TIMBRES = /** @type {Record<Timbre, Maker>} */ ({
  string: (rate, string) => smoothed(plucked(rate, 1, pitch(string), 0.34 * Math.sqrt(LOWEST / pitch(string)) + 0.06), rate),
  muted: (rate) => smoothed(plucked(rate, 0.18, LOWEST / 2, 0.035), rate),
  land(rate) {
    const samples = silence(rate, 0.055);
    rustle(samples, rate, { from: 0, decay: 0.009, lowest: 150, highest: 1_400 });
    ring(samples, rate, 165, 0.12, 0.014);
    return smoothed(samples, rate);
  },
  draw(rate) {
    const samples = silence(rate, 0.06);
    rustle(samples, rate, { from: 0, decay: 0.006, lowest: 900, highest: 4_500 });
    rustle(samples, rate, { from: 0.018, decay: 0.01, lowest: 1_400, highest: 6_000 });
    return smoothed(samples, rate);
  },
  redeal(rate) {
    const samples = silence(rate, 0.3);
    // The cards fall ever faster.
    for (let card = 0; card < 16; card += 1) {
      const from = 0.26 * Math.sqrt(card / 16);
      rustle(samples, rate, { from, decay: 0.008, lowest: 700, highest: 3_500 + 120 * card });
    }
    return smoothed(samples, rate);
  },
});

/** The frequency of a string. @param {number} string */
export function pitch(string) {
  const step = string - 1;
  return LOWEST * 2 ** (Math.floor(step / SCALE.length) + SCALE[step % SCALE.length] / 12);
}

/** @param {number} rate @param {number} seconds */
const silence = (rate, seconds) => new Float32Array(Math.ceil(rate * seconds));

/** A plucked string: its partials, the higher the sooner gone. @param {number} rate @param {number} seconds @param {number} frequency @param {number} decay */
function plucked(rate, seconds, frequency, decay) {
  const samples = silence(rate, seconds);
  for (let partial = 1; partial <= PARTIALS && partial * frequency < rate / 2; partial += 1) {
    const level = Math.sin(partial * Math.PI * PLUCKED) / partial ** 2;
    ring(samples, rate, partial * frequency, level, decay / (1 + 0.6 * (partial - 1)));
  }
  return samples;
}

/**
 * Add a tone that dies away: each sample follows from the two before, which costs less than a sine.
 * @param {Float32Array} samples @param {number} rate @param {number} frequency @param {number} level @param {number} decay
 */
function ring(samples, rate, frequency, level, decay) {
  const turn = (2 * Math.PI * frequency) / rate;
  const fade = Math.exp(-1 / (decay * rate));
  let last = 0;
  let now = level * fade * Math.sin(turn);
  for (let i = 1; i < samples.length; i += 1) {
    samples[i] += now;
    const next = 2 * fade * Math.cos(turn) * now - fade * fade * last;
    last = now;
    now = next;
  }
}

/**
 * Add a burst of noise that dies away, of frequencies within bounds.
 * @param {Float32Array} samples
 * @param {number} rate
 * @param {{from: number, decay: number, lowest: number, highest: number}} burst  in seconds and Hz
 */
function rustle(samples, rate, { from, decay, lowest, highest }) {
  const begin = Math.round(from * rate);
  const fade = Math.exp(-1 / (decay * rate));
  const [slow, quick] = [lowest, highest].map((bound) => 1 - Math.exp((-2 * Math.PI * bound) / rate));
  let [level, low, high, chance] = [1, 0, 0, begin + 1];
  for (let i = begin; i < samples.length; i += 1) {
    chance = (chance * 1_664_525 + 1_013_904_223) % 2 ** 32;
    const noise = chance / 2 ** 31 - 1;
    low += slow * (noise - low);
    high += quick * (noise - high);
    samples[i] += level * (high - low);
    level *= fade;
  }
}

/** Begin and end softly, and make the greatest sample 1. @param {Float32Array<ArrayBuffer>} samples @param {number} rate */
function smoothed(samples, rate) {
  const attack = ATTACK * rate;
  const release = Math.min(RELEASE * rate, samples.length / 3);
  let greatest = 0;
  for (let i = 0; i < samples.length; i += 1) {
    samples[i] *= Math.min(1, i / attack, (samples.length - 1 - i) / release);
    greatest = Math.max(greatest, Math.abs(samples[i]));
  }
  return samples.map((sample) => sample / greatest);
}
