/**
 * Walks whole sample books forwards and backwards: each character of the linear spine must be on some page, in
 * order, at 390 and 1280 px with fonts of 14, 18 and 50. Takes long; prints one line for each book and setting.
 *
 *   node e2e/engine/walk.ts [part of a file name]
 */
import { basename, join } from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import { chromiumLaunchOptions } from '../browser.ts';
import { editionOf } from './support/edition-of.ts';
import { BookPage } from './support/engine-test.ts';
import { type EngineServer, serveEngine } from './support/serve.ts';
import { SHARED_BOOKS, WHY_SKIPPED } from './support/shared-books.ts';

const WIDTHS = [390, 1280];
const FONTS = [14, 18, 50];
const only = process.argv[2] ?? '';
const files = SHARED_BOOKS.filter((file) => basename(file).includes(only));
if (files.length === 0) console.log(`nothing to walk: ${WHY_SKIPPED}`);

const server = await serveEngine(join(import.meta.dirname, 'support', 'harness-page.ts'));
const browser = await chromium.launch(await chromiumLaunchOptions());
let failures = 0;
try {
  for (const file of files) failures += await walkBook(file, browser, server);
} finally {
  await browser.close();
  await server.close();
}
console.log(failures === 0 ? 'nothing lost, nothing out of order' : `${failures} sections with a fault`);
process.exitCode = failures === 0 ? 0 : 1;

async function walkBook(file: string, from: Browser, on: EngineServer): Promise<number> {
  const edition = await editionOf(file);
  if (!edition) throw new Error(`the gate refused ${file}`);
  const context = await from.newContext({ viewport: { width: 390, height: 800 } });
  const book = new BookPage(await context.newPage(), on);
  await book.open(edition.bytes);
  let faults = 0;
  for (const width of WIDTHS) {
    await book.page.setViewportSize({ width, height: 800 });
    await book.page.waitForTimeout(250);
    for (const fontSize of FONTS) {
      await book.setFontSize(fontSize);
      const start = Date.now();
      const sum = { characters: 0, pages: 0, clipped: 0, pictures: 0 };
      for (const { path, linear, missing, index } of edition.publication.sections) {
        if (!linear || missing) continue;
        const seen = await book.page.evaluate(
          ({ name, isPatient }) => window.harness.walk(name, { isPatient }),
          // Every other walk begins before the engine has come to rest.
          { name: path, isPatient: index % 2 === 0 },
        );
        sum.characters += seen.characters;
        sum.pages += seen.pages;
        sum.clipped += seen.clipped;
        sum.pictures += seen.pictures;
        const { lost, disordered, unseenPictures, backward } = seen;
        const isWrong = [lost, disordered, backward.lost, backward.disordered].some((list) => list.length > 0);
        if (!isWrong && unseenPictures === 0) continue;
        faults += 1;
        console.log(`  ${path}: ${JSON.stringify({ lost, disordered, unseenPictures, backward })}`);
      }
      const time = ((Date.now() - start) / 1000).toFixed(0);
      console.log(
        `${basename(file)} ${width} px, ${fontSize}: ${sum.characters} characters on ${sum.pages} pages, ` +
          `${sum.pictures} pictures, ${sum.clipped} characters cut at the edge, ${time} s`,
      );
    }
  }
  await context.close();
  return faults;
}
