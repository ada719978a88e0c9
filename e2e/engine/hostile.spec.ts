import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { editionOf } from './support/edition-of.ts';
import { type BookPage, expect, test } from './support/engine-test.ts';
import { publishRaw } from './support/publish-raw.ts';

const SHARED = join(import.meta.dirname, '../../../shared/epubs-bad');
const isHere = existsSync(SHARED);

interface Expectation {
  readonly file: string;
  readonly onDemand: boolean;
  readonly reason: string;
}

/** Opens each section of a book, taps it, and tells whether a script of the book ran. */
async function walk(book: BookPage, bytes: Uint8Array, paths: readonly string[]): Promise<boolean> {
  await book.open(bytes);
  await book.position();
  for (const path of paths) {
    await book.goTo(path);
    const frame = book.page.frameLocator('#host div:not([inert]) > iframe');
    await frame.locator('body').first().dispatchEvent('click');
  }
  const marks = await Promise.all(book.page.frames().map((frame) => frame.evaluate(() => '__PWNED__' in window)));
  return marks.includes(true);
}

test('no hostile sample runs or connects, neither as the gate made it nor as it was written', async ({ book }) => {
  test.skip(!isHere, 'the hostile books are not in ../shared/epubs-bad');
  test.setTimeout(180_000);
  const all = JSON.parse(await readFile(join(SHARED, 'expected.json'), 'utf8')) as Expectation[];
  const foreign: string[] = [];
  const dialogs: string[] = [];
  book.page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  book.page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(book.origin) && !/^(?:blob|data|about):/.test(url)) foreign.push(url);
  });
  const ran: string[] = [];
  let opened = 0;
  for (const { file, onDemand, reason } of all) {
    // Skips the other sample files, which are broken and not hostile.
    if (onDemand || reason !== 'safe') continue;
    // Opens the raw book, so that the renderer's own defences are tested; the long proof opens the gate's edition as
    // well.
    const raw = publishRaw(await readFile(join(SHARED, file)));
    const edition = process.env['PROVE'] ? await editionOf(join(SHARED, file)) : null;
    for (const { bytes, publication } of edition ? [edition, raw] : [raw]) {
      const paths = publication.sections.filter(({ missing }) => !missing).map(({ path }) => path);
      if (await walk(book, bytes, paths)) ran.push(file);
      opened += 1;
    }
  }
  expect(opened).toBeGreaterThanOrEqual(20);
  expect({ ran, foreign, dialogs }).toEqual({ ran: [], foreign: [], dialogs: [] });
});
