/**
 * Measures what works without a connection after each second of a first visit. A reader who is signed in opens a part in
 * an empty browser over 4 Mbit/s with a round trip of 100 ms, and after some seconds the line is lost. Then each screen
 * is loaded. Prints the heading that it shows, or nothing.
 *
 * node bench/shop/lost-line.ts [seconds …]
 */
import { type Browser, chromium, type Page } from '@playwright/test';
import { chromiumLaunchOptions } from '@cuentos/e2e/browser.ts';
import { cutOff } from '@cuentos/e2e/support/connection.ts';
import { signIn, startSession } from '@cuentos/e2e/support/shop-test.ts';
import { startShop } from '@cuentos/e2e/support/start-shop.ts';
import { setTimeout as wait } from 'node:timers/promises';
import { slowLine } from '../support/slow-line.ts';

const given = process.argv.slice(2).map(Number);
const SECONDS = given.length > 0 ? given : [1, 2, 3, 4, 5, 6, 8, 10, 15];
const LINE = { roundTripMs: 100, bitsPerSecond: 4_000_000 };
/** Time in which a screen is shown without a connection, ms. */
const SHOWN_MS = 6000;

const shop = await startShop();
const browser = await chromium.launch(await chromiumLaunchOptions());
try {
  const { part, book } = await ownedPart(browser);
  const screens = {
    reader: part,
    library: '/user-library',
    book,
    notebook: '/notebook',
    settings: '/user-settings',
    shop: '/',
  };
  const rows: Record<string, Record<string, string>> = {};
  for (const seconds of SECONDS) rows[`${seconds} s`] = await visit(browser, screens, seconds);
  console.log('\n4 Mbit/s, 100 ms: the line is lost after');
  console.table(rows);
} finally {
  await browser.close();
  await shop.remove();
}

/** Finds the addresses of a part that the demonstration reader owns, and of its book. */
async function ownedPart(from: Browser): Promise<{ part: string; book: string }> {
  const page = await from.newPage();
  await signIn(page, shop);
  const address = async (name: RegExp) => page.getByRole('link', { name }).first().getAttribute('href');
  const part = await address(/^Leer ahora/);
  const book = await page.locator('a[href^="/user-library/"]').first().getAttribute('href');
  await page.close();
  if (!part || !book) throw new Error('the demonstration reader owns nothing');
  return { part, book };
}

/** Opens the part in an empty browser, loses the line after some seconds, and loads each screen. */
async function visit(
  from: Browser,
  screens: Readonly<Record<string, string>>,
  seconds: number,
): Promise<Record<string, string>> {
  const line = await slowLine(shop.url, LINE);
  const context = await from.newContext({ viewport: { width: 390, height: 844 }, locale: 'es-CL' });
  const page = await context.newPage();
  await startSession(page, line, 'lectora@demo.cl');
  line.slow = true;
  const isSaid = noteSaid(page);
  const lost = wait(seconds * 1000);
  await page.goto(line.url + (screens['reader'] ?? ''), { waitUntil: 'commit' });
  await lost;
  const shown: Record<string, string> = { said: (await isSaid()) ? 'yes' : '' };
  await cutOff(context);
  await line.close();
  for (const [name, path] of Object.entries(screens)) shown[name] = await headingOf(page, line.url + path);
  await context.close();
  return shown;
}

/** Whether 'Libro descargado y guardado' was shown on the page. */
function noteSaid(page: Page): () => Promise<boolean> {
  let isSaid = false;
  void page
    .getByText('Libro descargado y guardado')
    .first()
    .waitFor({ state: 'attached', timeout: 0 })
    .then(
      () => (isSaid = true),
      () => {},
    );
  return async () => isSaid;
}

/** The heading of a screen that is loaded, or the place in the book; empty when nothing is shown. */
async function headingOf(page: Page, address: string): Promise<string> {
  const loaded = await page.goto(address, { waitUntil: 'commit' }).catch(() => null);
  if (!loaded) return '';
  const shown = await page
    .waitForFunction(
      () => {
        const place = document.querySelector('footer output')?.textContent ?? '';
        return /%/.test(place) ? place : document.querySelector<HTMLElement>('h1')?.innerText;
      },
      null,
      { timeout: SHOWN_MS },
    )
    .catch(() => null);
  return shown
    ? String(await shown.jsonValue())
        .replaceAll(/\s+/g, ' ')
        .slice(0, 30)
    : '';
}
