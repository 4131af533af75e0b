// Boards: the stills of examples on a page become card tables, once they come into sight. Each shows its example
// step by step, and whoever wants to may play on from there.

import { Appearance } from "./appearance.js";
import { HttpBackend } from "./backend.js";
import { Gestures } from "./gestures.js";
import { Keeping } from "./keeping.js";
import { painted } from "./page.js";
import { lastPlace, PILES, STOCK } from "./piles.js";
import { changeSentence, pileSentence } from "./sentences.js";
import { Session } from "./session.js";
import { Settings } from "./settings.js";
import { Table } from "./table.js";
import { loadWords } from "./words.js";

/**
 * @typedef {{source: string, target: string, count: number | null, legal: boolean}} Step
 * @typedef {{code: string, record: string, steps: Step[]}} Example
 * @typedef {import("./words.js").Words} Words
 */

/** Where the app lies, seen from a page. */
const HOME = "../../";

class Board {
  /**
   * @param {HTMLElement} figure
   * @param {Words} words
   * @param {import("./settings.js").Values} values
   */
  constructor(figure, words, values) {
    this.words = words;
    this.figure = figure;
    /** @type {Example} */
    this.example = JSON.parse(figure.dataset.example ?? "");
    /** How many steps of the example have been taken. */
    this.taken = 0;
    /** Whether the reader plays. */
    this.trying = false;
    /** @type {string | null} the pile that was picked up by keyboard */
    this.picked = null;

    const still = figure.querySelector(".still");
    const felt = made("div", "felt");
    const root = made("div", "table");
    root.setAttribute("role", "group");
    root.setAttribute("aria-label", still?.getAttribute("aria-label") ?? "");
    felt.append(root);
    this.says = made("p", "says");
    this.says.setAttribute("role", "status");
    this.back = this.#button("board_back", () => this.#goBack());
    this.next = this.#button("board_next", () => this.#goOn());
    this.count = made("span", "count");
    this.try = this.#button("board_try", () => this.#toggle());
    const play = made("a", "play");
    play.setAttribute("href", `${HOME}#${this.example.code}`);
    play.textContent = words.say("board_play");
    const controls = made("div", "controls");
    controls.append(this.back, this.count, this.next, this.try, play);
    figure.append(felt, this.says, controls);
    figure.classList.add("live");

    this.table = new Table(root);
    new Appearance(this.table, values).apply(words.language);
    this.session = new Session(new HttpBackend(`${HOME}api/`), {
      changed: (change) => this.#changed(change),
      expecting: (view) => {
        this.table.show(view);
        return painted();
      },
      failed: () => this.#failed(),
      leaving: () => {},
      busy: (busy) => root.setAttribute("aria-busy", String(busy)),
    });
    new Gestures(this.table, {
      wish: (wish) => this.#wish(wish),
      select: (pile) => this.#select(pile),
      settings: { ...values, interactive: true },
    });
    this.#open();
  }

  /** @param {import("./words.js").Key} word @param {() => void} act */
  #button(word, act) {
    const button = /** @type {HTMLButtonElement} */ (made("button", "tool"));
    button.type = "button";
    button.textContent = this.words.say(word);
    button.addEventListener("click", act);
    return button;
  }

  /** Show the example from its beginning. */
  #open() {
    this.taken = 0;
    this.says.textContent = "";
    return this.session.open("view", { record: this.example.record }).catch(() => this.#failed());
  }

  #goOn() {
    if (this.session.waiting) return;
    if (this.trying) return void this.#wish({ kind: "redo" });
    const step = this.example.steps[this.taken];
    const { view } = this.session;
    if (!step || !view) return;
    this.taken += 1;
    const { source, target, count } = step;
    if (source === STOCK || target === STOCK) return void this.#wish({ kind: "tap", place: -1, pile: STOCK });
    const place = count === null ? lastPlace(view, source) : (view.piles[source].at(-count)?.place ?? -1);
    if (count === null) this.#wish({ kind: "place", place, source, target });
    else this.#wish({ kind: "drop", place, source, count, target });
  }

  #goBack() {
    if (this.session.waiting) return;
    if (this.trying) return void this.#wish({ kind: "undo" });
    if (!this.taken) return;
    this.taken -= 1;
    this.says.textContent = "";
    if (this.example.steps[this.taken].legal) this.#wish({ kind: "undo" });
    else this.#showControls();
  }

  /** Let the reader play, or go back to the example. */
  #toggle() {
    this.trying = !this.trying;
    for (const pile of PILES) this.table.piles[pile].tabIndex = this.trying ? 0 : -1;
    this.figure.classList.toggle("trying", this.trying);
    this.try.textContent = this.words.say(this.trying ? "board_example" : "board_try");
    if (this.trying) this.#showControls();
    else this.#open();
  }

  /** @param {import("./session.js").Wish} wish */
  #wish(wish) {
    this.table.motion.begin(performance.now());
    this.#pick(null);
    return this.session.wish(wish);
  }

  /** @param {string} pile */
  #select(pile) {
    const { view } = this.session;
    if (!view || !this.trying) return;
    const { picked } = this;
    if (picked !== null) this.#wish({ kind: "place", place: lastPlace(view, picked), source: picked, target: pile });
    else if (view.piles[pile].length) this.#pick(pile);
  }

  /** @param {string | null} pile */
  #pick(pile) {
    this.picked = pile;
    this.table.markPiles("picked", pile === null ? [] : [pile]);
  }

  /** @param {import("./session.js").Change} change */
  #changed({ wish, before, answer }) {
    this.table.show(answer.view, { travel: wish !== null || before !== null });
    if (wish) this.says.textContent = changeSentence(this.words, before, answer);
    if (answer.refusal && wish?.kind === "drop") this.table.nudge(wish.place);
    for (const pile of PILES) this.table.piles[pile].setAttribute("aria-label", pileSentence(this.words, answer.view, pile));
    this.table.labelStock(this.words.number.format(answer.view.piles[STOCK].length), "");
    this.#showControls();
  }

  #showControls() {
    const { view } = this.session;
    const { steps } = this.example;
    this.count.textContent = this.trying
      ? "" : this.words.say("board_step", { number: this.taken, count: steps.length });
    disable(this.back, this.trying ? !view?.undo : !this.taken);
    disable(this.next, this.trying ? !view?.redo : this.taken === steps.length);
  }

  #failed() {
    if (this.session.view) this.table.show(this.session.view);
    this.says.textContent = this.words.say("unreachable");
  }
}

/** @param {string} tag @param {string} name  of its class */
function made(tag, name) {
  const element = document.createElement(tag);
  element.className = name;
  return element;
}

/** Say of a button that it does nothing now; it keeps the focus. @param {HTMLElement} button @param {boolean} nothing */
function disable(button, nothing) {
  button.setAttribute("aria-disabled", String(nothing));
}

async function main() {
  const figures = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-example]"));
  const settings = new Settings(await new Keeping(() => {}).get("settings"));
  const { theme, felt } = settings.values;
  Object.assign(document.documentElement.dataset, { theme, felt });
  if (!figures.length) return;
  const words = await loadWords(document.documentElement.lang);
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (!isIntersecting) continue;
        observer.unobserve(target);
        new Board(/** @type {HTMLElement} */ (target), words, settings.values);
      }
    },
    { rootMargin: "300px" },
  );
  for (const figure of figures) observer.observe(figure);
}

main();
