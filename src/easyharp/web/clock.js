// Playing time. Runs only while told to, and a sleeping computer adds nothing. No DOM; time is handed in.

/** The longest stretch, in milliseconds, that can pass between two ticks while somebody is playing. */
const LONGEST_TICK = 2_000;

export class Clock {
  /** @param {number} elapsed  milliseconds already played */
  constructor(elapsed = 0) {
    this.elapsed = elapsed;
    /** @type {number | null} */
    this.since = null;
  }

  get isRunning() {
    return this.since !== null;
  }

  /** @param {number} now  milliseconds of any steady clock */
  start(now) {
    if (this.since === null) this.since = now;
  }

  /** @param {number} now */
  stop(now) {
    this.tick(now);
    this.since = null;
  }

  /** Count the time since the last tick; call it about once a second. @param {number} now */
  tick(now) {
    if (this.since === null) return;
    const passed = now - this.since;
    if (passed > 0 && passed <= LONGEST_TICK) this.elapsed += passed;
    this.since = now;
  }
}

/** Minutes and seconds, with hours where there are any: "0:07", "1:02:03". @param {number} milliseconds */
export function timeText(milliseconds) {
  const seconds = Math.floor(milliseconds / 1000);
  const two = (/** @type {number} */ n) => String(n % 60).padStart(2, "0");
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  return hours ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
}
