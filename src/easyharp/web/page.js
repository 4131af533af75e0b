// The page: how its elements are found by name, where the other pages are, and when a frame is painted.

/** @template {HTMLElement} [T=HTMLElement] @param {string} id @returns {T} */
export const byId = (id) => /** @type {T} */ (document.getElementById(id));

/** @param {string} id @param {() => void} action */
export const onClick = (id, action) => byId(id).addEventListener("click", action);

/** Write a text where another one stands; what is unchanged would be laid out again. @param {Element} element @param {string} text */
export function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** Set an attribute that is another one now. @param {Element} element @param {string} name @param {string} value */
export function set(element, name, value) {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

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
