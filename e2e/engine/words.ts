/**
 * Counts the words that a reader cannot read: turns every page of each book at the widths of a phone and a laptop, in
 * pages and in one flow, light and dark. Prints a line for each book. Fails when a word is lost or nothing was walked.
 *
 *   node e2e/engine/words.ts [--why] <file or folder>…
 */
import { globSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { chromium } from '@playwright/test';
import { chromiumLaunchOptions } from '../browser.ts';
import { editionOf } from './support/edition-of.ts';
import { BookPage } from './support/engine-test.ts';
import { countWords, LOOKS, type LookSum } from './support/count-words.ts';
import { serveEngine } from './support/serve.ts';

const isExplained = process.argv.includes('--why');
const files = process.argv
  .slice(2)
  .filter((each) => !each.startsWith('--'))
  .flatMap((each) => (statSync(each).isDirectory() ? globSync(join(each, '*.epub')).toSorted() : [each]));
const server = await serveEngine(join(import.meta.dirname, 'support', 'harness-page.ts'));
const browser = await chromium.launch(await chromiumLaunchOptions());
let lost = 0;
try {
  console.log(['file', 'words', ...LOOKS.map(({ name }) => name)].join(' | '));
  for (const file of files) {
    const edition = await editionOf(file);
    if (!edition) {
      console.log(`${basename(file)} | refused`);
      continue;
    }
    const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
    const book = new BookPage(await context.newPage(), server, true);
    const sums = await countWords(book, edition.bytes, LOOKS);
    console.log([basename(file), sums[0]?.words, ...sums.map(shortOf)].join(' | '));
    if (isExplained)
      for (const { name, reasons } of sums) for (const reason of reasons) console.log(`    ${name} ${reason}`);
    lost += sums.reduce((sum, each) => sum + each.lost + each.repeated, 0);
    await context.close();
  }
} finally {
  await browser.close();
  await server.close();
}
process.exitCode = lost > 0 || files.length === 0 ? 1 : 0;

function shortOf({ lost: gone, repeated }: LookSum): string {
  return repeated > 0 ? `${gone} (+${repeated} twice)` : String(gone);
}
