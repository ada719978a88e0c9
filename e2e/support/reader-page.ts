import { expect, type FrameLocator, type Locator, type Page } from '@playwright/test';
import { idlePage } from './still-page.ts';

/** The demonstration part that the reader's tests read. */
export const PART = 'Primera parte: La niebla';

/** Selector of the page shown; neighbouring sections wait in inert slots. */
const FRAME = '[data-book-host] div:not([inert]) > iframe';

/**
 * Time limit for the message that a book is stored, ms. It comes after the service worker has stored reader and
 * library, which takes longest of all on a busy machine.
 */
export const WORKER_MS = 30_000;

/** Lists the app's files that the service worker stores, from the worker's own list. */
export async function listAppFiles(origin: string): Promise<readonly { readonly path: string; isFirst: boolean }[]> {
  const worker = await (await fetch(`${origin}/service-worker.js`)).text();
  return [...worker.matchAll(/\{("isFirst":true,)?"revision":[^,]+,"url":"([^"]+)"\}/g)].map(([, first, url]) => ({
    path: new URL(url ?? '', `${origin}/`).pathname,
    isFirst: first !== undefined,
  }));
}

/** Counts the app's files in the service worker's cache. */
export async function countAppFiles(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.includes('precache'));
    const lists = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return lists.flat().length;
  });
}

/** Waits until the service worker is active and has stored the whole app, beginning with the reader and the library. */
export async function expectWholeApp(page: Page): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  const all = (await listAppFiles(new URL(page.url()).origin)).length;
  await expect.poll(() => countAppFiles(page), { timeout: WORKER_MS }).toBeGreaterThanOrEqual(all);
}

/**
 * Polls until no request of the page has ended for half a second. Playwright's 'networkidle' may never come when the
 * service worker answers.
 */
export async function requestsEnded(page: Page): Promise<void> {
  let before = -1;
  const isQuiet = async () => {
    const ended = await page.evaluate(() => performance.getEntriesByType('resource').length);
    const isSame = ended === before;
    before = ended;
    return isSame;
  };
  await expect.poll(isQuiet, { intervals: [500], timeout: 2 * WORKER_MS }).toBe(true);
}

/** Returns the percentage in the reader's foot. */
export async function percentage(page: Page): Promise<number> {
  return Number.parseInt((await page.locator('footer output').textContent()) ?? '', 10);
}

/** Waits until a book shows its position in its own fonts: late fonts move the page once more. */
export async function expectOpen(page: Page): Promise<void> {
  await expect(page.locator('footer output')).toHaveText(/\d+\s%/);
  await expect(page.getByRole('status', { name: 'Cargando' })).toHaveCount(0);
  const fontStatus = () =>
    page.evaluate(() => {
      const frame = document.querySelector<HTMLIFrameElement>('[data-book-host] div:not([inert]) > iframe');
      return frame?.contentDocument?.fonts.status;
    });
  await expect.poll(fontStatus).toBe('loaded');
  await idlePage(page);
}

/** Opens the part from the library, at its first page. */
export async function openPart(page: Page): Promise<void> {
  await page.getByRole('link', { name: `Leer ahora: ${PART}` }).click();
  await expectOpen(page);
}

/** Returns the first words of the page shown, as the book has them. Waits, since a jump may be replacing the frame. */
export async function firstWords(page: Page): Promise<string> {
  let words = '';
  await expect(async () => {
    words = await wordsNow(page);
  }).toPass({ timeout: 10_000 });
  return words;
}

async function wordsNow(page: Page): Promise<string> {
  const frame = await (await page.locator(FRAME).elementHandle())?.contentFrame();
  if (!frame) throw new Error('no page is shown');
  return frame.evaluate(() => {
    for (let y = 4; y < innerHeight; y += 8) {
      for (let x = 12; x < innerWidth; x += 24) {
        const place = document.caretPositionFromPoint(x, y);
        const text = place?.offsetNode.nodeType === Node.TEXT_NODE ? (place.offsetNode.textContent ?? '') : '';
        const words = text
          .slice(place?.offset ?? 0)
          .replaceAll('\u00AD', '')
          .trim();
        if (words) return words.slice(0, 40);
      }
    }
    return document.querySelector('img,svg') ? '(imagen)' : '';
  });
}

/** Tells whether the page shown holds `words`, which need not be its first: hyphens that came late move the page's ends. */
export async function holdsWords(page: Page, words: string): Promise<boolean> {
  const frame = await (await page.locator(FRAME).elementHandle())?.contentFrame();
  if (!frame) throw new Error('no page is shown');
  return frame.evaluate((wanted) => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = walker.nextNode() as Text | null; text; text = walker.nextNode() as Text | null) {
      const at = text.data.replaceAll('\u00AD', '').indexOf(wanted);
      if (at === -1) continue;
      // Counts the soft hyphens before the words.
      let start = 0;
      for (let letters = 0; letters < at || text.data[start] === '\u00AD'; start += 1)
        if (text.data[start] !== '\u00AD') letters += 1;
      const range = document.createRange();
      range.setStart(text, start);
      range.setEnd(text, start + 1);
      const { left, top } = range.getBoundingClientRect();
      return left >= 0 && left < innerWidth && top >= 0 && top < innerHeight;
    }
    return false;
  }, words);
}

/** Turns pages with the key, waits for each, and waits until the position has been reported. */
export async function turn(page: Page, count: number): Promise<void> {
  for (let done = 0; done < count; done += 1) {
    const before = await pageShown(page);
    await page.keyboard.press('ArrowRight');
    await expect.poll(async () => (await pageShown(page)) !== before || (await percentage(page)) === 100).toBe(true);
  }
  await idlePage(page);
}

/** Returns a key of the page shown: its section's document and scroll position. */
function pageShown(page: Page): Promise<string> {
  return page.evaluate(() => {
    const frame = document.querySelector<HTMLIFrameElement>('[data-book-host] div:not([inert]) > iframe');
    const root = frame?.contentDocument?.documentElement;
    if (!root) return 'none';
    root.dataset['testId'] ??= crypto.randomUUID();
    return [root.dataset['testId'], root.scrollLeft, root.scrollTop].join(' ');
  });
}

/** Waits until the server has taken every move and highlight that this device made. */
export async function expectAllSent(page: Page): Promise<void> {
  const unsent = () =>
    page.evaluate(async () => {
      // Local storage has a move until the database has it.
      if (Object.keys(localStorage).some((key) => key.startsWith('lastMove'))) return 'not written yet';
      const { promise, resolve, reject } = Promise.withResolvers<number>();
      const opening = indexedDB.open('cuentos-de-bolsillo-sync');
      opening.addEventListener('error', () => reject(opening.error));
      opening.addEventListener('success', () => {
        const counting = opening.result.transaction('mutations').objectStore('mutations').count();
        counting.addEventListener('success', () => resolve(counting.result));
      });
      const count = await promise;
      opening.result.close();
      return count;
    });
  await expect.poll(unsent).toBe(0);
}

/** Locates the document of the page shown. */
export const shownPage = (page: Page): FrameLocator => page.frameLocator(FRAME);

/** Locates 'Volver a donde estaba' in the foot. */
export const wayBack = (page: Page): Locator => page.getByRole('button', { name: 'Volver a donde estaba' });

/** Presses a button of the bars with the keyboard, which reaches hidden bars too. */
export const pressInBar = (page: Page, name: string | RegExp): Promise<void> =>
  page.getByRole('button', { name }).press('Enter');

/** Opens the panel, which can be opened a moment after the book. */
export async function openPanel(page: Page): Promise<void> {
  const panel = page.getByRole('dialog', { name: 'Ajustes de lectura' });
  await expect(async () => {
    await pressInBar(page, /Abrir los ajustes/);
    await expect(panel).toBeVisible({ timeout: 1000 });
  }).toPass();
}

/** Searches for words and opens a result. */
export async function goToWords(page: Page, words: string, index = 0): Promise<void> {
  await pressInBar(page, 'Buscar en esta parte');
  await page.getByRole('searchbox', { name: 'Palabra o frase' }).fill(words);
  await page.locator('[data-result]').nth(index).click();
  await expect(page.getByRole('dialog', { name: 'Buscar en esta parte' })).toBeHidden();
}
