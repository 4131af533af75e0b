// Boards: the stills of examples on a page become card tables, once they come into sight. Each shows its example
// step by step, and whoever wants to may play on from there.

import { Appearance } from "./appearance.js";
import { failureKey, pageBackend } from "./backends.js";
import { Gestures } from "./gestures.js";
import { Keeping } from "./keeping.js";
import { button, disable, element, painted } from "./page.js";
import { lastPlace, PILES, STOCK } from "./piles.js";
import { changeSentence, pileSentence } from "./sentences.js";
import { Session } from "./session.js";
import { Settings } from "./settings.js";
import { Table } from "./table.js";
import { whenTakenOver } from "./updates.js";
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
    /** @type {{pile: string, place: number} | null} what was picked up by keyboard */
    this.picked = null;

    const still = figure.querySelector(".still");
    const felt = element("div", { className: "felt" });
    const root = element("div", { className: "table" });
    root.setAttribute("role", "group");
    root.setAttribute("aria-label", still?.getAttribute("aria-label") ?? "");
    felt.append(root);
    this.says = element("p", { className: "says" });
    this.says.setAttribute("role", "status");
    this.back = button(words.say("board_back"), () => this.#goBack());
    this.next = button(words.say("board_next"), () => this.#goOn());
    this.count = element("span", { className: "count" });
    this.try = button(words.say("board_try"), () => this.#toggle());
    const play = element("a", { className: "play" });
    play.setAttribute("href", `${HOME}#${this.example.code}`);
    play.textContent = words.say("board_play");
    const controls = element("div", { className: "controls" });
    controls.append(this.back, this.count, this.next, this.try, play);
    figure.append(felt, this.says, controls);
    figure.setAttribute("aria-labelledby", headingOf(figure)?.id ?? "");
    figure.addEventListener("keydown", ({ key }) => key === "Escape" && this.#pick(null));

    this.table = new Table(root);
    new Appearance(this.table, values).apply(words.language);
    this.session = new Session({ ask: (...asked) => pageBackend().ask(...asked) }, {
      changed: (change) => this.#changed(change),
      expecting: (view) => {
        this.table.show(view);
        return painted();
      },
      failed: (error) => this.#failed(error),
      leaving: () => {
        this.gestures.cancel();
        this.gestures.forgetTap();
        this.#pick(null);
      },
      busy: (busy) => root.setAttribute("aria-busy", String(busy)),
    });
    this.gestures = new Gestures(this.table, {
      wish: (wish) => (this.trying ? this.#wish(wish) : Promise.resolve(null)),
      select: (pile) => this.#select(pile),
      settings: { ...values, interactive: true },
    });
    root.addEventListener("held", () => this.#pick(null));
    this.#open();
  }

  /** Show the example from its beginning; resolves with whether that was possible. */
  async #open() {
    try {
      await this.session.open("view", { record: this.example.record });
    } catch (error) {
      this.#failed(error);
      return false;
    }
    this.taken = 0;
    this.says.textContent = "";
    this.#showControls();
    return true;
  }

  async #goOn() {
    const { view, waiting } = this.session;
    if (waiting || !view) return;
    const step = this.example.steps[this.taken];
    if (this.trying) this.#wish({ kind: "redo" });
    else if (step && (await this.#wish(wished(view, step)))) this.taken += 1;
    this.#showControls();
  }

  async #goBack() {
    if (this.session.waiting) return;
    if (this.trying) return this.#wish({ kind: "undo" });
    const step = this.example.steps[this.taken - 1];
    if (!step || (step.legal && !(await this.#wish({ kind: "undo" })))) return;
    this.taken -= 1;
    this.says.textContent = "";
    this.#showControls();
  }

  /** Let the reader play, or go back to the example. */
  async #toggle() {
    if (this.trying && !(await this.#open())) return;
    this.trying = !this.trying;
    this.figure.classList.toggle("trying", this.trying);
    this.try.textContent = this.words.say(this.trying ? "board_example" : "board_try");
    this.#showControls();
  }

  /** @param {import("./session.js").Wish} wish */
  #wish(wish) {
    this.table.motion.begin(performance.now());
    this.#pick(null);
    return this.session.wish(wish);
  }

  /** Pick a pile, or place what is picked onto it. @param {string} pile */
  #select(pile) {
    const { view, waiting } = this.session;
    if (!view || waiting || !this.trying) return;
    const { picked } = this;
    const place = lastPlace(view, pile);
    if (picked) this.#wish({ kind: "place", place: picked.place, source: picked.pile, target: pile });
    else if (place < 0) this.#wish({ kind: "place", place, source: pile, target: pile });
    else {
      this.#pick({ pile, place });
      const face = view.piles[pile].at(-1)?.face;
      if (face) this.says.textContent = this.words.say("picked", { card: this.words.card(face) });
    }
  }

  /** @param {{pile: string, place: number} | null} picked */
  #pick(picked) {
    this.picked = picked;
    this.table.markPiles("picked", picked ? [picked.pile] : []);
    for (const name of PILES) this.table.piles[name].setAttribute("aria-pressed", String(name === picked?.pile));
  }

  /** @param {import("./session.js").Change} change */
  #changed({ wish, before, answer }) {
    const { view } = answer;
    this.figure.classList.add("live");
    this.table.show(view, { travel: wish !== null });
    this.gestures.showTargets();
    if (wish) this.says.textContent = changeSentence(this.words, before, answer);
    if (wish && "place" in wish && wish.place !== null && !answer.played) this.table.nudge(wish.place);
    for (const pile of PILES) this.table.piles[pile].setAttribute("aria-label", pileSentence(this.words, view, pile));
    this.table.labelStock(this.words.number.format(view.piles[STOCK].length), "");
    this.#showControls();
  }

  #showControls() {
    const { trying, taken, table } = this;
    const { view } = this.session;
    const { steps } = this.example;
    this.count.textContent = trying ? "" : this.words.say("board_step", { number: taken, count: steps.length });
    disable(this.back, trying ? !view?.undo : !taken);
    disable(this.next, trying ? !view?.redo : taken === steps.length);
    for (const pile of PILES) {
      table.piles[pile].tabIndex = trying ? 0 : -1;
      disable(table.piles[pile], !trying);
    }
  }

  /** Tell that the engine could not be asked; what is no failure of it is our own mistake. @param {unknown} error */
  #failed(error) {
    const key = failureKey(error);
    if (this.session.view) this.table.show(this.session.view);
    this.says.textContent = this.words.say(key);
  }
}

/**
 * What a step of an example wants.
 * @param {import("./backend.js").View} view
 * @param {Step} step
 * @returns {import("./session.js").Wish}
 */
function wished(view, { source, target, count }) {
  if (source === STOCK || target === STOCK) return { kind: "tap", place: -1, pile: STOCK };
  if (count === null) return { kind: "place", place: lastPlace(view, source), source, target };
  return { kind: "drop", place: view.piles[source].at(-count)?.place ?? -1, source, count, target };
}

/** The heading under which a figure stands. @param {Element} figure */
function headingOf(figure) {
  let element = figure.previousElementSibling;
  while (element && !/^H[23]$/.test(element.tagName)) element = element.previousElementSibling;
  return element;
}

async function main() {
  whenTakenOver(() => location.reload());
  const figures = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-example]"));
  const settings = new Settings(await new Keeping().get("settings"));
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
