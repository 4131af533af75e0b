// Keyboard: everything can be played without a pointer. Keys are compared by what they print, so Z and Y are
// where the player's keyboard has them. No binding takes a key from the browser.

import { COLUMNS, FOUNDATIONS, PILES, STOCK, WASTE } from "./piles.js";

/**
 * @typedef {import("./table.js").Table} Table
 * @typedef {{
 *   draw(): void, toFoundation(pile: string): void, select(pile: string): void, letGo(): void,
 *   undo(): void, redo(): void, hint(): void, outlook(): void, newGame(): void, statistics(): void,
 *   help(): void, isBusy(): boolean,
 * }} Commands  `isBusy`: whether something wanted before is not done yet
 */

export class Keyboard {
  /**
   * @param {Table} table
   * @param {Commands} commands
   */
  constructor(table, commands) {
    this.table = table;
    this.commands = commands;
    this.focused = COLUMNS[0];
    table.piles[this.focused].tabIndex = 0;
    for (const pile of PILES) table.piles[pile].addEventListener("focus", () => this.#rove(pile));
    /** Whether the Tab key was pressed after the last pointer went down: only then a button's focus is meant. */
    this.tabbed = false;
    document.addEventListener("pointerdown", () => (this.tabbed = false), { capture: true });
    document.addEventListener("keydown", (event) => (this.tabbed ||= event.key === "Tab"), { capture: true });
    document.addEventListener("keydown", (event) => this.#key(event));
    // A button reacts to Space when it is released; on the table Space draws and does nothing else.
    document.addEventListener("keyup", (event) => {
      if (event.key === " " && !this.#isElsewhere(event)) event.preventDefault();
    });
  }

  /** Put the focus onto a pile. @param {string} pile */
  focus(pile) {
    this.#rove(pile);
    this.table.piles[pile].focus({ focusVisible: true, preventScroll: true });
  }

  /** Only one pile is a stop of the Tab key. @param {string} pile */
  #rove(pile) {
    this.table.piles[this.focused].tabIndex = -1;
    this.table.piles[pile].tabIndex = 0;
    this.focused = pile;
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.defaultPrevented || event.altKey || this.#isElsewhere(event)) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const command = event.ctrlKey || event.metaKey ? this.#withControl(key, event.shiftKey) : this.#plain(key, event);
    if (!command) return;
    event.preventDefault();
    // A key held down never wants more than is done, so that all is over when it is let go.
    const { draw, undo, redo, isBusy } = this.commands;
    if (event.repeat && [draw, undo, redo].includes(command) && isBusy()) return;
    command();
  }

  /** Whether a key belongs to a dialog, a text field or another control. @param {KeyboardEvent} event */
  #isElsewhere(event) {
    if (document.querySelector("dialog[open]")) return true;
    const target = event.target;
    if (!(target instanceof HTMLElement)) return false;
    if (target.closest("input, textarea, select, [contenteditable]")) return true;
    const control = target.closest("button, a, summary");
    // Space and Enter on a button of the bar press that button, if the keyboard brought the focus there.
    return Boolean(control && !target.dataset.pile && this.tabbed && [" ", "Enter"].includes(event.key));
  }

  /** @param {string} key @param {boolean} shift */
  #withControl(key, shift) {
    if (key === "z") return shift ? this.commands.redo : this.commands.undo;
    if (key === "y" && !shift) return this.commands.redo;
    return null;
  }

  /** @param {string} key @param {KeyboardEvent} event */
  #plain(key, event) {
    const { commands } = this;
    const onTable = event.target instanceof HTMLElement && event.target.dataset.pile !== undefined;
    if (COLUMNS.includes(key)) return () => this.focus(key);
    switch (key) {
      case "0":
        return () => this.focus(this.focused === WASTE ? STOCK : WASTE);
      case "ArrowLeft":
      case "ArrowRight":
      case "ArrowUp":
      case "ArrowDown":
        return () => this.focus(onTable ? this.#neighbour(key) : this.focused);
      case "Enter":
        return onTable && !event.repeat ? () => commands.select(this.focused) : null;
      case "Escape":
        return commands.letGo;
      case " ":
        return commands.draw;
      case "f":
        return event.repeat ? null : () => commands.toFoundation(this.focused);
      case "u":
        return commands.undo;
      case "h":
        return event.repeat ? null : commands.hint;
      case "w":
        return event.repeat ? null : commands.outlook;
      case "n":
        return commands.newGame;
      case "s":
        return event.repeat ? null : commands.statistics;
      case "?":
        return commands.help;
      default:
        return null;
    }
  }

  /** The nearest pile in a direction; the same pile where there is none. @param {string} arrow */
  #neighbour(arrow) {
    const { piles } = this.table.plan;
    const here = piles[this.focused];
    const across = arrow === "ArrowLeft" || arrow === "ArrowRight";
    const sign = arrow === "ArrowRight" || arrow === "ArrowDown" ? 1 : -1;
    const { width, height } = this.table.plan.card;
    let best = this.focused;
    let nearest = Infinity;
    for (const pile of PILES) {
      const dx = (piles[pile].x - here.x) / width;
      const dy = (piles[pile].y - here.y) / height;
      const [along, aside] = across ? [dx * sign, Math.abs(dy)] : [dy * sign, Math.abs(dx)];
      if (along < 0.2 || (across && aside > 0.5 && !isRail(pile, this.focused))) continue;
      const distance = along + 3 * aside;
      if (distance < nearest) [best, nearest] = [pile, distance];
    }
    return best;
  }
}

/** Whether one of two piles lies outside the tableau, so that a step between them may go up or down, too. @param {string[]} piles */
const isRail = (...piles) => piles.some((pile) => FOUNDATIONS.includes(pile) || pile === STOCK || pile === WASTE);
