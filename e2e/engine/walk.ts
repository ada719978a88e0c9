/**
 * Walks whole sample books forwards and backwards: each character of the linear spine must be on some page, in
 * order, at 390 and 1280 px with fonts of 14, 18 and 50. Takes long; prints one line for each book and setting.
 * Fails when a section has a fault, and when there was nothing to walk: that proves nothing.
 *
 *   node e2e/engine/walk.ts [part of a file name…]
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
/** Findings in a book over all settings. */
interface BookSum {
  readonly name: string;
  readonly characters: number;
  readonly faults: number;
}

const wanted = process.argv.slice(2);
const nameless = wanted.filter((part) => !SHARED_BOOKS.some((file) => basename(file).includes(part)));
const files = SHARED_BOOKS.filter(
  (file) => wanted.length === 0 || wanted.some((part) => basename(file).includes(part)),
);
if (SHARED_BOOKS.length === 0) giveUp(WHY_SKIPPED);
else if (nameless.length > 0) giveUp(`no book has a name with ${nameless.map((part) => `'${part}'`).join(' or ')}`);
else await walkBooks();

function giveUp(why: string): void {
  console.error(`nothing walked: ${why}`);
  process.exitCode = 1;
}

async function walkBooks(): Promise<void> {
  const server = await serveEngine(join(import.meta.dirname, 'support', 'harness-page.ts'));
  const browser = await chromium.launch(await chromiumLaunchOptions());
  const sums: BookSum[] = [];
  try {
    for (const file of files) sums.push(await walkBook(file, browser, server));
  } finally {
    await browser.close();
    await server.close();
  }
  const settings = `${WIDTHS.join(' and ')} px, fonts of ${FONTS.join(', ')}`;
  console.log(`\nwalked at ${settings}:`);
  for (const { name, characters, faults } of sums) {
    const summary = faults === 0 ? 'nothing lost, nothing out of order' : `${faults} sections with a fault`;
    console.log(`${name}: ${characters} characters: ${summary}`);
  }
  process.exitCode = sums.every(({ faults }) => faults === 0) ? 0 : 1;
}

async function walkBook(file: string, from: Browser, on: EngineServer): Promise<BookSum> {
  const edition = await editionOf(file);
  if (!edition) throw new Error(`the gate refused ${file}`);
  const context = await from.newContext({ viewport: { width: 390, height: 800 } });
  const book = new BookPage(await context.newPage(), on, true);
  await book.open(edition.bytes);
  let faults = 0;
  let characters = 0;
  for (const width of WIDTHS) {
    await book.resize(width, 800);
    for (const fontSize of FONTS) {
      await book.setFontSize(fontSize);
      const start = Date.now();
      const sum = { characters: 0, pages: 0, clipped: 0, pictures: 0 };
      for (const { path, linear, missing, index, characters: counted } of edition.publication.sections) {
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
        // A section that did not arrive shows a sentence instead, of which nothing is lost either.
        if (!isWrong && unseenPictures === 0 && seen.characters === counted) continue;
        faults += 1;
        console.log(
          `  ${path}: ${JSON.stringify({ counted, shown: seen.characters, lost, disordered, unseenPictures, backward })}`,
        );
      }
      characters = sum.characters;
      const time = ((Date.now() - start) / 1000).toFixed(0);
      console.log(
        `${basename(file)} ${width} px, ${fontSize}: ${sum.characters} characters on ${sum.pages} pages, ` +
          `${sum.pictures} pictures, ${sum.clipped} characters cut at the edge, ${time} s`,
      );
    }
  }
  await context.close();
  return { name: basename(file), characters, faults };
}
