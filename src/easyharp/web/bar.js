// The bar: score, moves and time, and the buttons for undo, redo, hints and finishing.

import { timeText } from "./clock.js";
import { byId, onClick, set, write } from "./page.js";

/** A button held down acts again after the first of these, then after every second one, in milliseconds. */
const REPEAT = { first: 400, then: 90 };

export class Bar {
  /**
   * @param {{
   *   undo(): void, redo(): void, hint(): void, finish(): void, newGame(): void, menu(): void, isBusy(): boolean,
   * }} commands
   */
  constructor(commands) {
    onClick("new", commands.newGame);
    onClick("menu", commands.menu);
    onClick("hint", commands.hint);
    onClick("finish", commands.finish);
    repeating(byId("undo"), commands.undo, commands.isBusy);
    repeating(byId("redo"), commands.redo, commands.isBusy);
  }

  /**
   * @param {import("./words.js").Words} words
   * @param {import("./backend.js").View} view
   */
  show(words, view) {
    write(byId("score"), words.number.format(view.score));
    write(byId("moves"), words.number.format(view.moves));
    write(byId("undo-left"), view.won ? "" : String(view.undo));
    const undo = view.won ? words.say("undo") : words.say("undo_left", { count: view.undo });
    for (const name of ["title", "aria-label"]) set(byId("undo"), name, undo);
    // They stay within reach, to say why nothing happens.
    set(byId("undo"), "aria-disabled", String(view.won || view.undo === 0));
    set(byId("redo"), "aria-disabled", String(view.won || view.redo === 0));
    set(byId("hint"), "aria-disabled", String(view.won));
  }

  /** @param {import("./words.js").Words} words @param {{offered: boolean, running: boolean}} finishing */
  showFinish(words, { offered, running }) {
    const button = byId("finish");
    button.hidden = !offered;
    const label = button.querySelector("span");
    if (label) write(label, words.say(running ? "finish_stop" : "finish"));
  }

  /** @param {number} milliseconds */
  showTime(milliseconds) {
    write(byId("time"), timeText(milliseconds));
  }

  /** @param {{show_score: boolean, show_time: boolean}} settings */
  choose(settings) {
    byId("figure-score").hidden = !settings.show_score;
    byId("figure-time").hidden = !settings.show_time;
  }
}

/**
 * Make a button act when pressed and, held down, again and again, but never while something still waits to be done.
 * @param {HTMLElement} button
 * @param {() => void} act
 * @param {() => boolean} isBusy
 */
function repeating(button, act, isBusy) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let repeated = false;
  const again = () => {
    if (!isBusy()) {
      repeated = true;
      act();
    }
    timer = setTimeout(again, REPEAT.then);
  };
  button.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    repeated = false;
    timer = setTimeout(again, REPEAT.first);
  });
  for (const end of ["pointerup", "pointercancel", "pointerleave"]) {
    button.addEventListener(end, () => clearTimeout(timer));
  }
  button.addEventListener("contextmenu", (event) => event.preventDefault());
  button.addEventListener("click", (event) => {
    const byKey = event.detail === 0;
    if (byKey || !repeated) act();
  });
}
