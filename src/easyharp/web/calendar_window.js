// The window with the calendar of daily deals: what has become of each day's, a month at a time, and the deals of past
// days to be played. A deal won on its day is a disc, one won later a ring, one only played a bar.

import { dateOf, dayNumber, firstWeekday, monthAfter, monthOf, weeksOf } from "./days.js";
import { close, show } from "./dialogs.js";
import { button, eachDay, element, set, write } from "./page.js";
import { dailies, dailyStreak } from "./statistics.js";

/**
 * @typedef {import("./played.js").PlayedGame} PlayedGame
 * @typedef {import("./statistics.js").DailyState} DailyState
 * @typedef {import("./windows.js").Room} Room
 * @typedef {import("./words.js").Words} Words
 */

const ID = "calendar-dialog";
const STATES = /** @type {DailyState[]} */ (["won", "late", "played"]);
/** Some Monday, as a day's number. */
const MONDAY = dayNumber("2026-11-30");

/** @param {Room} room @param {PlayedGame[]} games */
export function openCalendar(room, games) {
  const { words } = room;
  const states = dailies(games);
  const title = element("h3", { ariaLive: "polite" });
  const days = element("div");
  const streaks = element("p");
  let [today, month] = ["", ""];
  const turn = (/** @type {number} */ months) => {
    month = monthAfter(month, months);
    draw();
  };
  const draw = () => {
    write(title, dateText(words, `${month}-01`, { month: "long", year: "numeric" }));
    set(later, "aria-disabled", String(month >= monthOf(today)));
    days.replaceChildren(monthTable(room, month, today, states));
  };
  const earlier = button("‹", () => turn(-1), { ariaLabel: words.say("month_earlier") });
  // What turns no further keeps the focus.
  const later = button("›", () => month < monthOf(today) && turn(1), { ariaLabel: words.say("month_later") });
  const dialog = show(words, ID, words.say("calendar"), [
    element("div", { className: "turning" }, earlier, title, later),
    days,
    legend(words),
    streaks,
  ]);
  eachDay(dialog, (date) => {
    today = date;
    month ||= monthOf(today);
    const place = buttonsIn(days).findIndex((button) => button === document.activeElement);
    draw();
    buttonsIn(days)[place]?.focus();
    write(streaks, streakText(words, dailyStreak(games, today)));
  });
}

/** @param {HTMLElement} part */
const buttonsIn = (part) => [...part.querySelectorAll("button")];

/** @param {Words} words @param {import("./statistics.js").Streak} streak */
function streakText(words, { current, longest }) {
  if (!longest) return words.say("daily_none");
  return `${words.say("daily_streak", { count: current })} ${words.say("daily_longest", { count: longest })}`;
}

/** A date in words. @param {Words} words @param {string} date @param {Intl.DateTimeFormatOptions} format */
const dateText = (words, date, format) =>
  new Intl.DateTimeFormat(words.language, { ...format, timeZone: "UTC" }).format(new Date(`${date}T00:00Z`));

/**
 * @param {Room} room
 * @param {string} month
 * @param {string} today
 * @param {ReadonlyMap<string, DailyState>} states
 */
function monthTable(room, month, today, states) {
  const { words } = room;
  // Where one language is spoken in several countries, the device knows in which of them the player is.
  const first = firstWeekday(navigator.languages.find((tag) => tag.startsWith(words.language)) ?? words.language);
  const names = Array.from({ length: 7 }, (_, place) => {
    const date = dateOf(MONDAY + first - 1 + place);
    const [short, long] = /** @type {const} */ (["short", "long"]).map((weekday) => dateText(words, date, { weekday }));
    return element("th", { scope: "col", abbr: long, textContent: short.replace(/\.$/, "") });
  });
  const rows = weeksOf(month, first).map((week) =>
    element("tr", {}, ...week.map((date) => element("td", {}, date ? day(room, date, today, states.get(date)) : ""))),
  );
  return element(
    "table",
    { className: "month" },
    element("thead", {}, element("tr", {}, ...names)),
    element("tbody", {}, ...rows),
  );
}

/** @param {Room} room @param {string} date @param {string} today @param {DailyState} [state] */
function day({ words, start }, date, today, state) {
  const number = words.number.format(Number(date.slice(8)));
  if (date > today) return element("span", { className: "day", textContent: number });
  const play = () => {
    close(ID);
    start({ date });
  };
  const parts = [
    dateText(words, date, { dateStyle: "long" }),
    date === today ? words.part("today") : "",
    state ? words.part(`daily_${state}`) : "",
  ];
  return button(number, play, {
    className: ["day", state ?? "", date === today ? "today" : ""].join(" ").trim(),
    ariaLabel: parts.filter(Boolean).join(", "),
    ariaCurrent: date === today ? "date" : "false",
  });
}

/** What the signs mean. @param {Words} words */
function legend(words) {
  const meanings = [...STATES.map((state) => [state, words.part(`daily_${state}`)]), ["today", words.part("today")]];
  const entries = meanings.map(([sign, meaning]) =>
    element("li", {}, element("span", { className: `day ${sign}`, ariaHidden: "true" }), meaning),
  );
  return element("ul", { className: "legend" }, ...entries);
}
