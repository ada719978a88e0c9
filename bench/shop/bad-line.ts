/**
 * Measures the shop on a slow line: on a phone, a visitor reads a sample, presses a price, enters by a code from her
 * mail and comes to the payment. Prints seconds, and with `--requests` the requests of each step with their times. The
 * browser itself throttles: every answer waits for a round trip, and all of them share the rate.
 *
 * node bench/shop/bad-line.ts [--requests]
 */
import type { PublicBook } from '@cuentos/contract/books';
import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test';
import { chromiumLaunchOptions } from '@cuentos/e2e/browser.ts';
import { startShop } from '@cuentos/e2e/support/start-shop.ts';
import { setTimeout as wait } from 'node:timers/promises';

const LINES = [
  { name: '400 kbit/s, 400 ms', kbit: 400, roundTripMs: 400 },
  { name: '4 Mbit/s, 100 ms', kbit: 4000, roundTripMs: 100 },
] as const;
/** Time between requesting the code and typing it, ms, in which the mail arrives and is read. */
const MAIL_MS = 12_000;
/** Time in which the address is typed, ms. */
const TYPING_MS = 4000;
const PATIENCE_MS = 60_000;
const withRequests = process.argv.includes('--requests');

const shop = await startShop();
const browser = await chromium.launch(await chromiumLaunchOptions());
try {
  const book = await bookToBuy();
  for (const line of LINES) {
    const rows: Record<string, string> = {};
    await buy(browser, line, book, rows);
    await readSample(browser, line, book, rows);
    console.log(`\n${line.name}`);
    console.table(rows);
  }
} finally {
  await browser.close();
  await shop.remove();
}

/** Waits for a book with a paid part and a sample, which the shop makes a moment after it has started. */
async function bookToBuy(): Promise<PublicBook> {
  for (;;) {
    const books = (await (await fetch(`${shop.url}/api/books/`)).json()) as readonly PublicBook[];
    const sampledBook = books.find(({ parts }) => parts[0] && parts[0].value > 0 && parts[0].sample === 'beginning');
    if (sampledBook) return sampledBook;
    await wait(500);
  }
}

type Line = (typeof LINES)[number];

interface Phone {
  readonly page: Page;
  /** Returns the seconds from the action until `seen` resolves; prints the requests meanwhile. */
  time(name: string, action: () => Promise<unknown>, seen: () => Promise<unknown>): Promise<string>;
  close(): Promise<void>;
}

/** Opens a browser with an empty cache on a line. */
async function phoneOn(from: Browser, { kbit, roundTripMs }: Line): Promise<Phone> {
  const context = await from.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, locale: 'es-CL' });
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  const client = await context.newCDPSession(page);
  await client.send('Network.enable');
  const bytesPerSecond = (kbit * 1000) / 8;
  await client.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: roundTripMs,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  });
  const requests = listRequests(client);
  return {
    page,
    async time(name, action, seen) {
      requests.clear();
      const start = Date.now();
      await action();
      await seen();
      const seconds = ((Date.now() - start) / 1000).toFixed(1);
      if (withRequests) console.log(`\n${name}: ${seconds} s\n${requests.lines(start).join('\n')}`);
      return seconds;
    },
    close: () => context.close(),
  };
}

interface Fetched {
  readonly url: string;
  readonly method: string;
  readonly from: number;
  until: number | null;
  bytes: number;
  cached: boolean;
}

/** Records every request of a page. */
function listRequests(client: CDPSession) {
  let fetched = new Map<string, Fetched>();
  client.on('Network.requestWillBeSent', ({ requestId, request, wallTime }) => {
    const { method, url } = request;
    if (url.startsWith('http'))
      fetched.set(requestId, { url, method, from: wallTime * 1000, until: null, bytes: 0, cached: false });
  });
  const noteCached = (id: string) => {
    const found = fetched.get(id);
    if (found) found.cached = true;
  };
  client.on('Network.requestServedFromCache', ({ requestId }) => noteCached(requestId));
  client.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.fromDiskCache || response.fromPrefetchCache || response.fromServiceWorker) noteCached(requestId);
  });
  client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const found = fetched.get(requestId);
    if (found) Object.assign(found, { until: Date.now(), bytes: encodedDataLength });
  });
  return {
    clear() {
      fetched = new Map();
    },
    lines: (start: number) =>
      [...fetched.values()].map(({ url, method, from, until, bytes, cached }) => {
        const at = (instant: number | null) =>
          (instant === null ? '…' : ((instant - start) / 1000).toFixed(2)).padStart(6);
        const size = cached ? 'cache' : `${(bytes / 1000).toFixed(1)} kB`;
        return `${at(from)} –${at(until)} ${size.padStart(9)}  ${method === 'GET' ? '' : `${method} `}${url.replace(shop.url, '')}`;
      }),
  };
}

/** Returns the seconds from the beginning of the document to its first contentful paint. */
async function firstPaint(page: Page): Promise<string> {
  const paint = () => page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0);
  let at = await paint();
  while (at === 0) at = await paint();
  return (at / 1000).toFixed(1);
}

/** Buys, from a book's page to the last question before the payment. */
async function buy(from: Browser, line: Line, book: PublicBook, rows: Record<string, string>): Promise<void> {
  const { page, time, close } = await phoneOn(from, line);
  const part = book.parts[0]?.name ?? '';
  await page.goto(`${shop.url}/book-detail/${book.id}`, { waitUntil: 'commit' });
  rows['book page, first paint'] = await firstPaint(page);
  // Clicks as soon as the price is shown, whatever is still loading.
  rows['press answered'] = await time(
    'press answered',
    () => page.getByLabel(`¡Compra ahora! ${part}`).first().click({ noWaitAfter: true }),
    () => page.getByRole('heading', { name: 'Crea tu cuenta' }).waitFor(),
  );
  const email = `lejana-${line.kbit}@ejemplo.cl`;
  await wait(TYPING_MS);
  await page.getByLabel('Correo').fill(email);
  rows['code asked'] = await time(
    'code asked',
    () => page.getByRole('button', { name: 'Seguir con mi correo' }).click({ noWaitAfter: true }),
    () => page.getByText(email).waitFor(),
  );
  await wait(MAIL_MS);
  const code = await mailedCode(email);
  rows['code to sheet'] = await time(
    'code to sheet',
    () => page.getByLabel('Código de 6 números').fill(code),
    () => page.getByRole('dialog', { name: 'Antes de pagar' }).waitFor(),
  );
  await close();
}

async function mailedCode(email: string): Promise<string> {
  const outbox = await (await fetch(`${shop.url}/dev/outbox`)).text();
  const mail = outbox.split('<article').find((each) => each.includes(email) && each.includes('Tu código'));
  const code = /(?:>|&gt;)(\d{6})(?:<|&lt;)/.exec(mail ?? '')?.[1];
  if (!code) throw new Error(`no code for ${email} in the outbox`);
  return code;
}

/** Reads a sample: from a shared link to its first page, and from the book's page to it. */
async function readSample(from: Browser, line: Line, book: PublicBook, rows: Record<string, string>): Promise<void> {
  const opened = async (page: Page) =>
    page.waitForFunction(() => /\d+\s%/.test(document.querySelector('footer output')?.textContent ?? ''));
  const cold = await phoneOn(from, line);
  const address = `${shop.url}/sample/${book.id}/${book.parts[0]?.id ?? ''}`;
  rows['sample, cold address'] = await cold.time(
    'sample, cold address',
    () => cold.page.goto(address, { waitUntil: 'commit' }),
    () => opened(cold.page),
  );
  await cold.close();
  const { page, time, close } = await phoneOn(from, line);
  await page.goto(`${shop.url}/book-detail/${book.id}`);
  await wait(TYPING_MS);
  rows['sample from the book'] = await time(
    'sample from the book',
    () =>
      page
        .getByRole('link', { name: /^Lee el comienzo/ })
        .first()
        .click({ noWaitAfter: true }),
    () => opened(page),
  );
  await close();
}
