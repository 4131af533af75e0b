// Shapes and letters of the cards, as data: what stands behind each `=` is JSON, because the stills of the pages are
// drawn from it as well, and not by JavaScript.

// Clubs keep three free lobes, diamonds have hollow sides, spades a long point: what is left of them at 10 px.
/** The suits: path data in a box of 100 x 100 around the origin. */
export const SUIT_PATHS = {
  "c": "M6 17A22 22 0 1 0 13-6L12-8.5A22 22 0 1 0-12-8.5L-13-6A22 22 0 1 0-6 17C-5 31-9 42-19 49H19C9 42 5 31 6 17Z",
  "d": "M0-50C10-31 24-13 40 0C24 13 10 31 0 50C-10 31-24 13-40 0C-24-13-10-31 0-50Z",
  "h": "M0 48C-12 28-48 10-48-18C-48-35-36-46-23-46C-12-46-4-39 0-29C4-39 12-46 23-46C36-46 48-35 48-18C48 10 12 28 0 48Z",
  "s": "M0-50C13-29 47-11 47 14C47 30 36 38 25 38C16 38 9 34 5 27C6 37 10 44 18 49H-18C-10 44-6 37-5 27C-9 34-16 38-25 38C-36 38-47 30-47 14C-47-11-13-29 0-50Z"
};

/**
 * The letters in the corners of the cards by language, where they differ from those of the text forms. An entry here is
 * all it takes to offer one more, whether or not there is a catalog of that language. Norwegian has those of Danish.
 */
export const INDEX_LETTERS = /** @type {Record<string, Record<string, string>>} */ ({
  "de": { "J": "B", "Q": "D" },
  "en": {},
  "fr": { "J": "V", "Q": "D", "K": "R" },
  "nl": { "J": "B", "Q": "V", "K": "H" },
  "pl": { "J": "W", "Q": "D" },
  "da": { "J": "B", "Q": "D", "A": "E" }
});
