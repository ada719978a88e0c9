import { type BookPage, expect, test } from './support/engine-test.ts';
import { PICTURE, prose, sampleBook } from './support/sample-books.ts';

const links = (name: string, count: number) =>
  Array.from({ length: count }, (_, index) => `<p><a href="#${name}" id="${name}${index}">${name} ${index}</a></p>`);
const BOOK = sampleBook([
  {
    name: 'a.xhtml',
    body: `<h1>Uno</h1>${links('primera', 2).join('')}${prose(20, 1)}<div style="break-before:page"></div>${links('media', 3).join('')}${prose(20, 2)}${links('última', 2).join('')}`,
  },
  { name: 'b.xhtml', body: `<h1>Dos</h1>${prose(10, 3)}` },
]);

/** Returns the text of the focused element in the page shown, or the name of the focused element outside it. */
const focused = (book: BookPage): Promise<string> =>
  book.page.evaluate(() => {
    const outer = document.activeElement;
    if (!(outer instanceof HTMLIFrameElement)) return outer?.id ?? '';
    const inner = outer.contentDocument!.activeElement;
    return inner?.localName === 'a' ? inner.textContent : 'página';
  });

// Buttons that a test sets beside the book would stay on the shared page, and cover a letter of a later test.
test.use({ ownPage: true });

test('Tab moves through the links of the visible page and on to the controls after the book', async ({ book }) => {
  await book.open(BOOK);
  await book.page.evaluate(() => {
    for (const [id, where] of [
      ['before', 'beforebegin'],
      ['after', 'afterend'],
    ] as const) {
      const button = Object.assign(document.createElement('button'), { id, textContent: 'x' });
      button.style.cssText = 'position:fixed;bottom:0';
      document.querySelector('#host')!.insertAdjacentElement(where, button);
    }
  });
  await book.goTo('a.xhtml#media1');
  const { page } = await book.position();
  expect(page).toBeGreaterThan(1);
  const way: string[] = [];
  await book.page.locator('#before').focus();
  for (let step = 0; step < 6 && way.at(-1) !== 'after'; step += 1) {
    await book.page.keyboard.press('Tab');
    way.push(await focused(book));
  }
  expect(way.filter((each) => each !== 'página')).toEqual(['media 0', 'media 1', 'media 2', 'after']);
  expect((await book.position()).page).toBe(page);
  await book.page.keyboard.press('Shift+Tab');
  expect(await focused(book)).toBe('media 2');
  expect((await book.position()).page).toBe(page);
  // Tab reaches the links of the page shown only, so other links after a turn.
  await book.prev(page);
  await book.page.locator('#before').focus();
  await book.page.keyboard.press('Tab');
  if ((await focused(book)) === 'página') await book.page.keyboard.press('Tab');
  expect(await focused(book)).toBe('primera 0');
  expect((await book.position()).page).toBe(0);
});

test('frames are named by their chapter, and a screen reader can ask for the words of the page', async ({ book }) => {
  await book.open(BOOK);
  const shown = book.page.locator('#host div:not([inert]) > iframe');
  await expect(shown).toHaveAttribute('title', 'Uno: parte 1 de 2');
  const first = await book.page.evaluate(() => window.harness.reader!.pageText());
  expect(first.startsWith('Uno\nprimera 0\nprimera 1')).toBe(true);
  await book.next();
  const [words, text] = [await book.words(), await book.page.evaluate(() => window.harness.reader!.pageText())];
  expect(text.split(/\s+/)[0]!.endsWith(words[0]!)).toBe(true);
  expect(text.split(/\s+/).at(-1)!.startsWith(words.at(-1)!)).toBe(true);
  await book.goTo('b.xhtml');
  await expect(shown).toHaveAttribute('title', 'Dos: parte 2 de 2');
});

test('a screen reader can ask for the descriptions of a page of pictures', async ({ book }) => {
  await book.open(
    sampleBook(
      [
        {
          name: 'a.xhtml',
          body: '<img src="p.png" alt="Una gata"/><p style="break-before:page">x</p><img src="p.png" alt="Otra"/>',
        },
      ],
      { extra: { 'p.png': PICTURE } },
    ),
  );
  expect(await book.page.evaluate(() => window.harness.reader!.pageText())).toBe('Una gata');
});
