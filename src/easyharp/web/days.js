// Calendar dates as text, "2026-12-24": which exist, how far they are apart, and the weeks of their months. A date is
// no moment: nothing here knows the clock, a time zone or daylight saving. No DOM.

const DAY = 86_400_000;
/** The weekday of day 0, 1 January 1970: Thursday, where 1 is Monday. */
const THURSDAY = 4;

/** Whether this is the text of a date that exists. @param {unknown} text @returns {text is string} */
export function isDate(text) {
  if (typeof text !== "string" || !/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const moment = Date.parse(`${text}T00:00Z`);
  return !Number.isNaN(moment) && dateOf(moment / DAY) === text; // 30 February would be read as 2 March
}

/** The local calendar date, as in "2026-12-24". @param {Date} now */
export function localDate(now) {
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

/** Days from 1 January 1970 to a date. @param {string} date */
export const dayNumber = (date) => Date.parse(`${date}T00:00Z`) / DAY;

/** The date so many days after 1 January 1970. @param {number} day */
export const dateOf = (day) => new Date(day * DAY).toISOString().slice(0, 10);

/** The month of a date, "2026-12". @param {string} date */
export const monthOf = (date) => date.slice(0, 7);

/** The month so many months later, or earlier if negative. @param {string} month  "2026-12" @param {number} months */
export function monthAfter(month, months) {
  const [year, number] = month.split("-").map(Number);
  const count = year * 12 + number - 1 + months;
  return `${String(Math.floor(count / 12)).padStart(4, "0")}-${String((count % 12) + 1).padStart(2, "0")}`;
}

/**
 * A month as a calendar shows it: its weeks, each with seven dates; null where the day belongs to another month.
 * @param {string} month  "2026-12"
 * @param {number} first  the weekday that a week begins with: 1 is Monday, 7 Sunday
 * @returns {(string | null)[][]}
 */
export function weeksOf(month, first = 1) {
  const start = dayNumber(`${month}-01`);
  const end = dayNumber(`${monthAfter(month, 1)}-01`);
  const before = (start + THURSDAY - first) % 7; // negative for most months before 1970
  const from = start - ((before + 7) % 7);
  return Array.from({ length: Math.ceil((end - from) / 7) }, (_, week) =>
    Array.from({ length: 7 }, (_, place) => {
      const day = from + 7 * week + place;
      return day >= start && day < end ? dateOf(day) : null;
    }),
  );
}

/** @typedef {{firstDay: number}} Week */

/** The weekday that weeks begin with where a language is spoken, 1 for Monday to 7. @param {string} language  a tag */
export function firstWeekday(language) {
  // Not every browser knows; those that do have it as a method or, before that became the standard, as a property.
  const locale = /** @type {Intl.Locale & {weekInfo?: Week, getWeekInfo?: () => Week}} */ (new Intl.Locale(language));
  return (locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay ?? 1;
}
