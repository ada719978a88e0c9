import { expect, type Page } from '@playwright/test';

/** Waits until nothing on the page moves, fades or changes its colour any more; what goes on for ever is left out. */
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
 * Waits until what the page put off until it had painted and had time to spare is done: the engine reports the place
 * then, lays out the neighbours, and the screen shows what it was told.
 */
export async function idlePage(page: Page): Promise<void> {
  await page.evaluate(async () => {
    // The engine asks for its idle time in the second frame after a move; idle work is done in the order of asking.
    for (let frame = 0; frame < 3; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
    await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 5000 }));
  });
}
