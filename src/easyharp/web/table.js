// The card table: elements for piles and cards, and the one door through which they change, `show`.
// It draws a view and answers where things are; it decides nothing.

import { Deck, outline } from "./faces.js";
import { cardRect, catchRect, layout } from "./layout.js";
import { Motion, translated } from "./motion.js";
import { write } from "./page.js";
import { COLUMNS, FOUNDATIONS, PILES, STOCK, suitOf } from "./piles.js";

/**
 * @typedef {import("./backend.js").View} View
 * @typedef {import("./layout.js").Rect} Rect
 * @typedef {{
 *   element: HTMLElement, sheet: HTMLElement, picture: HTMLImageElement, face: string | null | undefined,
 *   address: string, pile: string, index: number, rect: Rect, covered: boolean,
 * }} CardOnTable
 * @typedef {{travel: boolean, mark: boolean, turns: Map<number, number> | null}} How  `turns`, while dealing: when it is
 *   each card's turn, counted in cards
 * @typedef {"target" | "picked" | "hinted" | "hinted-target"} Mark
 */

/** Cards of a stack, from its top, that are drawn at all. */
const SEEN_OF_STACK = 3;
/** How long, in milliseconds, the landing card of an automatic move stays marked. */
const MARKED = 1_400;
/** Milliseconds between two cards while dealing. */
const DEAL_STEP = 13;
/** Above everything that lies still. */
const ABOVE = 1_000;

export class Table {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.motion = new Motion();
    /** @type {View | null} */
    this.view = null;
    this.options = { mirror: false, kind: /** @type {import("./layout.js").Kind | null} */ (null) };
    this.deck = new Deck();
    /** @type {Map<number, CardOnTable>} */
    this.cards = new Map();
    /** @type {Record<string, HTMLButtonElement>} */
    this.piles = {};
    /** @type {number[]} places of the cards held by a hand */
    this.held = [];
    /** Where the held cards are: where each was taken up, and how far the hand has moved since. */
    this.hand = { from: /** @type {{x: number, y: number}[]} */ ([]), dx: 0, dy: 0 };
    /** @type {WeakMap<Element, ReturnType<typeof setTimeout>>} what ends the mark of a card that landed */
    this.marks = new WeakMap();
    /** @type {Record<Mark, Element[]>} the piles and cards that have a mark now */
    this.marked = { target: [], picked: [], hinted: [], "hinted-target": [] };
    /** @type {Element | undefined} the covered card that is lifted into sight */
    this.peeked = undefined;
    /** @type {View["piles"]} what was last shown of each pile */
    this.shown = {};
    /** @type {Set<number>} places of cards that are not on their way to where they belong: held, let go, gathered */
    this.away = new Set();
    /** How many cards each column has of either sort. */
    this.columns = COLUMNS.map(() => ({ hidden: 0, shown: 0 }));
    this.plan = layout(360, 640, this.columns);
    /** What the plan was made from and what it is, as texts. */
    this.planned = { from: "", plan: "" };
    for (const pile of PILES) this.#addPile(pile);
    this.stockLabel = document.createElement("div");
    this.stockLabel.className = "stock-label";
    this.stockLabel.setAttribute("aria-hidden", "true");
    this.stockLabel.innerHTML = "<span><b></b><small></small></span>";
    root.append(this.stockLabel);
    this.room = { width: 0, height: 0 };
    new ResizeObserver(() => this.#measure()).observe(root);
    this.#measure();
  }

  /**
   * Show a view. Cards that changed their place travel there; held cards stay in the hand.
   * @param {View} view
   * @param {{travel?: boolean, mark?: boolean, deal?: boolean}} [how]
   *   `mark` marks the cards that moved; `deal` deals the cards out one after another
   */
  show(view, how = {}) {
    this.view = view;
    this.root.classList.toggle("won", view.won);
    this.#show(how);
  }

  /** Write on the stock how many cards it has and which pass it is. @param {string} count @param {string} pass */
  labelStock(count, pass) {
    const [label] = this.stockLabel.children;
    [count, pass].forEach((text, i) => write(label.children[i], text));
  }

  /** Play on with another deck. @param {Deck} deck */
  useDeck(deck) {
    this.deck = deck;
    this.shown = {};
    if (this.view) this.show(this.view, { travel: false });
  }

  /** The rectangle of the grabbed card in the hand. @returns {Rect} */
  heldRect() {
    const { from, dx, dy } = this.hand;
    const { width, height } = this.plan.card;
    return { x: from[0].x + dx, y: from[0].y + dy, width, height };
  }

  /** The rectangle that a pile's cards cover. @param {string} pile @returns {Rect} */
  pileRect(pile) {
    const cards = this.view?.piles[pile] ?? [];
    const { x, y } = this.plan.piles[pile];
    const last = cardRect(this.plan, pile, Math.max(0, cards.length - 1), this.columns);
    return { x, y, width: last.width, height: last.y + last.height - y };
  }

  /**
   * What lies at a point of the window: a card and its pile, the place -1 where the pile is empty, or null. A card
   * under way counts where it is going, so that it never catches what is meant for another.
   * @param {number} clientX
   * @param {number} clientY
   */
  at(clientX, clientY) {
    const { left, top } = this.root.getBoundingClientRect();
    const [x, y] = [clientX - left, clientY - top];
    const holds = (/** @type {Rect | undefined} */ rect) =>
      rect !== undefined && x >= rect.x && x < rect.x + rect.width && y >= rect.y && y < rect.y + rect.height;
    const pile = PILES.find((name) => holds(this.pileRect(name)));
    if (!pile) return null;
    const card = this.view?.piles[pile].findLast(({ place }) => holds(this.cards.get(place)?.rect));
    return { pile, place: card?.place ?? -1 };
  }

  /** The rectangles of all piles that have cards. */
  pileRects() {
    return PILES.filter((pile) => this.view?.piles[pile].length).map((pile) => this.pileRect(pile));
  }

  /** The rectangles in which piles catch a dropped card. */
  catchRects() {
    return Object.fromEntries(PILES.map((pile) => [pile, catchRect(this.plan, pile, this.room.height)]));
  }

  /** Take cards into the hand. @param {number[]} places */
  hold(places) {
    this.held = places;
    this.hand = { from: [], dx: 0, dy: 0 };
    for (const [i, place] of places.entries()) {
      const card = this.#card(place);
      this.hand.from.push(card.rect);
      this.away.add(place);
      this.motion.move(card.element, card.rect, { travel: false });
      card.element.classList.add("held");
      card.element.style.zIndex = String(2 * ABOVE + i);
    }
    this.root.dispatchEvent(new CustomEvent("held"));
  }

  /** Move the held cards. @param {number} dx @param {number} dy  from where they lay */
  carry(dx, dy) {
    Object.assign(this.hand, { dx, dy });
    this.held.forEach((place, i) => {
      const { x, y } = this.hand.from[i];
      this.#card(place).element.style.transform = translated(x + dx, y + dy);
    });
  }

  /** Let go of the held cards: the next `show` brings them to where they belong. */
  release() {
    for (const place of this.held) this.#card(place).element.classList.remove("held");
    this.held = [];
  }

  /**
   * Mark piles, each with the cards at its end: where a held card may go, which one is picked, or what a hint names.
   * @param {Mark} mark
   * @param {string[]} piles
   * @param {number} [count]
   */
  markPiles(mark, piles, count = 1) {
    for (const element of this.marked[mark]) element.classList.remove(mark);
    this.marked[mark] = piles.flatMap((pile) => {
      const cards = this.view?.piles[pile].slice(-count) ?? [];
      return [this.piles[pile], ...cards.map(({ place }) => this.#card(place).element)];
    });
    for (const element of this.marked[mark]) element.classList.add(mark);
  }

  /** The elements of each foundation's cards, ace first. */
  foundationCards() {
    return FOUNDATIONS.map((pile) => (this.view?.piles[pile] ?? []).map(({ place }) => this.#card(place).element));
  }

  /** Let a card say that there is nothing it could do: it gives way a little and comes back. @param {number} place */
  nudge(place) {
    const card = this.cards.get(place);
    if (card) this.motion.nudge(card.sheet);
  }

  /** Lift a covered card into sight, or none. @param {number | null} place */
  peek(place) {
    this.peeked?.classList.remove("peeked");
    this.peeked = place === null ? undefined : this.#card(place).element;
    this.peeked?.classList.add("peeked");
  }

  #measure() {
    const { clientWidth: width, clientHeight: height } = this.root;
    if (!width || !height || (width === this.room.width && height === this.room.height)) return;
    this.room = { width, height };
    this.#show({ travel: false });
    this.root.dispatchEvent(new CustomEvent("resized"));
  }

  /** Show the view, or before there is one the empty places. @param {{travel?: boolean, mark?: boolean, deal?: boolean}} how */
  #show({ travel = true, mark = false, deal = false }) {
    const planned = this.#plan();
    const turns = deal ? this.#gather() : null;
    for (const pile of PILES) {
      if (planned || this.#differs(pile)) this.#showPile(pile, { travel: travel || deal, mark, turns });
    }
  }

  /** Lay the table out anew. Returns whether anything lies elsewhere now, apart from cards that came or went. */
  #plan() {
    this.columns = COLUMNS.map((pile) => {
      const cards = this.view?.piles[pile] ?? [];
      const hidden = cards.filter((card) => card.face === null).length;
      return { hidden, shown: cards.length - hidden };
    });
    const held = this.held.length ? { cardWidth: this.plan.card.width } : {};
    const options = { ...this.options, ...held };
    const from = JSON.stringify([this.room, this.columns, options]);
    if (from === this.planned.from) return false;
    this.plan = layout(this.room.width, this.room.height, this.columns, options);
    const before = this.planned.plan;
    this.planned = { from, plan: JSON.stringify(this.plan) };
    if (this.planned.plan === before) return false;
    const { width, height, kind } = this.plan.card;
    this.root.style.setProperty("--card-width", `${width}px`);
    this.root.style.setProperty("--card-height", `${height}px`);
    this.root.dataset.kind = kind;
    this.root.dataset.mode = this.plan.mode;
    this.stockLabel.style.transform = translated(this.plan.piles[STOCK].x, this.plan.piles[STOCK].y);
    return true;
  }

  /** @param {string} pile */
  #addPile(pile) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "pile";
    button.dataset.pile = pile;
    button.dataset.sort = COLUMNS.includes(pile) ? "column" : FOUNDATIONS.includes(pile) ? suitOf(pile) : pile;
    button.tabIndex = -1;
    button.innerHTML = outline(button.dataset.sort);
    this.piles[pile] = button;
    this.root.append(button);
  }

  /** Whether a pile is not shown as it is now. @param {string} pile */
  #differs(pile) {
    const cards = this.view?.piles[pile] ?? [];
    const shown = this.shown[pile];
    return cards.length !== shown?.length
      || cards.some(({ place, face }, i) => place !== shown[i].place || face !== shown[i].face || this.away.has(place));
  }

  /**
   * @param {string} pile
   * @param {How} how
   */
  #showPile(pile, how) {
    const cards = this.view?.piles[pile] ?? [];
    this.shown[pile] = cards;
    const rect = this.pileRect(pile);
    const button = this.piles[pile];
    button.style.transform = translated(rect.x, rect.y);
    button.style.width = `${rect.width}px`;
    button.style.height = `${rect.height}px`;
    button.classList.toggle("empty", cards.length === 0);
    cards.forEach(({ place, face }, index) => {
      const rect = cardRect(this.plan, pile, index, this.columns);
      const covered = !COLUMNS.includes(pile) && index < cards.length - SEEN_OF_STACK;
      this.#showCard(place, { pile, index, rect, face, covered }, how);
    });
  }

  /**
   * @param {number} place
   * @param {{pile: string, index: number, rect: Rect, face: string | null, covered: boolean}} now
   * @param {How} how
   */
  #showCard(place, now, how) {
    const card = this.#card(place);
    const { element } = card;
    const changedPile = card.pile !== now.pile;
    const turned = card.face !== now.face;
    const isNew = card.face === undefined;
    const stays = !changedPile && card.index === now.index && sameRect(card.rect, now.rect) && !this.away.has(place);
    if (turned) this.#turn(card, now.face, how.travel && !isNew && !how.turns);
    this.#draw(card);
    // Who leaves sight does so on landing, who comes into sight on setting off.
    const unseen = now.covered && card.covered;
    card.covered = now.covered;
    const landed = () => element.classList.toggle("covered", card.covered);
    if (stays) {
      if (!this.motion.running.has(element)) landed();
      return;
    }
    Object.assign(card, { pile: now.pile, index: now.index, rect: now.rect });
    element.dataset.in = now.pile;
    if (this.held.includes(place)) return;
    const wasAway = this.away.delete(place);
    element.style.zIndex = String(now.index + 1);
    element.classList.toggle("covered", unseen);
    const turn = how.turns?.get(place);
    this.motion.move(element, now.rect, {
      travel: how.travel && !unseen && (!isNew || turn !== undefined),
      delay: DEAL_STEP * (turn ?? 0),
      rise: changedPile && !how.turns ? ABOVE + now.index : undefined,
      lift: (changedPile || wasAway) && !how.turns,
      landed,
    });
    if (how.mark && changedPile && !isNew) this.#mark(element);
  }

  /** @param {CardOnTable} card @param {string | null} face @param {boolean} animate */
  #turn(card, face, animate) {
    card.face = face;
    card.element.dataset.face = face ?? "";
    if (animate) this.motion.turn(card.sheet);
  }

  /** Show the picture that the deck has of a card's face now, by its size. @param {CardOnTable} card */
  #draw(card) {
    const address = this.deck.address(card.face ?? null, this.plan.card.kind);
    if (card.address === address) return;
    card.address = address;
    card.picture.src = address;
  }

  /** @param {HTMLElement} element */
  #mark(element) {
    element.classList.add("landed");
    clearTimeout(this.marks.get(element));
    this.marks.set(element, setTimeout(() => element.classList.remove("landed"), MARKED));
  }

  /** Bring all cards to the stock at once, to be dealt from there row by row. Returns when it is each one's turn. */
  #gather() {
    const dealt = COLUMNS.flatMap((pile) => this.view?.piles[pile].map(({ place }, row) => ({ place, row })) ?? []);
    dealt.sort((a, b) => a.row - b.row);
    const cards = Object.values(this.view?.piles ?? {}).flat();
    for (const { place } of cards) {
      this.motion.move(this.#card(place).element, this.plan.piles[STOCK], { travel: false });
      this.away.add(place);
    }
    return new Map(dealt.map(({ place }, turn) => [place, turn]));
  }

  /** @param {number} place @returns {CardOnTable} */
  #card(place) {
    const known = this.cards.get(place);
    if (known) return known;
    const element = document.createElement("div");
    element.className = "card";
    element.dataset.place = String(place);
    element.setAttribute("aria-hidden", "true");
    const sheet = document.createElement("div");
    sheet.className = "sheet";
    const picture = document.createElement("img");
    picture.className = "face";
    picture.alt = "";
    picture.draggable = false;
    picture.decoding = "sync";
    sheet.append(picture);
    element.append(sheet);
    this.root.append(element);
    const nowhere = { pile: "", index: 0, rect: { x: 0, y: 0, width: 0, height: 0 }, covered: true };
    const card = { element, sheet, picture, face: undefined, address: "", ...nowhere };
    this.cards.set(place, card);
    return card;
  }
}

/** @param {Rect} a @param {Rect} b */
const sameRect = (a, b) => a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height;
