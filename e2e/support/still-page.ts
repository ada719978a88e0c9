import { expect, type Page } from '@playwright/test';

/** Waits until no element of the page moves, fades or changes its colour; endless animations do not count. */
export async function stillPage(page: Page): Promise<void> {
  const moving = () =>
    page.evaluate(() => {
      const documents = [document, ...[...document.querySelectorAll('iframe')].map((frame) => frame.contentDocument)];
      return documents
        .flatMap((each) => each?.getAnimations() ?? [])
        .filter(({ playState, effect }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity)
        .length;
    });
  await expect.poll(moving).toBe(0);
}

/**
 * Waits for the page's idle work after painting: the engine reports the position and lays out the neighbours, and the
 * screen shows the report.
 */
export async function idlePage(page: Page): Promise<void> {
  await page.evaluate(async () => {
    // The engine requests idle time in the second frame after a move; idle callbacks run in the order of their
    // requests.
    for (let frame = 0; frame < 3; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
    await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 5000 }));
  });
}
