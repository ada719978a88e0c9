import type { BrowserContext } from '@playwright/test';

/**
 * Cuts a browser's connection, also for pages that are loaded meanwhile: Chromium 150 resets `navigator.onLine` at each
 * page load, so that it is set again there.
 */
export async function cutOff(context: BrowserContext): Promise<void> {
  await context.setOffline(true);
  await context.addInitScript(() => {
    if (!navigator.onLine) return;
    Object.defineProperty(Navigator.prototype, 'onLine', { get: () => false, configurable: true });
    addEventListener('online', () => Reflect.deleteProperty(Navigator.prototype, 'onLine'), { capture: true });
  });
}

/** Restores the connection for the open pages; the context must load no others. */
export async function reconnect(context: BrowserContext): Promise<void> {
  await context.setOffline(false);
  for (const page of context.pages()) {
    const knows = await page.evaluate(() => navigator.onLine);
    if (!knows) await page.evaluate(() => dispatchEvent(new Event('online')));
  }
}

/**
 * Blocks the channel of changes for pages loaded from now on: they learn of changes with their own requests, never
 * between two steps of a test.
 */
export async function cutChanges(context: BrowserContext): Promise<void> {
  await context.route('**/api/changes**', (route) => route.abort());
}
