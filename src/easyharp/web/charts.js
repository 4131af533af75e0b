// Charts: pictures of figures as the text of SVG elements, each with the table that says the same. Nothing is told by
// hue alone: shapes and lightness carry it. Colours are those of the style sheet; a length of 1 is one pixel where the
// picture is as wide as it was drawn for. All words and formats come from the caller. No DOM.

import { roundCount, roundLimits } from "./scales.js";

/** @typedef {import("./statistics.js").Bin} Bin */
/** @typedef {{caption: string, header: string[], rows: string[][]}} ChartTable */
/** @typedef {{svg: string, table: ChartTable}} Chart */
/** @typedef {{title: string, header: [string, string]}} Words  the title names the picture and its table */
/** @typedef {(value: number) => string} Format */

const WIDTH = 320;
/** Height as a share of the width. */
const SLENDER = 0.56;
const TYPE = 12;
/** The width of a digit of that size, roughly. */
const DIGIT = 6.8;
/** Room around the field in which values are drawn: above, to the right, below. */
const ROOM = { top: TYPE + 8, right: 22, bottom: TYPE + 10 };
/** Ticks of the upright axis. */
const MOST_TICKS = 4;

const INK = "var(--sheet-ink)";
const QUIET = "var(--sheet-quiet)";
const LINE = "var(--sheet-line)";
const ACCENT = "var(--accent)";

// ---- Parts ----------------------------------------------------------------------------------------------------------

/** @param {string} text */
const escaped = (text) => text.replace(/[&<>]/g, (char) => `&#${char.charCodeAt(0)};`);

/** @param {number} length */
const round = (length) => Math.round(length * 100) / 100;

/** The characters of the longest text. @param {readonly string[]} texts */
const widest = (texts) => Math.max(0, ...texts.map((text) => text.length));

/** @param {string} title @param {number} width @param {number} height @param {string} content */
const picture = (title, width, height, content) =>
  `<svg class="chart" role="img" viewBox="0 0 ${round(width)} ${round(height)}" font-size="${TYPE}">` +
  `<title>${escaped(title)}</title>${content}</svg>`;

/** @param {number} x @param {number} y @param {string} text @param {"start" | "middle" | "end"} anchor */
const label = (x, y, text, anchor, fill = QUIET, weight = "normal") =>
  `<text x="${round(x)}" y="${round(y)}" text-anchor="${anchor}" fill="${fill}" font-weight="${weight}">` +
  `${escaped(text)}</text>`;

/**
 * The field of a chart with its upright axis: where a value lies, and lines and labels at round ones.
 * @param {number} width @param {number[]} ticks  the lowest first @param {Format} format
 * @param {readonly string[]} below  what is written below it, also at its two ends
 */
function field(width, ticks, format, below = []) {
  const half = (widest(below) * DIGIT) / 2;
  const left = Math.max(widest(ticks.map(format)) * DIGIT + 8, half);
  const right = width - Math.max(ROOM.right, half);
  const bottom = width * SLENDER - ROOM.bottom;
  const [low, high] = [ticks[0], ticks[ticks.length - 1]];
  const y = (/** @type {number} */ value) => bottom - ((value - low) / (high - low)) * (bottom - ROOM.top);
  const lines = ticks.map(
    (tick) =>
      `<path d="M${round(left)} ${round(y(tick))}H${round(right)}" stroke="${tick === low ? QUIET : LINE}"/>` +
      label(left - 6, y(tick) + TYPE * 0.35, format(tick), "end"),
  );
  return { left, right, bottom, y, axis: lines.join("") };
}

/** Of so many labels side by side every which one has room. @param {readonly string[]} texts @param {number} width */
const every = (texts, width) => Math.ceil((widest(texts) * DIGIT + 8) / width);

// ---- Charts ---------------------------------------------------------------------------------------------------------

/**
 * A bar for each stretch of a distribution.
 * @param {readonly Bin[]} bins
 * @param {{words: Words, limit: Format, stretch: (from: number, to: number) => string, count: Format, width?: number}} how
 *   formats of a limit on the axis, and in the table of a stretch and a count
 * @returns {Chart}
 */
export function barChart(bins, { words, limit, stretch, count, width = WIDTH }) {
  const highest = Math.max(1, ...bins.map((bin) => bin.count));
  const limits = bins.length ? [...bins.map(({ from }) => from), bins[bins.length - 1].to] : [];
  const texts = limits.map(limit);
  const ticks = roundLimits(0, highest, MOST_TICKS, roundCount);
  const { left, right, bottom, y, axis } = field(width, ticks, count, texts);
  const step = (right - left) / Math.max(1, bins.length);
  const bars = bins.map((bin, i) => {
    const [x, top] = [left + i * step, y(bin.count)];
    const outline = `M${round(x + 1)} ${round(bottom)}V${round(top)}H${round(x + step - 1)}V${round(bottom)}Z`;
    return `<path d="${outline}" fill="${ACCENT}"/>`;
  });
  const skip = every(texts, step);
  const labels = texts.map((text, i) => (i % skip ? "" : label(left + i * step, bottom + TYPE + 4, text, "middle")));
  return {
    svg: picture(words.title, width, width * SLENDER, axis + bars.join("") + labels.join("")),
    table: {
      caption: words.title,
      header: words.header,
      rows: bins.map((bin) => [stretch(bin.from, bin.to), count(bin.count)]),
    },
  };
}

/**
 * A dot for each value, in their order, on a line. The best one is a diamond with its value beside it.
 * @param {readonly {name: string, value: number}[]} points  `name` is what the table calls it, such as its day
 * @param {{words: Words, better: "more" | "less", format: Format, rounding?: import("./scales.js").Rounding,
 *   width?: number}} how
 * @returns {Chart}
 */
export function lineChart(points, { words, better, format, rounding = roundCount, width = WIDTH }) {
  const known = points.filter(({ value }) => Number.isFinite(value) && value >= 0);
  const values = known.map(({ value }) => value);
  const [low, high] = values.length ? [Math.min(...values), Math.max(...values)] : [0, 0];
  const { left, right, y, axis } = field(width, roundLimits(low, high, MOST_TICKS, rounding), format);
  const step = (right - left - 2 * TYPE) / Math.max(1, values.length - 1);
  const size = Math.min(3.5, Math.max(1.5, step / 3));
  const spots = values.map((value, i) => ({ x: round(left + TYPE + i * step), y: round(y(value)) }));
  const line = `<path d="M${spots.map(({ x, y }) => `${x} ${y}`).join("L")}" fill="none" stroke="${QUIET}"/>`;
  const dots = spots.map(({ x, y }) => `<circle cx="${x}" cy="${y}" r="${round(size)}" fill="${ACCENT}"/>`);
  const best = values.indexOf(better === "more" ? high : low);
  const content =
    best < 0 ? "" : line + dots.join("") + diamond(spots[best], format(values[best]), better, left, right);
  return {
    svg: picture(words.title, width, width * SLENDER, axis + content),
    table: { caption: words.title, header: words.header, rows: known.map(({ name, value }) => [name, format(value)]) },
  };
}

/**
 * The sign of the best value, with a text beyond it that stays between two edges and clear of the line.
 * @param {{x: number, y: number}} spot @param {string} text
 * @param {"more" | "less"} better  with more the best one is the highest, so beyond is above
 * @param {number} left @param {number} right
 */
function diamond({ x, y }, text, better, left, right) {
  const half = (text.length * DIGIT) / 2;
  const middle = Math.min(right - half, Math.max(left + half, x));
  const words = label(middle, better === "more" ? y - 10 : y + TYPE + 7, text, "middle", INK, "bold");
  const halo = `<g stroke="var(--sheet)" stroke-width="4" stroke-linejoin="round" paint-order="stroke">${words}</g>`;
  return `${halo}<path d="M${x} ${y - 6}l6 6l-6 6l-6-6Z" fill="${INK}"/>`;
}
