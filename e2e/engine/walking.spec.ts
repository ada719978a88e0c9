import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BookPage, expect, test } from './support/engine-test.ts';
import { publishRaw } from './support/publish-raw.ts';
import { prose, sampleBook } from './support/sample-books.ts';

const QUIJOTE = join(import.meta.dirname, '../../../shared/epubs/libros/don-quijote-gutenberg-2013.epub');

/** Returns the letters of a document in order, without spaces, which may disappear at line ends. */
function lettersOf(body: string): string {
  return body.replaceAll(/<[^>]+>|\s+/g, '');
}

/** Turns to the end and collects the words of each page. */
async function walk(book: BookPage, turn: 'next' | 'prev'): Promise<string[][]> {
  const pages = [await book.words()];
  for (let moved = true; moved;) {
    moved = await book.page.evaluate((name) => window.harness.reader?.[name]() ?? Promise.resolve(false), turn);
    if (moved) pages.push(await book.words());
  }
  return pages;
}

test('a walk forward shows each word once and in order, the walk back mirrors it', async ({ book }) => {
  const bodies = [prose(30, 1), prose(3, 2), prose(40, 3)];
  await book.open(sampleBook(bodies.map((body, index) => ({ name: `c${index}.xhtml`, body }))));
  const forward = await walk(book, 'next');
  expect(forward.length).toBeGreaterThan(20);
  expect(forward.flat().join('')).toBe(bodies.map(lettersOf).join(''));
  const backward = await walk(book, 'prev');
  expect(backward.toReversed()).toEqual(forward);
  expect(book.problems).toEqual([]);
});

test('a giant chapter is walked completely, slice by slice', async ({ book }) => {
  test.setTimeout(180_000);
  // A wide window shows the text in few pages.
  await book.page.setViewportSize({ width: 1280, height: 800 });
  const body = prose(260, 5);
  expect(body.length).toBeGreaterThan(180_000);
  await book.open(sampleBook([{ name: 'c.xhtml', body: `<section><div>${body}</div></section>` }]));
  const start = await book.position();
  expect(start.exact).toBe(false);
  const forward = await walk(book, 'next');
  expect(forward.flat().join('')).toBe(lettersOf(body));
  const backward = await walk(book, 'prev');
  expect(backward.toReversed()).toEqual(forward);
});

test('a giant chapter without a wrapper opens at any position', async ({ book }) => {
  const body = prose(420, 6);
  await book.open(sampleBook([{ name: 'c.xhtml', body }]));
  expect(await book.goTo({ fraction: 0.5 })).toBe(true);
  const middle = await book.position();
  expect(middle.percentage).toBeGreaterThan(48);
  expect(middle.percentage).toBeLessThanOrEqual(50);
  const words = await book.words();
  await book.goTo({ fraction: 0 });
  await book.goTo(middle.cfi);
  expect(await book.words()).toEqual(words);
});

test('Don Quijote loses no word of two chapters', async ({ book, browser }) => {
  test.skip(!existsSync(QUIJOTE), 'the sample books are not here');
  const { bytes, publication } = publishRaw(readFileSync(QUIJOTE));
  await book.open(bytes);
  await book.goTo(publication.sections[1]?.path ?? '');
  const pageTexts: string[] = [];
  for (let position = await book.position(); position.sectionIndex === 1;) {
    pageTexts.push(...(await book.words()));
    await book.page.evaluate(() => window.harness.reader?.next());
    if (position.page === position.pages - 1) break;
    position = { ...position, page: position.page + 1 };
  }
  // Takes the text as a string, since the page's policy does not let it be parsed as HTML.
  const text = await book.page.evaluate(
    (path) => window.harness.loader?.text(path),
    publication.sections[1]?.path ?? '',
  );
  const plain = await browser.newPage();
  const inFile = await plain.evaluate((source) => {
    const { body } = new DOMParser().parseFromString(source, 'application/xhtml+xml') as XMLDocument & {
      body: HTMLElement;
    };
    return (body.textContent ?? '').replaceAll(/\s+/g, '');
  }, text ?? '');
  await plain.close();
  expect(pageTexts.join('')).toBe(inFile);
});

test('a walk sees each letter of a box that a reader can scroll sideways, and misses those that no view shows', async ({
  book,
}) => {
  const row = (line: number): string =>
    `<tr>${Array.from({ length: 12 }, (_, at) => `<td>fila${line}columna${at}</td>`).join('')}</tr>`;
  const formula = `<math xmlns="http://www.w3.org/1998/Math/MathML"><mtext>${'palabra '.repeat(40)}</mtext></math>`;
  const body = `<p>antes</p><table>${row(0)}${row(1)}</table><p>entre</p><p>${formula}</p><p>después</p>`;
  await book.open(sampleBook([{ name: 'a.xhtml', body }]));
  const seen = await book.page.evaluate(() => window.harness.walk('a.xhtml'));
  expect([seen.lost, seen.backward.lost, seen.disordered]).toEqual([[], [], []]);
  const inner = book.page.frameLocator('#host div:not([inert]) > iframe');
  await expect(inner.locator('[data-reader-wide]')).toHaveCount(2);
  // No box scrolls further than to its beginning.
  await inner
    .locator('td')
    .nth(5)
    .evaluate((cell) => cell.setAttribute('style', 'position:relative;left:-3000px'));
  const missed = await book.page.evaluate(() => window.harness.walk('a.xhtml'));
  expect(missed.lost.join()).toContain('olumna5');
});
