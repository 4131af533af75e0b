// The window of statistics: figures with what they are of, pictures with the table behind each, and the question
// before all of it is forgotten.

import { barChart, lineChart } from "./charts.js";
import { timeText } from "./clock.js";
import { asked, close, show } from "./dialogs.js";
import { button, element } from "./page.js";
import { roundTime } from "./scales.js";
import { distribution, lastWins, MEASURES, onceBegun, statistics } from "./statistics.js";

/**
 * @typedef {import("./played.js").PlayedGame} PlayedGame
 * @typedef {import("./statistics.js").Statistics} Statistics
 * @typedef {import("./windows.js").Room} Room
 * @typedef {import("./words.js").Words} Words
 * @typedef {import("./words.js").Key} Key
 * @typedef {keyof typeof MEASURES} Measure
 */

const ID = "statistics-dialog";
/** So many of the last wins are in the pictures of how they went. */
const LAST = 50;

/** @param {Room} room @param {PlayedGame[]} games */
export function openStatistics(room, games) {
  const { words } = room;
  const known = statistics(games, room.underWay());
  const onTable = room.onTable();
  const forgettable = onceBegun(games).filter(({ id }) => id !== onTable).length;
  const content = known.games
    ? [...figures(words, known), ...pictures(words, games, known)]
    : [element("p", { textContent: words.say("statistics_empty") })];
  if (known.games || forgettable) content.push(buttons(room, forgettable));
  show(words, ID, words.say("statistics"), content);
}

// ---- Figures --------------------------------------------------------------------------------------------------------

/** How a figure is written. @param {Words} words @param {Measure} name @param {number | null} value */
function written(words, name, value) {
  if (value === null) return "–";
  return name === "time" ? timeText(value) : words.number.format(Math.round(value));
}

/** @param {Words} words @param {Statistics} known */
function figures(words, known) {
  const { number } = words;
  const over = words.part("of_games", { count: known.over });
  const share = known.share === null ? "–" : words.percent.format(known.share);
  const totals = list(words, [
    ["games", number.format(known.games), words.part("games_base")],
    ["wins", number.format(known.wins), over],
    ["wins_share", share, over],
    ["streak", number.format(known.streak.current), words.part("streak_base", { count: known.streak.longest })],
  ]);
  if (!known.wins) return [totals, element("p", { textContent: words.say("no_win_yet") })];
  const wins = words.part("of_wins", { count: known.wins });
  const without = list(words, [
    ["without_undo", number.format(known.without.undo), wins],
    ["without_hint", number.format(known.without.hint), wins],
    ["without_take_back", number.format(known.without.takeBack), wins],
    ["without_any", number.format(known.without.any), wins],
  ]);
  return [totals, table(words, known), element("h3", { textContent: words.say("without") }), without];
}

/** Figures with their names, and what they are of. @param {Words} words @param {[Key, string, string][]} entries */
function list(words, entries) {
  const groups = entries.map(([name, figure, base]) =>
    element(
      "div",
      {},
      element("dt", { textContent: words.say(name) }),
      element("dd", {}, element("b", { textContent: figure }), " ", element("small", { textContent: base })),
    ),
  );
  return element("dl", { className: "totals" }, ...groups);
}

/** Best, average and median of wins. @param {Words} words @param {Statistics} known */
function table(words, known) {
  const head = /** @type {Key[]} */ (["best", "average", "median"]).map((key) =>
    element("th", { scope: "col", textContent: words.say(key) }),
  );
  const rows = /** @type {Measure[]} */ (Object.keys(MEASURES)).map((name) => {
    const { base, best, average, median } = known.figures[name];
    const of = element("small", { textContent: words.part("of_wins", { count: base }) });
    const cells = [best, average, median].map((value) => element("td", { textContent: written(words, name, value) }));
    return element("tr", {}, element("th", { scope: "row" }, words.say(name), " ", of), ...cells);
  });
  return element(
    "table",
    { className: "wins" },
    element("caption", { className: "unseen", textContent: words.say("wins") }),
    element("thead", {}, element("tr", {}, element("td"), ...head)),
    element("tbody", {}, ...rows),
  );
}

// ---- Pictures -------------------------------------------------------------------------------------------------------

/** @param {Words} words @param {PlayedGame[]} games @param {Statistics} known */
function pictures(words, games, known) {
  const wins = lastWins(games, Infinity);
  // Of wins whose times are all unknown, there is nothing to be drawn.
  const names = (/** @type {const} */ (["score", "time"])).filter((name) => known.figures[name].base);
  const charts = names.flatMap((name) => [spread(words, name, wins), course(words, name, wins.slice(-LAST))]);
  if (!charts.length) return [];
  return [element("div", { className: "pictures" }, ...charts.map((chart) => picture(words, chart)))];
}

/** How wins spread. @param {Words} words @param {"score" | "time"} name @param {PlayedGame[]} wins */
function spread(words, name, wins) {
  const limit = (/** @type {number} */ value) => written(words, name, value);
  const values = wins.map(MEASURES[name].of);
  return barChart(name === "time" ? distribution(values, roundTime) : distribution(values), {
    words: { title: words.say(`spread_${name}`), header: [words.say(name), words.say("wins")] },
    limit,
    stretch: (from, to) => words.part("from_to", { from: limit(from), to: limit(to) }),
    count: (value) => words.number.format(value),
  });
}

/** How the last wins went. @param {Words} words @param {"score" | "time"} name @param {PlayedGame[]} wins */
function course(words, name, wins) {
  const day = new Intl.DateTimeFormat(words.language, { dateStyle: "medium" });
  const points = wins.map((game) => ({ name: day.format(game.started), value: MEASURES[name].of(game) }));
  return lineChart(points, {
    words: { title: words.say(`course_${name}`), header: [words.say("day"), words.say(name)] },
    better: MEASURES[name].better,
    format: (value) => written(words, name, value),
    rounding: name === "time" ? roundTime : undefined,
  });
}

/** A picture with its table behind it. @param {Words} words @param {import("./charts.js").Chart} chart */
function picture(words, { svg, table: { caption, header, rows } }) {
  const title = element("figcaption", { textContent: caption });
  const drawn = element("div", { innerHTML: svg }); // charts.js escapes what it writes
  const head = header.map((name) => element("th", { scope: "col", textContent: name }));
  const lines = rows.map(([first, ...rest]) =>
    element(
      "tr",
      {},
      element("th", { scope: "row", textContent: first }),
      ...rest.map((cell) => element("td", { textContent: cell })),
    ),
  );
  const behind = element(
    "details",
    {},
    element("summary", { textContent: words.say("as_table") }),
    element(
      "table",
      {},
      element("caption", { className: "unseen", textContent: caption }),
      element("thead", {}, element("tr", {}, ...head)),
      element("tbody", {}, ...lines),
    ),
  );
  return element("figure", {}, title, drawn, behind);
}

// ---- What can be done -----------------------------------------------------------------------------------------------

/** @param {Room} room @param {number} count  games that would be forgotten */
function buttons(room, count) {
  const { words } = room;
  const history = button(words.say("history"), () => {
    close(ID);
    room.openLater("history");
  });
  const forget = button(words.say("forget"), async () => {
    const question = {
      title: words.say("forget_title"), text: words.say("forget_text", { count }), yes: words.say("forget_yes"),
      no: words.say("forget_no"),
    };
    if (!(await asked("forget-dialog", question))) return;
    await room.forgetGames();
    if (!forget.isConnected) return; // the window has been closed meanwhile
    close(ID);
    room.openLater("statistics");
  });
  forget.hidden = count === 0;
  return element("p", { className: "buttons" }, forget, history);
}
