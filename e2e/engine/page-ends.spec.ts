import { expect, test } from './support/engine-test.ts';
import { sampleBook } from './support/sample-books.ts';

/** Paragraphs of 1 to 5 short lines each, after some of one line, so that page ends fall on each of their lines. */
const paragraph = (lines: number, at: number): string =>
  `<p>${Array.from({ length: lines }, (_, line) => `párrafo ${at}, línea ${line + 1} de ${lines}`).join('<br/>')}</p>`;
const chapterOf = (before: number, lines: readonly number[]): string =>
  '<p>—</p>'.repeat(before) +
  Array.from({ length: 160 }, (_, at) => paragraph(lines[at % lines.length] as number, at)).join('');
const chapter = (name: string, before: number, lines: readonly number[]) => ({
  name,
  body: chapterOf(before, lines),
});
/** Three lines only, from each line of the page; and all kinds of paragraphs. */
const book3 = sampleBook([
  ...[0, 1, 2].map((before) => chapter(`tres-${before}.xhtml`, before, [3])),
  ...[0, 1, 2].map((before) => chapter(`todos-${before}.xhtml`, before, [1, 3, 4, 2, 5, 3, 3])),
]);

/** Runs in the page: how the paragraphs of the section on show are divided between pages, as lines before and after. */
function divisions(): { lines: number; parts: number[] }[] {
  const inner = document.querySelector<HTMLIFrameElement>('#host div:not([inert]) > iframe')
    ?.contentDocument as Document;
  return [...inner.querySelectorAll('p')]
    .map((block) => {
      const line = Number.parseFloat(getComputedStyle(block).lineHeight);
      const parts = [...block.getClientRects()].map(({ height }) => Math.floor(height / line + 0.1));
      return { lines: block.querySelectorAll('br').length + 1, parts };
    })
    .filter(({ parts }) => parts.length > 1);
}

test('no page begins or ends with a single line of a paragraph, from whatever line it starts', async ({ book }) => {
  await book.open(book3);
  let count = 0;
  for (const [width, fontSize] of [
    [390, 16],
    [390, 22],
    [1280, 16],
  ] as const) {
    await book.resize(width, 800);
    await book.setFontSize(fontSize);
    for (const name of ['tres', 'todos']) {
      for (const before of [0, 1, 2]) {
        expect(await book.goTo(`${name}-${before}.xhtml`)).toBe(true);
        const found = await book.page.evaluate(divisions);
        count += found.length;
        expect(found.filter(({ lines, parts }) => lines < 4 || Math.min(...parts) < 2)).toEqual([]);
      }
    }
  }
  // Paragraphs of four lines and more are still divided, so that pages are full.
  expect(count).toBeGreaterThan(20);
});

test('a page is the same before and after the rest of its chapter is laid out, and from both sides', async ({
  book,
}) => {
  await book.open(book3, { start: 'todos-1.xhtml' });
  const there: string[] = [];
  for (let page = 0; page < 12; page += 1) {
    there.push((await book.words()).join(' '));
    await book.next();
  }
  expect(await book.goTo('todos-1.xhtml')).toBe(true);
  await book.next(12);
  const back: string[] = [];
  for (let page = 0; page < 12; page += 1) {
    await book.prev();
    back.unshift((await book.words()).join(' '));
  }
  expect(back).toEqual(there);
});
