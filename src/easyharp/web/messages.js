// Messages: one sentence on the table, near where it belongs and over none of the cards it speaks of, and the
// live region that speaks to those who do not see.

import { messagePlace } from "./layout.js";
import { byId, pageAddress } from "./page.js";
import { PILES } from "./piles.js";
import { refusalSentence } from "./sentences.js";

/** @typedef {import("./layout.js").Rect} Rect */

export class Messages {
  /** @param {import("./table.js").Table} table */
  constructor(table) {
    this.table = table;
    // A button on it says more.
    byId("message").addEventListener("click", ({ target }) => target instanceof HTMLButtonElement || this.hide());
  }

  /** Say something to listeners only. @param {string} text */
  speak(text) {
    byId("live").textContent = text;
  }

  /**
   * Show a sentence and speak it.
   * @param {string} text
   * @param {{avoid?: Rect[], near?: Rect, more?: HTMLElement}} [where]  `more` leads to where more is said
   */
  say(text, where = {}) {
    const message = byId("message");
    const { room } = this.table;
    message.textContent = text;
    if (where.more) message.append(" ", where.more);
    message.hidden = false;
    const size = { width: message.offsetWidth, height: message.offsetHeight };
    const near = where.near ?? { x: room.width / 2, y: room.height, width: 0, height: 0 };
    const { x, y } = messagePlace(size, room, where.avoid ?? [], near, this.table.pileRects());
    message.style.transform = `translate(${x}px, ${y}px)`;
    this.speak(text);
  }

  /** Say why an action was refused. @param {import("./words.js").Words} words @param {import("./backend.js").Refusal} refusal */
  refuse(words, refusal) {
    const involved = [refusal.source, refusal.target].filter((pile) => PILES.includes(pile));
    const avoid = involved.map((pile) => this.table.pileRect(pile));
    const link = document.createElement("a");
    link.href = `${pageAddress(words.language, "examples")}#${refusal.code}`;
    link.textContent = words.say("refusal_example");
    this.say(refusalSentence(words, refusal), { avoid, near: avoid.at(-1), more: link });
  }

  get isShown() {
    return !byId("message").hidden;
  }

  /** @param {string} [text]  that is to be hidden, if it is still what is said */
  hide(text) {
    const message = byId("message");
    if (text === undefined || message.textContent === text) message.hidden = true;
  }
}
