// The celebration of a win: the foundations are plucked one after another, like the strings of a harp.

/** Milliseconds between two strings, and how long one swings. */
const STRING = 130;
const SWING = 900;

/**
 * Let the won cards swing in one wave; resolves when it is over, or at once when a key or pointer skips it.
 * @param {import("./table.js").Table} table
 * @returns {Promise<void>}
 */
export async function celebrate(table) {
  const { slowness } = table.motion;
  if (!slowness) return;
  const height = table.plan.card.height;
  const swinging = table
    .foundationTops()
    .flatMap((cards, string) =>
      cards.map((sheet, depth) =>
        sheet.animate(
          [
            { transform: "none" },
            { transform: `translateY(${-height * 0.22 * (depth + 1)}px) rotate(${depth * 3 - 3}deg)`, offset: 0.3 },
            { transform: `translateY(${height * 0.06}px)`, offset: 0.6 },
            { transform: "none" },
          ],
          { duration: SWING * slowness, delay: (string * STRING + depth * 60) * slowness, easing: "ease-in-out" },
        ),
      ),
    );
  const over = Promise.all(swinging.map((animation) => animation.finished)).catch(() => {});
  const skipped = new Promise((resolve) => {
    for (const event of ["pointerdown", "keydown"]) addEventListener(event, resolve, { once: true });
  });
  await Promise.race([over, skipped]);
  for (const animation of swinging) animation.cancel();
}
