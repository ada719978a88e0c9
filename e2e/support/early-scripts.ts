import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';

declare global {
  interface Window {
    /** When the first words of a book were in its page, ms. */
    firstPageAt?: number;
  }
}

/** Notes, in every page from now on, when a book shows its first page. */
export async function watchFirstPage(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const look = () => {
      const frame = document.querySelector<HTMLIFrameElement>('[data-book-host] div:not([inert]) > iframe');
      if (frame?.contentDocument?.body.textContent.trim()) window.firstPageAt = performance.now();
      else requestAnimationFrame(look);
    };
    // Frames load this too, and have no book in them.
    if (window === window.top) look();
  });
}

/** Scripts that were asked for before the first page and that the build does not count among those. */
export async function uncountedScripts(page: Page): Promise<string[]> {
  const list = new URL('../../apps/web/dist/reading-files.json', import.meta.url);
  const counted = new Set(JSON.parse(await readFile(list, 'utf8')) as string[]);
  const early = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(({ name, startTime }) => name.endsWith('.js') && startTime < (window.firstPageAt ?? 0))
      .map(({ name }) => new URL(name).pathname.slice(1)),
  );
  if (early.length < 4) throw new Error(`a book cannot be there with ${early.length} scripts`);
  return early.filter((file) => !counted.has(file));
}
