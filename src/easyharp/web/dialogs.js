// Dialogs: how a window is opened and closed, and windows that are made when they are wanted and gone when closed.

import { byId, element } from "./page.js";

/** @typedef {import("./words.js").Words} Words */

/** For so many milliseconds after a window has opened, a press beside it is the second of an impatient double click. */
const IMPATIENCE = 400;

/** Counts the windows that were asked for or opened. */
let windows = 0;

/** Ask for a window that has to be loaded first. What is returned tells whether it is still the last one wanted. */
export function wanted() {
  const mine = (windows += 1);
  return () => mine === windows;
}

/** Open a window; a second call while it is open does nothing. @param {string} id */
export function open(id) {
  const dialog = /** @type {HTMLDialogElement} */ (byId(id));
  windows += 1;
  if (dialog.open) return;
  dialog.dataset.opened = String(performance.now());
  dialog.showModal();
}

/** @param {string} id */
export const close = (id) => /** @type {HTMLDialogElement} */ (byId(id)).close();

/** Close a window at a press beside it. @param {HTMLDialogElement} dialog */
export function closeBeside(dialog) {
  dialog.addEventListener("pointerdown", (event) => isBeside(dialog, event) && dialog.close("cancel"));
}

/**
 * Whether a press is beside a window. Its own scrollbar is not, although the press has the window as its target.
 * @param {HTMLDialogElement} dialog
 * @param {PointerEvent} event
 */
function isBeside(dialog, { target, clientX, clientY, timeStamp }) {
  const { left, right, top, bottom } = dialog.getBoundingClientRect();
  const inside = clientX >= left && clientX < right && clientY >= top && clientY < bottom;
  return target === dialog && !inside && timeStamp - Number(dialog.dataset.opened) > IMPATIENCE;
}

/**
 * Make a window and open it; it is gone when it is closed.
 * @param {Words} words
 * @param {string} id
 * @param {string} title
 * @param {(Node | string)[]} content
 */
export function show(words, id, title, content) {
  const heading = element(
    "div",
    { className: "heading" },
    element("h2", { id: `${id}-title`, textContent: title }),
    element("button", { value: "close", textContent: words.say("close") }),
  );
  const dialog = made(id, heading, ...content);
  dialog.addEventListener("close", () => dialog.remove());
  return dialog;
}

/**
 * Take files that are chosen in a field, or dropped onto the window. That these do not replace the page is seen to for all
 * of it.
 * @param {HTMLDialogElement} dialog
 * @param {HTMLInputElement} field
 * @param {(file: File) => void} take
 */
export function takeFiles(dialog, field, take) {
  field.addEventListener("change", () => {
    const [file] = field.files ?? [];
    if (file) take(file);
    field.value = ""; // the same one can be chosen again
  });
  dialog.addEventListener("drop", ({ dataTransfer }) => {
    const [file] = dataTransfer?.files ?? [];
    if (file) take(file);
  });
}

/**
 * Ask in a window of its own.
 * @param {string} id
 * @param {{title: string, text: string, yes: string, no: string}} question
 * @returns {Promise<boolean>}
 */
export async function asked(id, { title, text, yes, no }) {
  const dialog = made(
    id,
    element("h2", { id: `${id}-title`, textContent: title }),
    element("p", { textContent: text }),
    element(
      "p",
      { className: "buttons" },
      element("button", { value: "no", textContent: no }),
      element("button", { value: "yes", textContent: yes }),
    ),
  );
  await new Promise((resolve) => dialog.addEventListener("close", resolve, { once: true }));
  dialog.remove();
  return dialog.returnValue === "yes";
}

/** A window, opened; it takes the place of the one of this name. @param {string} id @param {(Node | string)[]} content */
function made(id, ...content) {
  const before = /** @type {HTMLDialogElement | null} */ (byId(id));
  before?.close();
  before?.remove();
  const dialog = element("dialog", { id }, element("form", { method: "dialog" }, ...content));
  dialog.setAttribute("aria-labelledby", `${id}-title`);
  document.body.append(dialog);
  closeBeside(dialog);
  open(id);
  return dialog;
}
