// Sentences: refusals, moves and piles in words, for the screen and for screen readers alike. No DOM.

import { COLUMNS, FOUNDATIONS, grownPile, PILES, STOCK, suitOf, WASTE, whereabouts } from "./piles.js";

/**
 * @typedef {import("./words.js").Words} Words
 * @typedef {import("./backend.js").View} View
 * @typedef {import("./backend.js").Answer} Answer
 * @typedef {import("./backend.js").Refusal} Refusal
 * @typedef {import("./backend.js").CodeProblem} CodeProblem
 * @typedef {import("./words.js").Key} Key
 */

/** Why an action was refused and what would be right. @param {Words} words @param {Refusal} refusal */
export function refusalSentence(words, refusal) {
  const { code, cards, onto, wanted } = refusal;
  const toCard = onto !== null && cards.length === 1;
  // A king fits on no card, with a run on it or not.
  const kingKey = toCard ? "refusal_king_needs_space" : "refusal_king_run_needs_space";
  const key = onto !== null && cards[0][0] === "K" ? kingKey : `refusal_${code}`;
  return words.say(/** @type {Key} */ (key), {
    card: cards.length ? words.card(cards[0], "subject") : "",
    onto: onto ? words.card(onto, "object") : "",
    wanted: wanted.length ? wantedText(words, wanted, toCard) : "",
  });
}

/** @param {Words} words @param {string[]} wanted  faces @param {boolean} byColour */
function wantedText(words, wanted, byColour) {
  if (!byColour) return words.either(wanted.map((face) => words.card(face)));
  return words.card(wanted[0], "dh".includes(wanted[0][1]) ? "red" : "black");
}

/** The longest number that is repeated to who wrote it, in digits. */
const LONGEST_NUMBER = 12;

/** What is wrong with a deal's code. @param {Words} words @param {CodeProblem} problem */
export function codeSentence(words, problem) {
  const { reason, found, place } = problem;
  if (reason === "range" && found.length > LONGEST_NUMBER) return words.say("code_number");
  const sentence = words.say(/** @type {Key} */ (`code_${reason}`), {
    found: reason === "range" ? Number(found) : found, place, count: Number(found) || 0,
  });
  return reason === "length" ? `${sentence} ${words.say("code_accepted")}` : sentence;
}

/** The name of a pile, as part of a sentence. @param {Words} words @param {string} pile */
export function pileName(words, pile) {
  if (pile === STOCK) return words.part("pile_stock");
  if (pile === WASTE) return words.part("pile_waste");
  if (FOUNDATIONS.includes(pile)) {
    const suit = words.catalog.suits[/** @type {"c"} */ (suitOf(pile))];
    return words.part("pile_foundation", { suit, number: (FOUNDATIONS.indexOf(pile) % 2) + 1 });
  }
  return words.part("pile_column", { number: COLUMNS.indexOf(pile) + 1 });
}

/**
 * A pile for those who cannot see it: its name, its cards, and what may be done with them.
 * @param {Words} words
 * @param {Pick<View, "piles" | "targets" | "pass">} view
 * @param {string} pile
 */
export function pileSentence(words, view, pile) {
  const cards = view.piles[pile];
  const parts = [pileName(words, pile)];
  if (pile === STOCK) {
    parts.push(words.part("stock_cards", { count: cards.length }), words.part("pass", { number: view.pass }));
    const can = isTarget(view, STOCK, WASTE) ? "may_draw" : isTarget(view, WASTE, STOCK) ? "may_redeal" : null;
    return words.begun(`${parts.join(", ")}.${can ? ` ${words.say(can)}` : ""}`);
  }
  const faces = cards.flatMap((card) => (card.face === null ? [] : [words.card(card.face)]));
  const hidden = cards.length - faces.length;
  if (!cards.length) parts.push(words.part(COLUMNS.includes(pile) ? "empty_column" : "empty"));
  if (hidden) parts.push(words.part("hidden_cards", { count: hidden }));
  parts.push(...(COLUMNS.includes(pile) ? faces : faces.slice(-1)));
  const targets = new Set(Object.values(view.targets[pile] ?? {}).flat());
  // That the waste may be turned over is true of all its cards, not of the one that is named.
  targets.delete(STOCK);
  const places = [...targets].map((target) => pileName(words, target));
  const may = places.length ? ` ${words.say("may_go_to", { piles: words.either(places) })}` : "";
  return words.begun(`${parts.join(", ")}.${may}`);
}

/** @param {Pick<View, "targets">} view @param {string} source @param {string} target */
const isTarget = (view, source, target) => Object.values(view.targets[source] ?? {}).some((piles) => piles.includes(target));

/**
 * A hint, as far as it is to be told.
 * @param {Words} words
 * @param {View} view
 * @param {import("./hints.js").Hint} hint
 * @param {{step: import("./hints.js").Step, thoughtLong: boolean}} how
 */
export function hintSentence(words, view, hint, { step, thoughtLong }) {
  const { verdict, action } = hint;
  if (verdict === "won") return words.say("refusal_game_won");
  if (verdict === "unknown") return words.say(thoughtLong ? "hint_unknown_long" : "hint_unknown");
  if (!action) return deadEndKeys(hint).map((key) => words.say(key)).join(" ");
  if (step === 1) return words.say("hint_winnable");
  if (action.target === WASTE) return words.say("hint_draw");
  if (action.target === STOCK) return words.say("hint_redeal");
  return step === 2 ? whichSentence(words, view, action) : whereSentence(words, view, action);
}

/** What there is to say where no way leads to a win: the short of it, and why. @param {{move_left: boolean}} view @returns {[Key, Key]} */
export const deadEndKeys = ({ move_left }) =>
  move_left ? ["hint_unwinnable", "hint_unwinnable_text"] : ["no_move_left", "no_move_left_text"];

/** The face of the card that a hint names. @param {View} view @param {import("./hints.js").Advised} action */
const advisedFace = (view, { source, count }) => view.piles[source].at(-count)?.face ?? "";

/** @param {Words} words @param {View} view @param {import("./hints.js").Advised} action */
function whichSentence(words, view, action) {
  return words.say("hint_card", { card: words.card(advisedFace(view, action)), pile: pileName(words, action.source) });
}

/** @param {Words} words @param {View} view @param {import("./hints.js").Advised} action */
function whereSentence(words, view, action) {
  const { target, count } = action;
  const card = words.card(advisedFace(view, action), "subject");
  if (FOUNDATIONS.includes(target)) return words.say("hint_to_foundation", { card });
  const onto = view.piles[target].at(-1)?.face;
  if (onto) return words.say("hint_to_card", { card, onto: words.card(onto, "object"), pile: pileName(words, target) });
  const number = COLUMNS.indexOf(target) + 1;
  return words.say(count > 1 ? "hint_run_to_space" : "hint_to_space", { card, number });
}

/**
 * What an answer brought about, to be spoken once.
 * @param {Words} words
 * @param {View | null} before
 * @param {Answer} answer
 */
export function changeSentence(words, before, answer) {
  const { played, view, refusal } = answer;
  if (refusal) return refusalSentence(words, refusal);
  if (!played || !before) return "";
  const parts = [moveSentence(words, before, view, played), ...turnedSentences(words, before, view)];
  if (view.won) parts.push(words.say("won"));
  else if (!view.move_left && before.move_left) parts.push(words.say("no_move_left"));
  return parts.join(" ");
}

/** @param {Words} words @param {View} before @param {View} view @param {string} played */
function moveSentence(words, before, view, played) {
  const moved = arrivalSentence(words, before, view);
  if (played === "uu") return `${words.say("undone", { count: view.undo })} ${moved}`.trim();
  if (played === "rr") return `${words.say("redone")} ${moved}`.trim();
  return moved;
}

/** Which card has come where, whatever brought it there. @param {Words} words @param {View} before @param {View} view */
function arrivalSentence(words, before, view) {
  if (view.pass > before.pass) return words.say("redealt", { number: view.pass });
  if (view.pass < before.pass) return "";
  const target = grownPile(before, view);
  if (!target) return "";
  // A king run is named by its king: the first card that is new on the target. What undo brings back to the stock is
  // hidden again, and no longer named.
  const { place, face } = view.piles[target][before.piles[target].length];
  if (!face) return "";
  if (target === WASTE && whereabouts(before, place)?.pile === STOCK) return words.say("drawn", { card: words.card(face) });
  return words.say("moved", { card: words.card(face), pile: pileName(words, target) });
}

/** @param {Words} words @param {View} before @param {View} view */
function turnedSentences(words, before, view) {
  const facedown = new Set(
    PILES.flatMap((pile) => (COLUMNS.includes(pile) ? before.piles[pile] : []))
      .filter((card) => card.face === null)
      .map((card) => card.place),
  );
  return COLUMNS.flatMap((pile) => view.piles[pile])
    .filter((card) => card.face !== null && facedown.has(card.place))
    .map((card) => words.say("turned_up", { card: words.card(/** @type {string} */ (card.face)) }));
}
