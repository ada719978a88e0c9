/**
 * Counts three faults of page ends over whole books, beside foliate-js 1.0.1 in the same run, on a phone and a laptop:
 * pages that begin with the last line of a paragraph (widows), pages that end with its first line (orphans), and pages
 * that end with a heading.
 *
 *   node bench/engine/page-ends.ts [part of a file name…]
 */
import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { chromium } from '@playwright/test';
import { chromiumLaunchOptions } from '@cuentos/e2e/browser.ts';
import { editionOf } from '@cuentos/e2e/engine/support/edition-of.ts';
import { serveEngine } from '@cuentos/e2e/engine/support/serve.ts';
import type { PageEnds } from './engines/page-ends.ts';

const BOOKS = join(import.meta.dirname, '..', '..', '..', 'shared', 'epubs', 'libros');
const SIZES = [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
] as const;
const ENGINES = ['ours', 'foliate'] as const;

const wanted = process.argv.slice(2);
const files = globSync(join(BOOKS, '*.epub'))
  .filter((file) => wanted.length === 0 || wanted.some((part) => basename(file).includes(part)))
  .toSorted();
const servers = await Promise.all(
  ENGINES.map((engine) => serveEngine(join(import.meta.dirname, 'engines', `${engine}-page-ends.ts`), false)),
);
const browser = await chromium.launch(await chromiumLaunchOptions());
try {
  console.log('book | px | engine | pages | widows | orphans | headings at a foot');
  for (const file of files) {
    const edition = await editionOf(file);
    if (!edition) throw new Error(`the gate refused ${file}`);
    for (const size of SIZES) {
      for (const [at, engine] of ENGINES.entries()) {
        const server = servers[at]!;
        server.files.set('/book.epub', engine === 'ours' ? edition.bytes : await readFile(file));
        const context = await browser.newContext({ viewport: size });
        const page = await context.newPage();
        await page.goto(server.origin);
        const sum = await page.evaluate((): Promise<PageEnds> => window.countPageEnds('/book.epub'));
        const row = [basename(file, '.epub'), size.width, engine, sum.pages, sum.widows, sum.orphans, sum.headings];
        console.log(row.join(' | '));
        await context.close();
      }
    }
  }
} finally {
  await browser.close();
  await Promise.all(servers.map((server) => server.close()));
}
