import { expect, test } from './support/engine-test.ts';
import { prose, sampleBook } from './support/sample-books.ts';

const SHOWN = '#host div:not([inert]) > iframe';

const row = (cells: number, name: string): string =>
  `<tr>${Array.from({ length: cells }, (_, at) => `<td>${name}columna${at}</td>`).join('')}</tr>`;
const table = (rows: number, cells: number): string =>
  `<table>${Array.from({ length: rows }, (_, at) => row(cells, `f${at}`)).join('')}</table>`;

test('a table that is too wide scrolls sideways by key, with letters of 12 px or more, and turns at its end', async ({
  book,
}) => {
  await book.open(sampleBook([{ name: 'a.xhtml', body: `${table(3, 12)}${prose(12, 1)}` }]));
  const shown = book.page.frameLocator(SHOWN).locator('table');
  const look = () =>
    shown.evaluate((element: HTMLElement) => {
      const { left, right } = element.getBoundingClientRect();
      const size = Number.parseFloat(getComputedStyle(element).fontSize) * Number(element.style.zoom || '1');
      return { left, right, size, at: element.scrollLeft, most: element.scrollWidth - element.clientWidth };
    });
  const before = await look();
  expect(before.most).toBeGreaterThan(100);
  expect(before.size).toBeGreaterThanOrEqual(11.9);
  expect(before.right).toBeLessThanOrEqual(390);
  await shown.focus();
  await book.page.keyboard.press('ArrowRight');
  await expect.poll(async () => (await look()).at).toBeGreaterThan(0);
  expect((await book.position()).page).toBe(0);
  await shown.evaluate((element: HTMLElement) => {
    element.scrollLeft = element.scrollWidth;
  });
  await book.page.keyboard.press('ArrowRight');
  expect((await book.position()).page).toBe(1);
});

test('a table that is wider and higher than the page loses no cell', async ({ book }) => {
  await book.open(sampleBook([{ name: 'a.xhtml', body: table(40, 12) }]));
  const seen = [await book.words()];
  while (await book.page.evaluate(() => window.harness.reader?.next())) seen.push(await book.words());
  const all = Array.from({ length: 40 }, (_, line) => Array.from({ length: 12 }, (__, at) => `f${line}columna${at}`));
  expect(seen.flat()).toEqual(all.flat());
});

test('an address in a cell is divided, so that its table needs neither smaller letters nor scrolling', async ({
  book,
}) => {
  const cells = ['onix', 'https://ejemplo.cl/vocabularios/onix/codigos/vigente.html#lista'];
  const body = `<table><tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr></table>${prose(3, 1)}`;
  await book.open(sampleBook([{ name: 'a.xhtml', body }]));
  const shown = book.page.frameLocator(SHOWN).locator('table');
  const look = await shown.evaluate((table: HTMLElement) => {
    const range = table.ownerDocument.createRange();
    const linesOf = [...table.querySelectorAll('td')].map((cell) => {
      range.selectNodeContents(cell);
      return range.getClientRects().length;
    });
    const isWhole = table.scrollWidth <= table.clientWidth && table.getBoundingClientRect().right <= 390;
    return { zoom: table.style.zoom, isWhole, linesOf };
  });
  expect(look).toEqual({ zoom: '', isWhole: true, linesOf: [1, 2] });
  expect(await book.words()).toEqual(expect.arrayContaining(cells));
});

test('a long table that fits keeps its size, on any number of pages', async ({ book }) => {
  await book.open(sampleBook([{ name: 'a.xhtml', body: table(120, 2) }]));
  expect((await book.position()).pages).toBeGreaterThan(2);
  const zoom = await book.page
    .frameLocator(SHOWN)
    .locator('table')
    .evaluate((element: HTMLElement) => element.style.zoom);
  expect(zoom).toBe('');
});
