/**
 * Compares ways of breaking the lines of justified books on a phone: the browser's own without and with our hyphens,
 * `text-wrap: pretty`, total fit (`engines/total-fit.ts`), and foliate-js 1.0.1. Counts wide gaps over whole books, and
 * measures what each way adds to the processor's time of a first page.
 *
 *   node bench/engine/line-breaks.ts [part of a file name…]
 */
import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { type Browser, chromium, type CDPSession, type Page } from '@playwright/test';
import { chromiumLaunchOptions } from '@cuentos/e2e/browser.ts';
import { editionOf } from '@cuentos/e2e/engine/support/edition-of.ts';
import { type EngineServer, serveEngine } from '@cuentos/e2e/engine/support/serve.ts';
import { median } from '../support/stats.ts';
import type { LineGaps } from './engines/line-gaps.ts';

const BOOKS = join(import.meta.dirname, '..', '..', '..', 'shared', 'epubs', 'libros');
const PHONE = { width: 390, height: 844 };
/** Width of the text, px, as foliate-js has it with the gap of the bench. */
const COLUMN = 350;
const VARIANTS = ['none', 'today', 'pretty', 'total fit'] as const;
/** Sizes of the letters, px. */
const FONTS = [16, 24];
const FRACTIONS = [0.2, 0.5, 0.8];
const TRIALS = 9;

const wanted = process.argv.slice(2);
const files = globSync(join(BOOKS, '*.epub'))
  .filter((file) =>
    (wanted.length > 0 ? wanted : ['marianela', 'regenta']).some((part) => basename(file).includes(part)),
  )
  .toSorted();
const [ours, foliate] = (await Promise.all(
  ['ours', 'foliate'].map((engine) =>
    serveEngine(join(import.meta.dirname, 'engines', `${engine}-line-gaps.ts`), false),
  ),
)) as [EngineServer, EngineServer];
const browser = await chromium.launch(await chromiumLaunchOptions());
try {
  for (const file of files) await compare(browser, file);
} finally {
  await browser.close();
  await Promise.all([ours.close(), foliate.close()]);
}

function countGaps([variant, column, font]: readonly [string, number, number]): Promise<LineGaps> {
  return window.countGaps('/book.epub', variant, column, font);
}

function openFirst([variant, fraction]: readonly [string, number]): Promise<void> {
  return window.openFirst('/book.epub', variant, fraction);
}

async function compare(from: Browser, file: string): Promise<void> {
  const edition = await editionOf(file);
  if (!edition) throw new Error(`the gate refused ${file}`);
  ours.files.set('/book.epub', edition.bytes);
  foliate.files.set('/book.epub', await readFile(file));
  const name = basename(file, '.epub');
  for (const font of FONTS) {
    for (const variant of [...VARIANTS, 'foliate'] as const) {
      const look = [variant, COLUMN, font] as const;
      const sum = await onPage(from, variant === 'foliate' ? foliate : ours, (page) => page.evaluate(countGaps, look));
      const share = (count: number): string => `${((count / sum.lines) * 100).toFixed(2)} %`;
      const gaps = `above 3 ${share(sum.above3)} | above 5 ${share(sum.above5)} | hyphens ${share(sum.hyphens)}`;
      console.log(`${name} | ${font} px | ${variant} | ${sum.lines} lines | ${gaps} | ${sum.pages} pages`);
    }
  }
  const times = { today: [] as number[], pretty: [] as number[], fit: [] as number[] };
  for (let trial = 0; trial < TRIALS; trial += 1) {
    const fraction = FRACTIONS[trial % FRACTIONS.length] as number;
    const order = trial % 2 === 0 ? (['today', 'pretty'] as const) : (['pretty', 'today'] as const);
    for (const variant of order) {
      await onPage(from, ours, async (page, session) => {
        times[variant].push(await processorTime(session, () => page.evaluate(openFirst, [variant, fraction] as const)));
        if (variant === 'today')
          times.fit.push(await processorTime(session, () => page.evaluate(() => window.fitFirst())));
      });
    }
  }
  const pretty = median(times.pretty.map((time, at) => time / (times.today[at] as number)));
  const fit = median(times.fit.map((time, at) => 1 + time / (times.today[at] as number)));
  console.log(
    `${name} | first page, ms of the processor: today ${median(times.today).toFixed(1)} | pretty × ${pretty.toFixed(2)} | total fit + ${median(times.fit).toFixed(1)}, × ${fit.toFixed(2)}`,
  );
}

async function onPage<Result>(
  from: Browser,
  { origin }: EngineServer,
  work: (page: Page, session: CDPSession) => Promise<Result>,
): Promise<Result> {
  const context = await from.newContext({ viewport: PHONE });
  const page = await context.newPage();
  await page.goto(origin);
  const session = await context.newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  try {
    return await work(page, session);
  } finally {
    await context.close();
  }
}

/** Time that the page's thread had of the processor meanwhile, ms. */
async function processorTime(session: CDPSession, work: () => Promise<unknown>): Promise<number> {
  const read = async (): Promise<number> => {
    const { metrics } = await session.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000;
  };
  const before = await read();
  await work();
  return (await read()) - before;
}
