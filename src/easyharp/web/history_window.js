// The window with the history: every game that was won or put aside, the latest first, a page at a time, and what can be
// done with each.

import { timeText } from "./clock.js";
import { close, show } from "./dialogs.js";
import { button, download, element, painted } from "./page.js";
import { copy } from "./sharing.js";
import { onceBegun } from "./statistics.js";

/**
 * @typedef {import("./played.js").PlayedGame} PlayedGame
 * @typedef {import("./windows.js").Room} Room
 * @typedef {import("./words.js").Words} Words
 */

const ID = "history-dialog";

/** Which games there are to choose from. @type {Record<"all" | "won" | "left", (game: PlayedGame) => boolean>} */
const FILTERS = { all: () => true, won: ({ won }) => won, left: ({ won }) => !won };
/** @typedef {keyof typeof FILTERS} Filter */

/** @param {Room} room @param {PlayedGame[]} latest  the others are asked for */
export function openHistory(room, latest) {
  const { words } = room;
  const underWay = room.underWay();
  const past = ended(latest, underWay);
  const count = element("span", { role: "status" });
  const list = element("ol", { className: "games" });
  let shown = past;
  let chosen = /** @type {Filter} */ ("all");
  const more = button(words.say("history_more"), () => extend());
  const extend = () => {
    const place = list.childElementCount;
    list.append(...shown.slice(place, place + room.page).map((game) => entry(room, game)));
    more.hidden = list.childElementCount >= shown.length;
  };
  const choices = /** @type {Filter[]} */ (Object.keys(FILTERS)).map((name) =>
    button(words.say(`history_${name}`), () => choose(name)),
  );
  const choose = (/** @type {Filter} */ filter) => {
    const isAsBefore = filter === chosen;
    chosen = filter;
    shown = past.filter(FILTERS[filter]);
    for (const [i, name] of Object.keys(FILTERS).entries()) choices[i].ariaPressed = String(name === filter);
    count.textContent = words.say("games_count", { count: shown.length });
    if (!isAsBefore) list.replaceChildren();
    extend();
  };
  choose("all");
  count.textContent = "";
  const filters = element("p", { className: "filters", hidden: !past.length }, ...choices, count);
  const empty = element("p", { textContent: words.say("history_empty"), hidden: true });
  // Games whose time is not known are in no first page: only all games tell that there is none.
  painted().then(room.games).then((games) => {
    const known = new Set(past.map(({ id }) => id));
    past.push(...ended(games, underWay).filter(({ id }) => !known.has(id)));
    filters.hidden = !past.length;
    empty.hidden = past.length > 0;
    choose(chosen);
  });
  const dialog = show(words, ID, words.say("history"), [filters, empty, list, more]);
  const observer = new IntersectionObserver(([{ isIntersecting }]) => isIntersecting && extend(), { root: dialog });
  observer.observe(more);
  dialog.addEventListener("close", () => observer.disconnect());
}

/** The games begun and not under way, the latest first. @param {PlayedGame[]} games @param {string | null} underWay */
const ended = (games, underWay) =>
  onceBegun(games)
    .filter(({ id }) => id !== underWay)
    .sort((one, other) => (other.changed || 0) - (one.changed || 0));

/** A game: what it came to, and behind that what can be done with it. @param {Room} room @param {PlayedGame} game */
function entry(room, game) {
  const { words } = room;
  const code = /\[Deal "([^"]*)"\]/.exec(game.record)?.[1] ?? "";
  const details = element("details", { name: ID }, summary(words, game));
  // Fifty games would have two hundred buttons: they are made when they are asked for.
  details.addEventListener("toggle", () => {
    if (details.open && details.childElementCount === 1) details.append(...doings(room, game, code));
  });
  return element("li", {}, details);
}

/** @param {Words} words @param {PlayedGame} game */
function summary(words, game) {
  const date = new Intl.DateTimeFormat(words.language, { dateStyle: "medium" });
  const time = Number.isFinite(game.elapsed) ? timeText(game.elapsed) : "";
  const daily = game.daily && date.format(new Date(`${game.daily}T00:00`));
  const figures = [
    daily ? `${words.part("deal_daily")} (${daily})` : "",
    game.borrowed ? words.part("game_borrowed") : "",
    Number.isFinite(game.changed) ? date.format(game.changed) : "",
    Number.isFinite(game.score) ? words.part("points", { count: game.score }) : "",
    words.part("moves_count", { count: game.moves }),
    time,
  ];
  return element(
    "summary",
    {},
    element("b", { textContent: words.say("code_good", { number: game.deal }) }),
    " ",
    element("span", {
      className: game.won ? "state won" : "state", textContent: words.say(game.won ? "game_won" : "game_left"),
    }),
    " ",
    element("small", { textContent: figures.filter(Boolean).join(" · ") }),
  );
}

/** What can be done with a game. @param {Room} room @param {PlayedGame} game @param {string} code */
function doings(room, game, code) {
  const { words } = room;
  const says = element("span", { className: "says", role: "status" });
  const leaving = (/** @type {() => void} */ act) => () => {
    close(ID);
    act();
  };
  const buttons = [
    button(words.say("replay_watch"), leaving(() => room.replay(game))),
    button(words.say("deal_same"), leaving(() => room.start({ deal: code || String(game.deal) }))),
    button(words.say("copy_record"), async () => {
      says.textContent = words.say(await copy(game.record));
    }),
    button(words.say("save_record"), () => download(`${code}.txt`, game.record)),
  ];
  if (!game.won) buttons.unshift(button(words.say("take_up"), leaving(() => room.takeUp(game))));
  return [
    element("p", { className: "code", textContent: code }),
    element("p", { className: "doings" }, ...buttons),
    says,
  ];
}
