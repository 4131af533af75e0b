import assert from "node:assert/strict";
import { test } from "node:test";
import { dateOf, dayNumber, firstWeekday, isDate, monthAfter, monthOf, weeksOf } from "../../src/easyharp/web/days.js";

test("only dates that exist are dates", () => {
  const dates = ["1970-01-01", "2026-12-24", "2028-02-29", "0001-01-01", "9999-12-31"];
  for (const date of dates) assert.ok(isDate(date), date);
  const others = ["2026-02-29", "2026-13-01", "2026-00-10", "2026-12-32", "2026-1-1", " 2026-12-24", "", null, 2026];
  for (const other of others) assert.ok(!isDate(other), String(other));
});

test("days follow each other through every month and year, whatever the zone's clocks do", () => {
  assert.equal(dayNumber("1970-01-01"), 0);
  const last = dayNumber("2030-01-02");
  for (let day = dayNumber("1967-12-30"); day < last; day += 1) assert.equal(dayNumber(dateOf(day)), day);
  assert.equal(dateOf(dayNumber("2028-02-28") + 2), "2028-03-01");
});

test("months follow each other across years", () => {
  assert.equal(monthOf("2026-12-24"), "2026-12");
  assert.equal(monthAfter("2026-12", 1), "2027-01");
  assert.equal(monthAfter("2026-01", -1), "2025-12");
  assert.equal(monthAfter("2026-05", -17), "2024-12");
  assert.equal(monthAfter("2026-05", 0), "2026-05");
});

test("a month's weeks have each of its days once, in the column of its weekday", () => {
  for (let months = -30; months < 800; months += 1) {
    const month = monthAfter("1970-01", months);
    for (let first = 1; first <= 7; first += 1) {
      const weeks = weeksOf(month, first);
      const days = weeks.flat().filter((date) => date !== null);
      assert.deepEqual(days.map((date) => Number(date.slice(8))), days.map((_, i) => i + 1));
      assert.equal(dayNumber(`${month}-01`) + days.length, dayNumber(`${monthAfter(month, 1)}-01`));
      for (const week of weeks) {
        assert.equal(week.length, 7);
        assert.ok(week.some(Boolean));
        for (const [place, date] of week.entries()) {
          if (date) assert.equal(new Date(`${date}T00:00Z`).getUTCDay(), (first + place) % 7, date);
        }
      }
    }
  }
});

test("a week begins as the country has it, and with Monday where that is not known", () => {
  assert.equal(firstWeekday("de-DE"), 1);
  const { getWeekInfo } = /** @type {any} */ (Intl.Locale.prototype);
  const knows = getWeekInfo || "weekInfo" in Intl.Locale.prototype;
  assert.equal(firstWeekday("en-US"), knows ? 7 : 1);
});
