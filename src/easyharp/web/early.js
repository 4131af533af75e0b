// What takes long begins here, while the rest of the page is still on its way: what is kept is read, and on a first visit to
// the static site the engine begins to load. Later on it waits until the kept game is painted: both share a computer.

import { pageBackend } from "./backends.js";
import { Keeping } from "./keeping.js";
import { servedBy } from "./updates.js";

export const keeping = new Keeping();

/** What this visit begins with. */
export const beginning = keeping.beginning();

if (!servedBy) pageBackend().start();
