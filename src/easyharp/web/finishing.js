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
    this.isRunning = false;
  }

  async start() {
    this.isRunning = true;
    this.changed();
    while (this.isRunning) {
      const answer = await this.step();
      if (!answer?.played || !answer.view.finishable) break;
      const pace = /^[tw][tw]$/.test(answer.played) ? PACE.draw : PACE.card;
      await new Promise((resolve) => setTimeout(resolve, pace));
    }
    this.stop();
  }

  stop() {
    if (!this.isRunning) return;
    this.isRunning = false;
    this.changed();
  }

  toggle() {
    if (this.isRunning) this.stop();
    else this.start();
  }
}
