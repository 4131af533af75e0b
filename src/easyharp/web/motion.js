// Motion: brings card elements from where they are seen to where they belong. One system for every move;
// a card under way is taken up from where it is just seen, so any change may interrupt any other.

import { painted } from "./page.js";

/** Durations in milliseconds at normal speed. */
const MOVE = 180;
const TURN = 200;
const NUDGE = 160;
/** A natural ease-out. */
const EASING = "cubic-bezier(0.22, 0.8, 0.3, 1)";
/** Moves that follow each other faster than this shorten themselves. */
const BURST = 150;

export class Motion {
  constructor() {
    /** Factor on every duration; 0 means nothing travels. */
    this.slowness = 1;
    this.last = -Infinity;
    this.hurry = 1;
    /** @type {WeakMap<Element, Animation>} */
    this.running = new WeakMap();
  }

  /** Tell that a player's wish, or another game, begins to change the table. @param {number} now  milliseconds */
  begin(now) {
    this.hurry = now - this.last < BURST ? 0.4 : 1;
    this.last = now;
  }

  /**
   * Bring an element to a place. Its style is right at once; only the picture takes time.
   * @param {HTMLElement} element
   * @param {{x: number, y: number}} to
   * @param {{travel: boolean, delay?: number, rise?: number, lift?: boolean, landed?: () => void}} how
   *   `rise` is its layer on the way, `lift` gives it the shadow of a card in the air, `landed` is called when it is there
   */
  move(element, to, how) {
    const from = this.seen(element);
    this.running.get(element)?.cancel();
    this.running.delete(element);
    element.classList.remove("lifted");
    element.style.transform = translated(to.x, to.y);
    // A style keeps six digits of a length, so what lies still differs a little from where it belongs.
    if (!how.travel || !this.slowness || !from || Math.hypot(from.x - to.x, from.y - to.y) < 0.1) {
      how.landed?.();
      return;
    }
    const layer = element.style.zIndex;
    // The layer is no part of the animation: with transforms alone the compositor runs it without the page.
    if (how.rise !== undefined) element.style.zIndex = String(how.rise);
    const duration = MOVE * this.slowness * this.hurry;
    const animation = element.animate(
      [{ transform: translated(from.x, from.y) }, { transform: translated(to.x, to.y) }],
      { duration, delay: (how.delay ?? 0) * this.slowness, easing: EASING, fill: "backwards" },
    );
    this.running.set(element, animation);
    // Not in the frame that shows the action: that one must be there at once.
    if (how.lift) painted().then(() => this.running.get(element) === animation && this.#lift(element, duration));
    const landed = () => {
      this.running.delete(element);
      element.style.zIndex = layer;
      how.landed?.();
    };
    animation.finished.then(landed).catch(() => {});
  }

  /**
   * Give a card the shadow of one in the air, which settles a little after the card: so it has weight.
   * @param {HTMLElement} element
   * @param {number} duration  of the flight
   */
  #lift(element, duration) {
    element.classList.add("lifted");
    const shadow = element.animate([{ opacity: 1 }, { opacity: 1, offset: 0.5 }, { opacity: 0 }], {
      duration: duration * 1.5, easing: "ease-in", pseudoElement: "::before",
    });
    shadow.finished.then(() => this.running.has(element) || element.classList.remove("lifted")).catch(() => {});
  }

  /** Resolves once none of some elements is under way. @param {HTMLElement[]} elements */
  async landed(elements) {
    await Promise.allSettled(elements.map((element) => this.running.get(element)?.finished));
  }

  /** Show that a card was turned. @param {Element} sheet */
  turn(sheet) {
    if (!this.slowness) return;
    sheet.animate([{ transform: "rotateY(90deg)" }, { transform: "none" }], {
      duration: TURN * this.slowness * this.hurry,
      easing: EASING,
    });
  }

  /** Let a card give way a little and come back. @param {Element} sheet */
  nudge(sheet) {
    if (!this.slowness) return;
    const frames = ["none", "translateX(-2%)", "translateX(2%)", "none"].map((transform) => ({ transform }));
    sheet.animate(frames, { duration: NUDGE * this.slowness, easing: "ease-in-out" });
  }

  /** Where an element is seen now, also under way. @param {HTMLElement} element */
  seen(element) {
    const transform = this.running.has(element) ? getComputedStyle(element).transform : element.style.transform;
    if (!transform || transform === "none") return null;
    const { m41, m42 } = new DOMMatrix(transform);
    return { x: m41, y: m42 };
  }
}

/** @param {number} x @param {number} y */
export const translated = (x, y) => `translate(${x}px, ${y}px)`;
