import assert from "node:assert/strict";
import { test } from "node:test";
import { barChart, lineChart } from "../../src/easyharp/web/charts.js";
import { timeText } from "../../src/easyharp/web/clock.js";
import { roundTime } from "../../src/easyharp/web/scales.js";
import { distribution } from "../../src/easyharp/web/statistics.js";
import { Chance } from "./chance.mjs";
import { LOOKS, contrast, token } from "./colours.mjs";

/** @typedef {import("../../src/easyharp/web/charts.js").Chart} Chart */

const WORDS = { title: "Points of 4 wins", header: /** @type {[string, string]} */ (["Points", "Wins"]) };
const BARS = {
  words: WORDS, limit: String, count: String,
  stretch: (/** @type {number} */ from, /** @type {number} */ to) => `${from}–${to}`,
};
const LINE = { words: WORDS, better: /** @type {const} */ ("more"), format: String };

/** @param {readonly number[]} values */
const points = (values) => values.map((value, i) => ({ name: `game ${i + 1}`, value }));

const CHARTS = {
  bars: barChart(distribution([1240, 1259, 1260, 1321]), BARS),
  times: barChart(distribution([9e5, 6e6], roundTime), { ...BARS, limit: timeText }),
  line: lineChart(points([1240, 1300, 1265]), LINE),
  noBars: barChart([], BARS),
  noLine: lineChart([], LINE),
};

/** Every number of the shapes of a chart with the attribute that it stands in. @param {Chart} chart */
const numbers = ({ svg }) =>
  [...svg.matchAll(/ (d|x|y|cx|cy|r|width|height)="([^"]*)"/g)].flatMap(([, name, value]) =>
    [...value.matchAll(/-?[\d.]+/g)].map(([number]) => ({ name, number: Number(number) })),
  );

/** What is written in a chart. @param {Chart} chart */
const texts = ({ svg }) => [...svg.matchAll(/<text[^>]*>([^<]*)</g)].map(([, text]) => text);

test("every chart is whole: all that opens closes, nothing is missing", () => {
  for (const [name, chart] of Object.entries(CHARTS)) {
    assert.doesNotMatch(chart.svg, /undefined|NaN|null|Infinity/, name);
    /** @type {string[]} */
    const open = [];
    for (const [, end, element, alone] of chart.svg.matchAll(/<(\/?)(\w+)[^>]*?(\/?)>/g)) {
      if (end) assert.equal(open.pop(), element);
      else if (!alone) open.push(element);
    }
    assert.deepEqual(open, []);
  }
});

test("a chart is one picture with a title, which its table has, too", () => {
  for (const { svg, table } of Object.values(CHARTS)) {
    assert.match(svg, /^<svg class="chart" role="img" viewBox="0 0 [\d.]+ [\d.]+" font-size="\d+"><title>/);
    assert.ok(svg.includes(`<title>${WORDS.title}</title>`));
    assert.equal(table.caption, WORDS.title);
    for (const row of table.rows) assert.equal(row.length, table.header.length);
  }
});

test("words cannot become markup", () => {
  const words = { title: `<b a="1">&amp;`, header: WORDS.header };
  const { svg, table } = lineChart(points([1, 2]), { ...LINE, words, format: (value) => `<${value}&` });
  assert.doesNotMatch(svg, /<b|<\d|&(?!#\d+;)/);
  assert.equal(table.caption, words.title);
});

test("a bar chart has a bar for each stretch, as high as its count", () => {
  const { bars } = CHARTS;
  const heights = [...bars.svg.matchAll(/d="M[\d.]+ ([\d.]+)V([\d.]+)H[\d.]+V[\d.]+Z"/g)].map(
    ([, bottom, top]) => Number(bottom) - Number(top),
  );
  assert.equal(heights.length, 5);
  const [unit] = heights.slice(1);
  for (const [i, count] of [2, 1, 0, 0, 1].entries()) assert.ok(Math.abs(heights[i] - count * unit) < 0.05);
  assert.deepEqual(bars.table.rows[0], ["1240–1260", "2"]);
  assert.deepEqual(bars.table.rows.map(([, count]) => count), ["2", "1", "0", "0", "1"]);
});

test("a line has a dot for each value in their order, and its best one is named", () => {
  const { line } = CHARTS;
  const dots = [...line.svg.matchAll(/<circle cx="([\d.]+)" cy="([\d.]+)"/g)].map(([, x, y]) => [Number(x), Number(y)]);
  assert.equal(dots.length, 3);
  assert.ok(dots[0][0] < dots[1][0] && dots[1][0] < dots[2][0]);
  assert.ok(dots[1][1] < dots[2][1] && dots[2][1] < dots[0][1], "more is higher");
  assert.ok(texts(line).includes("1300"));
  assert.ok(texts(lineChart(points([31, 77, 38]), { ...LINE, better: "less" })).includes("31"));
  assert.deepEqual(line.table.rows, [["game 1", "1240"], ["game 2", "1300"], ["game 3", "1265"]]);
});

test("values that are unknown are left out of a line and its table", () => {
  const { svg, table } = lineChart(points([NaN, 1300, -1, Infinity]), LINE);
  assert.deepEqual(table.rows, [["game 2", "1300"]]);
  assert.doesNotMatch(svg, /NaN|Infinity/);
});

test("everything lies within its picture, whatever the values", () => {
  const chance = new Chance(3);
  for (let run = 0; run < 300; run += 1) {
    const values = Array.from({ length: chance.between(1, 60) }, () => chance.between(0, 10 ** chance.between(0, 9)));
    const width = chance.choice([240, 320, 640]);
    const charts = [
      barChart(distribution(values, roundTime), { ...BARS, limit: timeText, width }),
      lineChart(points(values), { ...LINE, better: chance.choice(["more", "less"]), width }),
    ];
    for (const chart of charts) {
      const [, right, bottom] = chart.svg.match(/viewBox="0 0 ([\d.]+) ([\d.]+)"/) ?? [];
      assert.equal(Number(right), width);
      for (const { name, number } of numbers(chart)) {
        assert.ok(number >= -12 && number <= Number(name.includes("y") ? bottom : right), `${name} ${number}`);
      }
    }
  }
});

test("labels below bars are whole, also where counts are short", () => {
  const chance = new Chance(13);
  for (let run = 0; run < 200; run += 1) {
    const first = chance.between(0, 10 ** chance.between(1, 9));
    const values = [first, first + chance.between(0, 10 ** chance.between(0, 7))];
    const width = chance.choice([240, 320]);
    const { svg } = barChart(distribution(values, roundTime), { ...BARS, limit: timeText, width });
    for (const [, x, text] of svg.matchAll(/<text x="([\d.]+)"[^>]*"middle"[^>]*>([^<]*)</g)) {
      const half = (text.length / 2) * 6.8;
      assert.ok(Number(x) >= half - 0.01 && Number(x) + half <= width + 0.01, text);
    }
  }
});

test("labels below bars leave room between them", () => {
  const chance = new Chance(12);
  for (let run = 0; run < 200; run += 1) {
    const values = Array.from({ length: 20 }, () => chance.between(0, 10 ** chance.between(3, 8)));
    const width = chance.choice([240, 320]);
    const { svg } = barChart(distribution(values, roundTime), { ...BARS, limit: timeText, width });
    const labels = [...svg.matchAll(/<text x="([\d.]+)"[^>]*"middle"[^>]*>([^<]*)</g)];
    for (const [i, [, x, text]] of labels.entries()) {
      if (!i) continue;
      const [, before, textBefore] = labels[i - 1];
      assert.ok(Number(x) - Number(before) > ((text.length + textBefore.length) / 2) * 6.5, `${textBefore} ${text}`);
    }
  }
});

test("every colour is one of the style sheet's, and can be seen on every sheet", () => {
  const shapes = new Set();
  const inks = new Set();
  for (const { svg } of Object.values(CHARTS)) {
    for (const [element, colour] of svg.matchAll(/<\w+[^>]*?(?:fill|stroke)="(?!none)([^"]*)"[^>]*>/g)) {
      const name = colour.match(/^var\((--[\w-]+)\)$/)?.[1] ?? assert.fail(element);
      (element.startsWith("<text") ? inks : shapes).add(name);
    }
  }
  for (const look of LOOKS) {
    const sheet = token("--sheet", look);
    for (const name of shapes) {
      // Lines behind the values and the halo of a label only help to see something else.
      if (!["--sheet-line", "--sheet"].includes(name)) assert.ok(contrast(token(name, look), sheet) >= 3, name);
    }
    for (const name of inks) {
      assert.ok(contrast(token(name, look), sheet) >= 4.5, name);
    }
  }
});
