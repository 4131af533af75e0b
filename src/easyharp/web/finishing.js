// Finishing: one ordinary action after another, until it is done or stopped between two of them. No DOM.

/** Milliseconds after a card went to its foundation, and after one was only drawn. */
const PACE = { card: 140, draw: 45 };

export class Finishing {
  /**
   * @param {() => Promise<import("./backend.js").Answer | null>} step  plays the next action
   * @param {() => void} changed  called when it begins and when it ends
   */
  constructor(step, changed) {
    this.step = step;
    this.changed = changed;
    /** Counts the runs, so that one which was stopped never goes on as the next one; 0 while none is going on. */
    this.run = 0;
    this.runs = 0;
  }

  get isRunning() {
    return this.run !== 0;
  }

  async start() {
    const run = (this.run = this.runs += 1);
    this.changed();
    while (this.run === run) {
      const answer = await this.step();
      if (this.run !== run) return;
      if (!answer?.played || !answer.view.finishable) return this.stop();
      const pace = /^[tw][tw]$/.test(answer.played) ? PACE.draw : PACE.card;
      await new Promise((resolve) => setTimeout(resolve, pace));
    }
  }

  stop() {
    if (!this.isRunning) return;
    this.run = 0;
    this.changed();
  }

  toggle() {
    if (this.isRunning) this.stop();
    else this.start();
  }
}
