/**
 * Counts the words that a reader cannot read of each reported cause, beside foliate-js 1.0.1 in the same run: at the
 * widths of a phone and a laptop, in pages and in one flow, light and dark. Prints for each width the worst look, of the
 * book as the gate leaves it, of the same book in an edition from before, and in foliate-js.
 *
 *   node bench/engine/lost-words.ts
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { chromiumLaunchOptions } from '@cuentos/e2e/browser.ts';
import { countWords, LOOKS } from '@cuentos/e2e/engine/support/count-words.ts';
import { editionOf } from '@cuentos/e2e/engine/support/edition-of.ts';
import { BookPage } from '@cuentos/e2e/engine/support/engine-test.ts';
import { bookOfCauses, REPORTED } from '@cuentos/e2e/engine/support/reported-causes.ts';
import { serveEngine } from '@cuentos/e2e/engine/support/serve.ts';
import type { FoliateWords } from './engines/foliate-words.ts';

const harness = join(import.meta.dirname, '..', '..', 'e2e', 'engine', 'support', 'harness-page.ts');
const ours = await serveEngine(harness);
const foliate = await serveEngine(join(import.meta.dirname, 'engines', 'foliate-words.ts'), false);
const browser = await chromium.launch(await chromiumLaunchOptions());
const directory = await mkdtemp(join(tmpdir(), 'lost-words-'));

/** Lost words at 390 and at 1280 px, each in the worst of its looks. */
type Lost = readonly [narrow: number, wide: number];

try {
  console.log('cause | words | gate, 390 / 1280 | edition from before | foliate-js');
  for (const cause of REPORTED) {
    const raw = bookOfCauses([cause]);
    const file = join(directory, 'cause.epub');
    await writeFile(file, raw);
    const edition = await editionOf(file);
    if (!edition) throw new Error(`the gate refused ${cause.name}`);
    const before = await oursLost(raw);
    const columns = [await oursLost(edition.bytes, before.words), before, { lost: await foliateLost(raw) }];
    console.log([cause.name, before.words, ...columns.map(({ lost }) => lost.join(' / '))].join(' | '));
  }
} finally {
  await browser.close();
  await Promise.all([ours.close(), foliate.close(), rm(directory, { recursive: true })]);
}

/** @param written number of words that the author wrote: those that the gate took out are lost too */
async function oursLost(bytes: Uint8Array, written = 0): Promise<{ lost: Lost; words: number }> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const sums = await countWords(new BookPage(await context.newPage(), ours, true), bytes, LOOKS);
  await context.close();
  const words = Math.max(written, ...sums.map((sum) => sum.words));
  return { lost: worstOf(sums.map((sum) => sum.lost + words - sum.words)), words };
}

async function foliateLost(bytes: Uint8Array): Promise<Lost> {
  foliate.files.set('/book.epub', bytes);
  const lost: number[] = [];
  for (const look of LOOKS) {
    const { width, height } = look;
    const context = await browser.newContext({ viewport: { width, height } });
    const page = await context.newPage();
    await page.goto(foliate.origin);
    const sections: FoliateWords[] = await page.evaluate(
      (given) => window.countFoliateWords('/book.epub', given),
      look,
    );
    lost.push(sections.reduce((sum, section) => sum + section.lost, 0));
    await context.close();
  }
  return worstOf(lost);
}

function worstOf(lost: readonly number[]): Lost {
  const at = (width: number): number => Math.max(...lost.filter((_, index) => LOOKS[index]?.width === width));
  return [at(390), at(1280)];
}
