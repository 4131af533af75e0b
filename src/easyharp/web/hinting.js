// Hinting: what is seen and heard of hints, a sentence with its button, marks on the table, and the sign of thinking.

import { lastStep } from "./hints.js";
import { button, byId, set } from "./page.js";
import { hintSentence } from "./sentences.js";

/**
 * @typedef {import("./hints.js").Hint} Hint
 * @typedef {import("./hints.js").Step} Step
 * @typedef {import("./words.js").Words} Words
 * @typedef {import("./words.js").Key} Key
 */

/** How the lamp breathes while it is being thought. */
const BREATH = { duration: 900, iterations: Infinity, direction: /** @type {const} */ ("alternate"), easing: "ease-in-out" };

export class Hinting {
  /**
   * @param {import("./table.js").Table} table
   * @param {import("./messages.js").Messages} messages
   * @param {{further(): void, giveUp(): void}} commands
   */
  constructor(table, messages, commands) {
    this.table = table;
    this.messages = messages;
    this.commands = commands;
    /** @type {Animation | null} */
    this.breath = null;
  }

  /** Tell that it is being thought, or no longer. @param {Words} words @param {boolean} thinks */
  think(words, thinks) {
    const lamp = byId("hint");
    set(lamp, "aria-busy", String(thinks));
    this.breath?.cancel();
    this.breath = null;
    // Who pressed the button of a sentence finds the focus where it goes on: on that to give up, then on the lamp.
    const focused = byId("message").contains(document.activeElement);
    const cancel = button(words.say("cancel"), this.commands.giveUp);
    if (thinks && this.table.motion.slowness) this.breath = lamp.animate({ opacity: [1, 0.4] }, BREATH);
    if (thinks) this.messages.say(words.say("hint_thinking"), { more: cancel });
    else this.messages.hide();
    if (focused) (thinks ? cancel : lamp).focus();
  }

  /**
   * Tell a hint as far as it has come, beside the cards that it names.
   * @param {Words} words
   * @param {Hint} hint
   * @param {{step: Step, thoughtLong: boolean}} how
   */
  show(words, hint, how) {
    const { view } = this.table;
    if (!view) return;
    const { source, target, count } = hint.action ?? { source: "", target: "", count: 0 };
    const from = how.step >= 2 ? [source] : [];
    const to = how.step === 3 ? [target] : [];
    this.table.markPiles("hinted", from, count);
    this.table.markPiles("hinted-target", to);
    const avoid = [...from, ...to].map((pile) => this.table.pileRect(pile));
    const next = nextKey(hint, how.step);
    const more = next ? button(words.say(next), this.commands.further) : undefined;
    // Who pressed the button of the sentence before finds the focus on this one's, or on the card that it is about.
    const focused = byId("message").contains(document.activeElement);
    this.messages.say(hintSentence(words, view, hint, how), { avoid, near: avoid.at(-1), more });
    if (focused) (more ?? this.table.piles[source])?.focus();
  }

  /** Take the marks off the table. */
  clear() {
    this.table.markPiles("hinted", []);
    this.table.markPiles("hinted-target", []);
  }
}

/** What the button under a hint leads to. @param {Hint} hint @param {Step} step @returns {Key | null} */
function nextKey(hint, step) {
  if (hint.verdict === "unknown") return "hint_think_on";
  if (step === lastStep(hint)) return null;
  return step === 1 ? "hint_which" : "hint_where";
}
