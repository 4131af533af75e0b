// Played games for tests: plain ones, and random lists with versions, ties and streaks.

/** @typedef {import("../../src/easyharp/web/played.js").PlayedGame} PlayedGame */
/** @typedef {import("./chance.mjs").Chance} Chance */

/** @param {Partial<PlayedGame>} [members] @returns {PlayedGame} */
export const played = (members = {}) => ({
  id: "a", record: '[Deal "EH1-N-AAAAAAF"]\n\n74\n', deal: 5, daily: null, day: "2026-12-24", started: 1_000,
  changed: 2_000, won: false, score: 5, moves: 1, elapsed: 900, undos: 0, takeBacks: 0, hints: 0,
  borrowed: false, ...members,
});

/** Wins and games left, "WWLW", one after another. @param {string} results @returns {PlayedGame[]} */
export const inTurn = (results) =>
  [...results].map((result, i) => played({ id: `game ${i}`, started: 1_000 * i, won: result === "W" }));

/** A random date of a winter with a leap day. @param {Chance} chance */
export const someDate = (chance) =>
  new Date(Date.UTC(2028, 1, 20) + chance.between(0, 20) * 86_400_000).toISOString().slice(0, 10);

/** One version of one of so many games. @param {Chance} chance @param {number} games @returns {PlayedGame} */
export function somePlayed(chance, games) {
  const id = chance.between(1, games);
  const day = someDate(chance);
  return played({
    id: `game ${id}`, deal: chance.between(1, 5), started: (id * 7) % 5, changed: chance.between(0, 3), day,
    daily: chance.choice([null, day, day, someDate(chance)]), won: chance.next() < 0.6, moves: chance.between(0, 4),
    score: chance.between(0, 20) * 5, elapsed: chance.between(0, 9) * 1_000, undos: chance.between(0, 2),
    takeBacks: chance.between(0, 1), hints: chance.choice([0, 0, 1, NaN]),
  });
}

/** @param {Chance} chance @param {number} games  how many different ones there are at most @returns {PlayedGame[]} */
export const someList = (chance, games) =>
  Array.from({ length: chance.between(0, 2 * games) }, () => somePlayed(chance, games));

/** @template T @param {Chance} chance @param {readonly T[]} items @returns {T[]} */
export function shuffled(chance, items) {
  const rest = [...items];
  return items.map(() => rest.splice(chance.between(0, rest.length - 1), 1)[0]);
}
