/**
 * Compares the engine with foliate-js 1.0.1, @likecoin/epub-ts 0.7.2 and epubjs 0.3.93 in one run: time from bytes in
 * memory to the first painted page, page turns, chapter boundaries, a held key, and a 2 MB chapter. Turns are compared
 * with those of an empty page, which show the browser's own time for a change. Each trial is a fresh browser context;
 * engines alternate, in reverse order each time. Read the ratios, not the milliseconds.
 *
 * node bench/engine/first-page.ts [trials]
 */
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { type Browser, chromium, type Page } from '@playwright/test';
import { chromiumLaunchOptions } from '@cuentos/e2e/browser.ts';
import { bundleEntry, type EngineServer, serveEngine } from '@cuentos/e2e/engine/support/serve.ts';
import { type BenchBook, giantChapter, readingBooks } from './support/books.ts';
import './engines/bench-engine.ts';

const TRIALS = Number(process.argv[2] ?? 5);
const ENGINES = ['ours', 'foliate', 'epub-ts', 'epubjs'] as const;
const RULER = 'empty-page';
type Engine = (typeof ENGINES)[number] | typeof RULER;
type Row = Record<Engine, number[]>;
/** Time after which an engine's attempt at a book ends, ms; it is then the engine's figure. */
const PATIENCE_MS = 120_000;

const servers = {} as Record<Engine, EngineServer>;
for (const engine of [...ENGINES, RULER] as const)
  servers[engine] = await serveEngine(join(import.meta.dirname, 'engines', `${engine}.ts`), false);
const browser = await chromium.launch(await chromiumLaunchOptions());
try {
  for (const book of await readingBooks()) await report(book, { boundaries: true });
  await report(await giantChapter(), { boundaries: false });
  await printSize();
} finally {
  await browser.close();
  await Promise.all(Object.values(servers).map((server) => server.close()));
}

async function report(book: BenchBook, { boundaries }: { boundaries: boolean }): Promise<void> {
  const first = emptyRow();
  const longest = emptyRow();
  for (let trial = 0; trial < TRIALS; trial += 1) {
    const order = trial % 2 === 0 ? ENGINES : ENGINES.toReversed();
    for (const engine of order) {
      const { ms, task } = await withPage(browser, engine, book, openBook, { ms: PATIENCE_MS, task: PATIENCE_MS });
      first[engine].push(ms);
      longest[engine].push(task);
    }
  }
  print(book.name, 'first page, ms', first);
  print(book.name, 'longest task, ms', longest);
  const rows = { turn: emptyRow(), boundary: emptyRow(), held: emptyRow() };
  for (const engine of [...ENGINES, RULER] as const) {
    const crossings = boundaries && engine !== RULER ? 4 : 0;
    const never = { turns: [Infinity], boundary: [Infinity], held: 0 };
    const result = await withPage(browser, engine, book, (page) => measureTurns(page, crossings), never);
    rows.turn[engine].push(...result.turns);
    rows.boundary[engine].push(...result.boundary);
    rows.held[engine].push(result.held);
  }
  print(book.name, 'turn painted, ms', rows.turn);
  const [p95, ruler] = [percentile95(rows.turn.ours), percentile95(rows.turn[RULER])];
  console.log(
    `${book.name.padEnd(14)} ${'turn painted, p95, ms'.padEnd(26)} ours ${format(p95)} empty page ${format(ruler)}  ours/empty ${(p95 / ruler).toFixed(2)}`,
  );
  if (boundaries) print(book.name, 'boundary turn painted, ms', rows.boundary);
  print(book.name, 'held key, pages of 10', rows.held);
}

async function withPage<Result>(
  from: Browser,
  engine: Engine,
  book: BenchBook,
  work: (page: Page) => Promise<Result>,
  givenUp: Result,
): Promise<Result> {
  const { origin, files } = servers[engine];
  files.set('/book.epub', engine === 'ours' ? book.edition : book.plain);
  const context = await from.newContext({ viewport: { width: 390, height: 800 } });
  const page = await context.newPage();
  await page.goto(origin);
  const patience = new AbortController();
  const tooLong = wait(PATIENCE_MS, givenUp, { signal: patience.signal }).catch(() => givenUp);
  const result = await Promise.race([
    work(page).catch((error: unknown) => (console.error(`${engine}, ${book.name}: ${String(error)}`), givenUp)),
    tooLong,
  ]);
  patience.abort();
  await context.close();
  return result;
}

function openBook(page: Page): Promise<{ ms: number; task: number }> {
  return page.evaluate(async () => {
    const bytes = await (await fetch('/book.epub')).arrayBuffer();
    await new Promise((resolve) => setTimeout(resolve, 300));
    let task = 0;
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) task = Math.max(task, duration);
    }).observe({ type: 'longtask' });
    const start = performance.now();
    await window.engine.open(bytes, document.querySelector('#host') as HTMLElement);
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const ms = performance.now() - start;
    await new Promise((resolve) => setTimeout(resolve, 1500));
    return { ms, task };
  });
}

async function measureTurns(
  page: Page,
  boundaries: number,
): Promise<{ turns: number[]; boundary: number[]; held: number }> {
  await openBook(page);
  return page.evaluate(async (crossings) => {
    const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
    /** Time from the call to the task after the paint that shows another page. */
    const turn = async (): Promise<number> => {
      await wait(130 + Math.random() * 16);
      const before = window.engine.page();
      const start = performance.now();
      void window.engine.next();
      do {
        await new Promise<void>((resolve) => {
          requestAnimationFrame(() => {
            const { port1, port2 } = new MessageChannel();
            port1.addEventListener('message', () => resolve());
            port1.start();
            port2.postMessage(null);
          });
        });
      } while (window.engine.page() === before && performance.now() - start < 3000);
      return performance.now() - start;
    };
    const turns: number[] = [];
    for (let count = 0; count < 40; count += 1) turns.push(await turn());

    const boundary: number[] = [];
    for (let count = 0; count < crossings; count += 1) {
      await window.engine.toSectionEnd();
      await wait(800);
      boundary.push(await turn());
      await wait(300);
    }

    const pages = new Set<string>([window.engine.page()]);
    for (let count = 0; count < 10; count += 1) {
      void window.engine.next();
      await wait(50);
      pages.add(window.engine.page());
    }
    await wait(500);
    pages.add(window.engine.page());
    return { turns, boundary, held: pages.size - 1 };
  }, boundaries);
}

function emptyRow(): Row {
  return { ours: [], foliate: [], 'epub-ts': [], epubjs: [], 'empty-page': [] };
}

function percentile95(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.95) - 1] ?? Number.NaN;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function print(book: string, what: string, row: Row): void {
  const [ours, foliate, epubTs, epubJs] = ENGINES.map((engine) => median(row[engine]));
  const ratio = ((ours as number) / (foliate as number)).toFixed(2);
  const spread = `${Math.min(...row.ours).toFixed(0)}–${Math.max(...row.ours).toFixed(0)}`;
  console.log(
    `${book.padEnd(14)} ${what.padEnd(26)} ours ${format(ours)} (${spread.padEnd(9)}) foliate ${format(foliate)} ` +
      `epub-ts ${format(epubTs)} epubjs ${format(epubJs)}  ours/foliate ${ratio}`,
  );
}

function format(value: number | undefined): string {
  return (value ?? Number.NaN).toFixed(1).padStart(7);
}

async function printSize(): Promise<void> {
  const code = await bundleEntry(join(import.meta.dirname, 'engines', 'engine-only.ts'));
  console.log(`engine code: ${(gzipSync(code, { level: 9 }).length / 1000).toFixed(1)} kB gz`);
}
