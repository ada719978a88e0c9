/** Delay before the service worker is registered, so that the app loads first. */
const SERVICE_WORKER_DELAY_MS = 30_000;

/** Whether local storage has this key, or one that begins with it and a colon. */
export function isKept(key: string): boolean {
  try {
    return Object.keys(localStorage).some((name) => `${name}:`.startsWith(`${key}:`));
  } catch {
    return false; // storage refused by the browser's settings
  }
}

/** Registers the service worker a while after the page was shown. */
export function registerLater(): void {
  if (!import.meta.env.PROD) return;
  setTimeout(() => {
    void import('../device/app-updates.ts').then(({ appUpdates }) => appUpdates.register());
  }, SERVICE_WORKER_DELAY_MS);
}

/**
 * Moves the focus to the heading after a link of the shop, as a navigation by the router would. A step back and an
 * address of a section keep the browser's own focus.
 */
export function focusOnArrival(): void {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const isOurs = document.referrer.startsWith(`${location.origin}/`);
  if (!isOurs || entry?.type !== 'navigate' || location.hash !== '') return;
  void import('../ui/focus-fallback.ts').then(({ restoreFocus }) => restoreFocus('main h1'));
}
