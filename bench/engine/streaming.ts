/**
 * Measures the time from tapping 'Leer ahora' to the first page over 4 Mbit/s with a round trip of 100 ms, and from
 * opening a reader's address in a browser with an empty cache. The ruler is the same line: one round trip, and the
 * first script of the shell.
 *
 * node bench/engine/streaming.ts [trials]
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, expect, type Page } from '@playwright/test';
import { chromiumLaunchOptions } from '@cuentos/e2e/browser.ts';
import { signIn } from '@cuentos/e2e/support/shop-test.ts';
import { type Shop, startShop } from '@cuentos/e2e/support/start-shop.ts';
import { type SlowLine, slowLine } from '../support/slow-line.ts';
import { median } from '../support/stats.ts';
import { giantChapter, readingBooks } from './support/books.ts';

const TRIALS = Number(process.argv[2] ?? 5);
const LINE = { roundTripMs: 100, bitsPerSecond: 4_000_000 };

/** A book of the shop that the reader owns. */
interface Sold {
  readonly name: string;
  readonly bytes: number;
  /** Address of the book in the library. */
  readonly page: string;
}

const shop = await startShop();
const line = await slowLine(shop.url, LINE);
const browser = await chromium.launch(await chromiumLaunchOptions());
try {
  const books = await sellBooks(shop, browser);
  for (const book of books) {
    const cached: number[] = [];
    const cold: number[] = [];
    for (let trial = 0; trial < TRIALS; trial += 1) {
      cached.push(await tapToPage(browser, line, book));
      cold.push(await coldToPage(browser, line, book));
    }
    const size = `${(book.bytes / 1_000_000).toFixed(1)} MB`;
    console.log(
      `${book.name.padEnd(14)} ${size.padStart(7)}  tap → page ${figures(cached)}; cold address → page ${figures(cold)}`,
    );
  }
  console.log(`ruler: an empty answer over the same line ${(await roundTrip(line)).toFixed(0)} ms`);
} finally {
  await browser.close();
  await line.close();
  await shop.remove();
}

/** Imports the books for free and lets the demonstration reader get each. */
async function sellBooks(place: Shop, from: Browser): Promise<Sold[]> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-books-'));
  const books = [...(await readingBooks()), await giantChapter()];
  for (const [index, { name, plain }] of books.entries()) {
    const file = join(folder, `${index}.epub`);
    writeFileSync(file, plain);
    await place.command('import', file, '--book', name, '--part', name);
  }
  rmSync(folder, { recursive: true });
  await place.stop();
  await place.start();
  const listed = (await (await fetch(`${place.url}/api/books/`)).json()) as { id: string; name: string }[];
  const page = await from.newPage();
  await signIn(page, place);
  const sold: Sold[] = [];
  for (const { name, plain } of books) {
    const id = listed.find((book) => book.name === name)?.id;
    const address = `/user-library/${id}`;
    await page.goto(`${place.url}${address}`);
    await page.getByRole('button', { name: /Descarga gratis/ }).click();
    await expect(page.getByRole('link', { name: `Leer ahora: ${name}` })).toBeVisible();
    sold.push({ name, bytes: plain.length, page: address });
  }
  await page.context().close();
  return sold;
}

/**
 * Measures in a browser that is signed in and has the shell in the service worker's cache, but has never opened the
 * book.
 */
async function tapToPage(from: Browser, over: SlowLine, book: Sold): Promise<number> {
  return withReader(from, over, book, async (page) => {
    await page.evaluate(async () => navigator.serviceWorker.ready);
    await page.reload();
    const link = page.getByRole('link', { name: `Leer ahora: ${book.name}` });
    await expect(link).toBeVisible();
    await expect.poll(() => shellIsKept(page)).toBe(true);
    await page.evaluate(() => window.watchForPage());
    over.slow = true;
    const start = await link.evaluate((element) => {
      const now = performance.now();
      (element as HTMLElement).click();
      return now;
    });
    return (await pageShownAt(page)) - start;
  });
}

/** Measures in a browser that is signed in but has no file of the app; opens the reader's address directly. */
async function coldToPage(from: Browser, over: SlowLine, book: Sold): Promise<number> {
  return withReader(
    from,
    over,
    book,
    async (page, context) => {
      const href = await page.getByRole('link', { name: `Leer ahora: ${book.name}` }).getAttribute('href');
      const state = await context.storageState({ indexedDB: true });
      const bare = await from.newContext({ storageState: state, serviceWorkers: 'block' });
      await watchForPage(bare);
      await bare.addInitScript(() => window.watchForPage());
      const fresh = await bare.newPage();
      over.slow = true;
      await fresh.goto(`${over.url}${href}`, { waitUntil: 'commit' });
      const shownAt = await pageShownAt(fresh);
      await bare.close();
      return shownAt;
    },
    'block',
  );
}

async function withReader(
  from: Browser,
  over: SlowLine,
  book: Sold,
  work: (page: Page, context: BrowserContext) => Promise<number>,
  serviceWorkers: 'allow' | 'block' = 'allow',
): Promise<number> {
  over.slow = false;
  const context = await from.newContext({ viewport: { width: 390, height: 844 }, locale: 'es-CL', serviceWorkers });
  await watchForPage(context);
  const page = await context.newPage();
  await signIn(page, { ...shop, url: over.url });
  await page.goto(`${over.url}${book.page}`);
  const ms = await work(page, context);
  over.slow = false;
  await context.close();
  return ms;
}

declare global {
  interface Window {
    /** Records the time at which text or cover of a book is shown and 'Cargando' is not. */
    watchForPage(): void;
    pageShownAt?: number;
  }
}

async function watchForPage(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    window.watchForPage = () => {
      const look = (): void => {
        const frame = document.querySelector<HTMLIFrameElement>('[data-book-host] div:not([inert]) > iframe');
        const body = frame?.contentDocument?.body;
        // Accepts a picture, because many books begin with a cover: a page of one picture.
        const hasPicture = [...(body?.querySelectorAll('img, image') ?? [])].some(
          (picture) =>
            picture.getBoundingClientRect().height > 1 && (picture as Partial<HTMLImageElement>).complete !== false,
        );
        const isEmpty = !hasPicture && (body?.textContent ?? '').trim() === '';
        const isLoading = document.querySelector('output[aria-label="Cargando"]');
        if (isEmpty || isLoading) requestAnimationFrame(look);
        else requestAnimationFrame(() => (window.pageShownAt = performance.now()));
      };
      look();
    };
  });
}

async function pageShownAt(page: Page): Promise<number> {
  await page.waitForFunction(() => window.pageShownAt !== undefined, null, { timeout: 60_000 });
  return page.evaluate(() => window.pageShownAt as number);
}

/** Whether the scripts of the reader are in the service worker's cache. */
async function shellIsKept(page: Page): Promise<boolean> {
  return page.evaluate(async () => {
    const names = await caches.keys();
    const cachedRequests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return cachedRequests.flat().some(({ url }) => url.includes('reader-screen'));
  });
}

async function roundTrip(over: SlowLine): Promise<number> {
  over.slow = true;
  const times: number[] = [];
  await fetch(`${over.url}/health/live`);
  for (let trial = 0; trial < 9; trial += 1) {
    const start = performance.now();
    await (await fetch(`${over.url}/health/live`)).text();
    times.push(performance.now() - start);
  }
  return median(times);
}

function figures(values: readonly number[]): string {
  return `${(median(values) / 1000).toFixed(2)} s (${Math.min(...values).toFixed(0)}–${Math.max(...values).toFixed(0)} ms)`;
}
