import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test';
import { setTimeout as wait } from 'node:timers/promises';
import { chromiumLaunchOptions } from '../browser.ts';
import { type DemoShop, SERIAL } from '../shots/demo-shop.ts';
import { watchThread } from './thread-time.ts';

/** A phone: how many times slower its processor is than this machine's, and the rate and delay of its line. */
interface Phone {
  readonly name: string;
  readonly slowdown: number;
  readonly kbit: number;
  readonly roundTripMs: number;
}

const PHONES: readonly Phone[] = [
  { name: '4 ×, 4 Mbit/s, 100 ms', slowdown: 4, kbit: 4000, roundTripMs: 100 },
  { name: '6 ×, 400 kbit/s, 400 ms', slowdown: 6, kbit: 400, roundTripMs: 400 },
];

const LOADS = 5;
/** Time without requests and answers after which a page counts as loaded, ms. */
const QUIET_MS = 2500;
const PATIENCE_MS = 120_000;
/** Length of a task above which browsers report it as noticeable, ms. */
const NOTICED_MS = 50;

interface MeasuredPage {
  readonly path: string;
  readonly isPrivate: boolean;
  /** First press: a selector, or a key. */
  readonly press: { readonly selector: string } | { readonly key: string };
}

/** Cost of a load of a page; times in milliseconds. */
interface Load {
  readonly largestPaint: number;
  /** Time of tasks after the first paint beyond the noticeable length, in all. */
  readonly blocked: number;
  /** The same in processor time, which other work on the machine does not change. */
  readonly blockedProcessor: number;
  /** Time from the first press to the next paint; NaN when the page has nothing to press. */
  readonly interaction: number;
  readonly shift: number;
  /** Number of files that came over the network. */
  readonly requests: number;
  /** Number of repeated requests that the browser's cache answered. */
  readonly again: number;
  readonly bytes: number;
  readonly scriptFiles: number;
  readonly scriptBytes: number;
}

/**
 * Loads each page five times in a browser with an empty cache, on two slow phones, each load beside a load of the same
 * page without script. Counts all transfers, whether of a document, a preload, a fetch or an import.
 * @returns a table in Markdown, of medians
 */
export async function measurePageLoads(shop: DemoShop, isWanted: (path: string) => boolean): Promise<string> {
  const browser = await chromium.launch(await chromiumLaunchOptions());
  const lines: string[] = [];
  try {
    for (const phone of PHONES) {
      lines.push('', `${phone.name}, median of ${LOADS} (without script in brackets)`, '', ...heading());
      for (const page of measuredPages(shop).filter(({ path }) => isWanted(path))) {
        const loads: Load[] = [];
        const rulers: Load[] = [];
        for (let turn = 0; turn < LOADS; turn += 1) {
          loads.push(await loadOnce(browser, shop, phone, page, true));
          rulers.push(await loadOnce(browser, shop, phone, page, false));
        }
        lines.push(row(page.path, loads, rulers));
        console.log(lines.at(-1));
      }
    }
  } finally {
    await browser.close();
  }
  return lines.join('\n');
}

function measuredPages(shop: DemoShop): readonly MeasuredPage[] {
  const book = shop.book(SERIAL);
  const button = { selector: 'button:visible' };
  return [
    { path: '/', isPrivate: false, press: button },
    { path: `/book-detail/${book.id}`, isPrivate: false, press: button },
    { path: '/user-library', isPrivate: true, press: button },
    { path: `/reader/${book.id}/${book.parts[0]?.id ?? ''}`, isPrivate: true, press: { key: 'ArrowRight' } },
    { path: '/user-settings', isPrivate: true, press: button },
  ];
}

const COLUMNS: readonly (readonly [string, keyof Load])[] = [
  ['largest paint, ms', 'largestPaint'],
  ['blocked, ms', 'blocked'],
  ['of it by processor', 'blockedProcessor'],
  ['interaction, ms', 'interaction'],
  ['shift', 'shift'],
  ['requests', 'requests'],
  ['asked again', 'again'],
  ['kB by wire', 'bytes'],
  ['files of script', 'scriptFiles'],
  ['kB of script', 'scriptBytes'],
];

function heading(): string[] {
  return [`| page | ${COLUMNS.map(([name]) => name).join(' | ')} |`, `|---|${COLUMNS.map(() => '---').join('|')}|`];
}

function row(path: string, loads: readonly Load[], rulers: readonly Load[]): string {
  const cells = COLUMNS.map(([, name]) => `${figure(loads, name)} (${figure(rulers, name)})`);
  return `| ${path.replace(/\/[\w-]{36}/g, '/…')} | ${cells.join(' | ')} |`;
}

function figure(loads: readonly Load[], name: keyof Load): string {
  const sorted = loads.map((load) => load[name]).toSorted((a, b) => a - b);
  const value = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
  if (Number.isNaN(value)) return '–';
  if (name === 'shift') return value.toFixed(3);
  return name === 'bytes' || name === 'scriptBytes' ? (value / 1000).toFixed(1) : String(Math.round(value));
}

async function loadOnce(
  browser: Browser,
  shop: DemoShop,
  phone: Phone,
  { path, isPrivate, press }: MeasuredPage,
  hasScript: boolean,
): Promise<Load> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    locale: 'es-CL',
    javaScriptEnabled: hasScript,
  });
  try {
    const page = await context.newPage();
    if (isPrivate) await signIn(page, shop);
    const client = await context.newCDPSession(page);
    const wire = await listenToWire(client);
    await slowDown(client, phone);
    const threadBlocked = await watchThread(client, NOTICED_MS);
    await page.goto(`${shop.url}${path}`, { waitUntil: 'commit', timeout: PATIENCE_MS });
    await wire.quiet();
    const painted = await readTimeline(page);
    const { requests, again, bytes, scriptFiles, scriptBytes } = wire.figures();
    const blockedProcessor = await threadBlocked(`${shop.url}${path}`);
    const interaction = await pressOnce(page, press);
    return { ...painted, blockedProcessor, interaction, requests, again, bytes, scriptFiles, scriptBytes };
  } finally {
    await context.close();
  }
}

/** Signs the reader in as on a known device; the browser is otherwise empty. */
async function signIn(page: Page, shop: DemoShop): Promise<void> {
  const body = new URLSearchParams({ username: 'lectora@demo.cl', password: 'cuentos-demo', captcha: 'none' });
  const answer = await fetch(`${shop.url}/api/auth/`, { method: 'POST', body });
  const { refresh_token } = (await answer.json()) as { refresh_token?: string };
  if (!refresh_token) throw new Error('the demonstration reader could not sign in');
  await page.addInitScript((token) => {
    if (localStorage.getItem('showTutorial') !== null) return;
    localStorage.setItem('refresh_token', token);
    localStorage.setItem('showTutorial', 'false');
  }, refresh_token);
}

async function slowDown(client: CDPSession, { slowdown, kbit, roundTripMs }: Phone): Promise<void> {
  const bytesPerSecond = (kbit * 1000) / 8;
  await client.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: roundTripMs,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  });
  await client.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
}

interface Transfer {
  isScript: boolean;
  isCached: boolean;
  bytes: number;
}

/** Counts the page's requests from now on. */
async function listenToWire(client: CDPSession) {
  const transfers = new Map<string, Transfer>();
  const open = new Set<string>();
  let lastAt = performance.now();
  const noted = (id: string): Transfer | undefined => {
    lastAt = performance.now();
    return transfers.get(id);
  };
  client.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (!request.url.startsWith('http')) return;
    transfers.set(requestId, { isScript: false, isCached: false, bytes: 0 });
    open.add(requestId);
    noted(requestId);
  });
  client.on('Network.requestServedFromCache', ({ requestId }) => {
    const transfer = noted(requestId);
    if (transfer) transfer.isCached = true;
  });
  client.on('Network.responseReceived', ({ requestId, response }) => {
    const transfer = noted(requestId);
    if (!transfer) return;
    transfer.isScript = response.mimeType.includes('javascript');
    if (response.fromDiskCache || response.fromPrefetchCache) transfer.isCached = true;
  });
  client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const transfer = noted(requestId);
    open.delete(requestId);
    if (transfer) transfer.bytes = encodedDataLength;
  });
  client.on('Network.loadingFailed', ({ requestId }) => {
    noted(requestId);
    open.delete(requestId);
  });
  await client.send('Network.enable');
  return {
    /** Resolves when no transfer has happened for a while; a stream that stays open does not count. */
    async quiet(): Promise<void> {
      const until = performance.now() + PATIENCE_MS;
      while (performance.now() - lastAt < QUIET_MS) {
        if (performance.now() > until) throw new Error('the page never ended loading');
        await wait(100);
      }
    },
    figures() {
      const all = [...transfers.values()];
      const wired = all.filter(({ isCached }) => !isCached);
      const scripts = wired.filter(({ isScript }) => isScript);
      const sum = (some: readonly Transfer[]) => some.reduce((total, { bytes }) => total + bytes, 0);
      return {
        requests: wired.length,
        again: all.length - wired.length,
        bytes: sum(wired),
        scriptFiles: scripts.length,
        scriptBytes: sum(scripts),
      };
    },
  };
}

/** Reads the browser's entries about the load, which it also keeps for a page without script. */
async function readTimeline(page: Page): Promise<Pick<Load, 'largestPaint' | 'blocked' | 'shift'>> {
  return page.evaluate((noticed) => {
    const entries = (type: string): PerformanceEntry[] => {
      const observer = new PerformanceObserver(() => {});
      observer.observe({ type, buffered: true });
      const taken = observer.takeRecords();
      observer.disconnect();
      return taken;
    };
    const firstPaint = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Infinity;
    const shifts = entries('layout-shift') as (PerformanceEntry & { value: number })[];
    return {
      largestPaint: entries('largest-contentful-paint').at(-1)?.startTime ?? Number.NaN,
      blocked: entries('longtask').reduce(
        (total, { startTime, duration }) =>
          total + Math.max(0, duration - Math.max(0, firstPaint - startTime) - noticed),
        0,
      ),
      shift: shifts.reduce((total, { value }) => total + value, 0),
    };
  }, NOTICED_MS);
}

/** Presses once, and reads the time until the browser painted the result. */
async function pressOnce(page: Page, press: MeasuredPage['press']): Promise<number> {
  if ('key' in press) await page.keyboard.press(press.key);
  else {
    const target = page.locator(press.selector).first();
    if ((await target.count()) === 0) return Number.NaN;
    await target.tap({ timeout: PATIENCE_MS, noWaitAfter: true });
  }
  for (let look = 0; look < 50; look += 1) {
    const duration = await page.evaluate(() => {
      const observer = new PerformanceObserver(() => {});
      observer.observe({ type: 'first-input', buffered: true });
      const [first] = observer.takeRecords();
      observer.disconnect();
      return first?.duration ?? null;
    });
    if (duration !== null) return duration;
    await wait(100);
  }
  return Number.NaN;
}
