// The page: its elements found by name, made and changed, its style sheets, where the other pages are, how a file is handed
// out, when a frame is painted, and when a day ends.

import { localDate } from "./days.js";

/** @template {HTMLElement} [T=HTMLElement] @param {string} id @returns {T} */
export const byId = (id) => /** @type {T} */ (document.getElementById(id));

/** @param {string} id @param {() => void} action */
export const onClick = (id, action) => byId(id).addEventListener("click", action);

/**
 * An element, made.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Partial<HTMLElementTagNameMap[Tag]>} [members]
 * @param {(Node | string)[]} content
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function element(tag, members = {}, ...content) {
  const made = Object.assign(document.createElement(tag), members);
  made.append(...content);
  return made;
}

/** A button that does something. @param {string} text @param {() => void} action @param {Partial<HTMLButtonElement>} [members] */
export const button = (text, action, members) =>
  element("button", { type: "button", textContent: text, onclick: action, ...members });

/** @type {Map<string, Promise<unknown>>} the style sheets that the page did not begin with */
const styles = new Map();

/** Have a style sheet that the page does not begin with; resolves when it is there. @param {string} href */
export function styled(href) {
  const loading = styles.get(href) ?? loaded(href);
  styles.set(href, loading);
  return loading;
}

/** @param {string} href @returns {Promise<unknown>} */
function loaded(href) {
  const link = element("link", { rel: "stylesheet", href });
  document.head.append(link);
  return new Promise((resolve, reject) => {
    link.onload = resolve;
    link.onerror = () => {
      styles.delete(href); // whoever wants it next tries again
      link.remove();
      reject(new Error(`${href} cannot be loaded.`));
    };
  });
}

/** Hand a text to the player as a file. @param {string} name @param {string} text */
export function download(name, text) {
  const link = element("a", { href: URL.createObjectURL(new Blob([text], { type: "text/plain" })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** Write a text where another one stands; what is unchanged would be laid out again. @param {Element} element @param {string} text */
export function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** Set an attribute that is another one now. @param {Element} element @param {string} name @param {string} value */
export function set(element, name, value) {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

/** Say of a button that it does nothing now; it keeps the focus. @param {Element} button @param {boolean} nothing */
export const disable = (button, nothing) => set(button, "aria-disabled", String(nothing));

/** The address of one of the pages that teach the game. @param {string} language @param {string} name */
export const pageAddress = (language, name) => `pages/${language}/${name}.html`;

/** Resolves once the next frame is painted, or after a moment where none comes, as in a hidden tab. @returns {Promise<void>} */
export function painted() {
  return new Promise((resolve) => {
    const late = setTimeout(resolve, 100);
    requestAnimationFrame(() => {
      clearTimeout(late);
      setTimeout(resolve);
    });
  });
}

/**
 * Tell today's date, and again whenever that is another one while a window is open.
 * @param {HTMLElement} dialog
 * @param {(today: string) => void} tell
 */
export function eachDay(dialog, tell) {
  let today = "";
  const look = () => {
    const date = localDate(new Date());
    if (date !== today) tell((today = date));
  };
  look();
  const timer = setInterval(look, 1_000);
  dialog.addEventListener("close", () => clearInterval(timer), { once: true });
}
