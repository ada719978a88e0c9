import type { BrowserContext } from '@playwright/test';

/**
 * Takes a browser's connection away, for pages that are loaded meanwhile too: Chromium 150 forgets at each page load
 * that `navigator.onLine` was to be false, so that it is said again there.
 */
export async function cutOff(context: BrowserContext): Promise<void> {
  await context.setOffline(true);
  await context.addInitScript(() => {
    if (!navigator.onLine) return;
    Object.defineProperty(Navigator.prototype, 'onLine', { get: () => false, configurable: true });
    addEventListener('online', () => Reflect.deleteProperty(Navigator.prototype, 'onLine'), { capture: true });
  });
}

/** Gives it back to pages that stay; the context is not for loading more. */
export async function reconnect(context: BrowserContext): Promise<void> {
  await context.setOffline(false);
  for (const page of context.pages()) {
    const knows = await page.evaluate(() => navigator.onLine);
    if (!knows) await page.evaluate(() => dispatchEvent(new Event('online')));
  }
}

/**
 * Cuts the channel of changes alone, from the next page on: what happens elsewhere is learnt from what a page asks
 * next, and never between two steps of a test.
 */
export async function cutChanges(context: BrowserContext): Promise<void> {
  await context.route('**/api/changes**', (route) => route.abort());
}
