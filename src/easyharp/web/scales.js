// Scales: round numbers for the limits and ticks of a picture. No DOM.

/** @typedef {(least: number) => number} Rounding  the smallest round step that is no smaller than a number above 0 */

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
/** Round stretches of time below an hour, in milliseconds. */
const ROUND_TIMES = [SECOND, MINUTE].flatMap((unit) => [1, 2, 5, 10, 15, 30].map((count) => count * unit));

/** Round counts: 1, 2, 5, 10, 20, 50 ... @type {Rounding} */
export function roundCount(least) {
  if (least <= 1) return 1;
  const power = 10 ** Math.floor(Math.log10(least));
  return (([1, 2, 5].find((digit) => digit * power >= least)) ?? 10) * power;
}

/** Round times in milliseconds: seconds, minutes, hours. @type {Rounding} */
export const roundTime = (least) => ROUND_TIMES.find((time) => time >= least) ?? roundCount(least / HOUR) * HOUR;

/**
 * Round limits around all values from `low` to `high`, equally far apart: the first is no higher than `low`, the last
 * higher than `high`.
 * @param {number} low @param {number} high  both from 0 up
 * @param {number} most  stretches between the limits
 * @param {Rounding} rounding
 * @returns {number[]}
 */
export function roundLimits(low, high, most, rounding) {
  // A stretch is no finer than a hundredth of what it measures: less would be read by nobody.
  let step = rounding(Math.max((high - low) / most, high / 100));
  const stretches = () => Math.floor(high / step) - Math.floor(low / step) + 1;
  while (stretches() > most) step = rounding(step * 1.5);
  const first = Math.floor(low / step);
  return Array.from({ length: stretches() + 1 }, (_, i) => (first + i) * step);
}
