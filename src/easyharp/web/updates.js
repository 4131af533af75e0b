// Updates of the static site: its service worker, which keeps the app for use without a network and fetches new releases
// in the background. Whether a release is taken over is for the player to say.

/** The service worker whose release this page is of, or null where it was not kept yet, as on a first visit. */
export const servedBy = navigator.serviceWorker?.controller ?? null;

/**
 * Keep the app on this device, and watch for new releases.
 * @param {{ready(take: () => void): void, taken(): void}} listener  `ready` once a new release is here, with what takes it
 *   over; `taken` when it has been taken over, here or in another tab, and this page belongs to the one before
 */
export function watchUpdates({ ready, taken }) {
  const { serviceWorker } = navigator;
  if (!serviceWorker) return; // as on a page that came without encryption
  whenTakenOver(taken);
  const address = new URL("service_worker.js", import.meta.url);
  serviceWorker.register(address, { updateViaCache: "none" }).then((registration) => {
    const told = () => {
      const { waiting } = registration;
      if (waiting && serviceWorker.controller) ready(() => waiting.postMessage("take over"));
    };
    const watch = () => registration.installing?.addEventListener("statechange", told);
    told();
    watch(); // it may have been found before
    registration.addEventListener("updatefound", watch);
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) registration.update().catch(() => {}); // without a network there is none
    });
  }, (error) => console.warn("Easy Harp cannot be kept for use without a network:", error));
}

/** Be told when another release has taken over, here or in another tab. @param {() => void} taken */
export function whenTakenOver(taken) {
  const { serviceWorker } = navigator;
  let before = servedBy;
  const look = () => {
    const controller = serviceWorker?.controller ?? null;
    if (before && controller && controller !== before) taken(); // without one, all that was kept has been cleared
    before ??= controller; // the first release takes over the page that brought it
  };
  look();
  serviceWorker?.addEventListener("controllerchange", look);
}
