// The page: how its elements are found by name.

/** @template {HTMLElement} [T=HTMLElement] @param {string} id @returns {T} */
export const byId = (id) => /** @type {T} */ (document.getElementById(id));

/** @param {string} id @param {() => void} action */
export const onClick = (id, action) => byId(id).addEventListener("click", action);
