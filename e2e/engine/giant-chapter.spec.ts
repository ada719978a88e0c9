import { strToU8 } from 'fflate';
import { type BookPage, expect, test } from './support/engine-test.ts';
import { sampleBook } from './support/sample-books.ts';

const PARAGRAPHS = 900;
/** Bytes of the chapter that are enough for the engine to show its beginning. */
const HEAD = 120_000;

/** Makes one chapter of numbered paragraphs, with a link's target near its end. */
function giant(): string {
  const words =
    'La niebla bajaba por la quebrada y nadie en el pueblo se acordaba ya de la última vez que había llovido';
  return Array.from({ length: PARAGRAPHS }, (_, index) => {
    const id = index === PARAGRAPHS - 20 ? ' id="lejos"' : '';
    return `<p${id}>n${index} ${words}; ${words.toLowerCase()}.</p>`;
  }).join('\n');
}
const chapter = `<?xml version="1.0" encoding="utf-8"?>
<html xmlns="http://www.w3.org/1999/xhtml" lang="es"><head><title>Uno</title></head>
<body><section><h1>Uno</h1>${giant()}</section></body></html>`;
const BOOK = sampleBook([
  { name: 'a.xhtml', body: chapter },
  { name: 'b.xhtml', body: '<p>El final.</p>' },
]);

/** Opens the book file by file while only the beginning of its first chapter has arrived. */
async function openHead(book: BookPage) {
  const hold = book.hold('/files/a.xhtml', strToU8(chapter), HEAD);
  await book.open(BOOK, { files: '/files/' });
  return hold;
}
const paragraphs = (book: BookPage): Promise<number> =>
  book.page.evaluate(
    () =>
      document
        .querySelector<HTMLIFrameElement>('#host div:not([inert]) > iframe')!
        .contentDocument!.querySelectorAll('p').length,
  );
/** Turns to the page with the last paragraph that has arrived. @returns its first word */
const turnToLast = (book: BookPage): Promise<string> =>
  book.page.evaluate(async () => {
    const inner = document.querySelector<HTMLIFrameElement>('#host div:not([inert]) > iframe')!.contentDocument!;
    const end = [...inner.querySelectorAll('p')].at(-1)!;
    const isShown = () => {
      const { left, right, width } = end.getBoundingClientRect();
      return width > 0 && left >= 0 && right <= innerWidth;
    };
    while (!isShown()) await window.harness.reader!.next();
    return end.textContent.split(' ')[0]!;
  });
/** Starts to wait for the rest of the chapter, as the engine does. @returns tells whether the rest arrived */
async function awaitRest(book: BookPage): Promise<() => Promise<boolean>> {
  const rest = await book.page.evaluateHandle(() => ({
    arrives: window.harness.loader!.text('a.xhtml').then(
      () => true,
      () => false,
    ),
  }));
  return () => rest.evaluate(({ arrives }) => arrives);
}
/** Expects the engine to leave the call pending until the rest of the chapter has arrived. */
async function expectWaiting(book: BookPage, asked: Promise<unknown>): Promise<void> {
  let isAnswered = false;
  void asked.then(() => {
    isAnswered = true;
  });
  await book.position();
  expect(isAnswered).toBe(false);
}
const whole = (book: BookPage) => expect.poll(() => paragraphs(book), { timeout: 20_000 }).toBe(PARAGRAPHS);

test('a giant chapter is read from its beginning while the rest is loading; the page stays when the rest arrives', async ({
  book,
}) => {
  const hold = await openHead(book);
  expect(await paragraphs(book)).toBeLessThan(PARAGRAPHS);
  expect((await book.words()).slice(0, 3)).toEqual(['Uno', 'n0', 'La']);
  const there = await book.next(7);
  expect(there.exact).toBe(false);
  const words = await book.words();
  const { cfi, percentage, location } = await book.position();
  hold.release();
  await whole(book);
  const now = await book.position();
  expect(await book.words()).toEqual(words);
  expect({ cfi: now.cfi, percentage: now.percentage, location: now.location }).toEqual({ cfi, percentage, location });
  expect(book.problems).toEqual([]);
  // The neighbouring chapter waited for the rest; further turns work as usual.
  expect((await book.prev(7)).cfi).toBe((await book.prev()).cfi);
});

test('turning past the beginning waits for the rest and continues at the next word', async ({ book }) => {
  const hold = await openHead(book);
  const count = await paragraphs(book);
  const last = await turnToLast(book);
  const before = await book.position();
  expect(before.atEnd).toBe(false);
  const turned = book.page.evaluate(() => window.harness.reader!.next());
  await expectWaiting(book, turned);
  expect(await paragraphs(book)).toBe(count);
  hold.release();
  expect(await turned).toBe(true);
  await whole(book);
  expect(await book.words()).toContain(`n${Number(last.slice(1)) + 1}`);
  expect((await book.position()).percentage).toBeGreaterThanOrEqual(before.percentage);
});

test('a selection in the beginning stays selected; the rest is laid out after the next turn', async ({ book }) => {
  const hold = await openHead(book);
  const count = await paragraphs(book);
  await book.page.evaluate(() => {
    const inner = document.querySelector<HTMLIFrameElement>('#host div:not([inert]) > iframe')!.contentDocument!;
    inner.getSelection()!.selectAllChildren(inner.querySelector('p')!);
  });
  // The engine reports a selection when it has settled, and only then can clear it.
  await expect.poll(() => book.page.evaluate(() => window.harness.reader!.selection() !== null)).toBe(true);
  const restArrives = await awaitRest(book);
  hold.release();
  expect(await restArrives()).toBe(true);
  // Without the selection the engine would have replaced the beginning by the whole chapter by now.
  await book.position();
  expect(await paragraphs(book)).toBe(count);
  await book.page.evaluate(() => window.harness.reader!.clearSelection());
  await book.next();
  await whole(book);
});

test('a jump into the rest waits for it', async ({ book }) => {
  const hold = await openHead(book);
  const arrived = book.page.evaluate(() => window.harness.reader!.goTo('a.xhtml#lejos'));
  await expectWaiting(book, arrived);
  hold.release();
  expect(await arrived).toBe(true);
  expect(await book.words()).toContain(`n${PARAGRAPHS - 20}`);
});

test('turning back from the next chapter shows the end of the chapter, not of its beginning', async ({ book }) => {
  const hold = await openHead(book);
  await book.page.evaluate(() => window.harness.reader!.goTo('b.xhtml'));
  const turned = book.page.evaluate(() => window.harness.reader!.prev());
  await expectWaiting(book, turned);
  hold.release();
  expect(await turned).toBe(true);
  expect(await book.words()).toContain(`n${PARAGRAPHS - 1}`);
});

test('a loaded next chapter does not follow the beginning of an incomplete one', async ({ book }) => {
  // The first chapter fails to arrive at first, while its neighbour arrives.
  const broken = book.hold('/files/a.xhtml', strToU8(chapter), 0);
  const cutting = setInterval(() => broken.cut(), 50);
  await book.open(BOOK, { files: '/files/' });
  clearInterval(cutting);
  await expect.poll(() => book.page.locator('#host iframe').count()).toBe(2);
  const hold = book.hold('/files/a.xhtml', strToU8(chapter), HEAD);
  expect(await book.page.evaluate(() => window.harness.reader!.retry())).toBe(true);
  await turnToLast(book);
  const turned = book.page.evaluate(() => window.harness.reader!.next());
  await expectWaiting(book, turned);
  hold.release();
  expect(await turned).toBe(true);
  expect((await book.position()).sectionIndex).toBe(0);
});

test('when the connection breaks in the middle, the loaded text can be read; the gap behind it is filled later', async ({
  book,
}) => {
  const hold = await openHead(book);
  const count = await paragraphs(book);
  const { cfi } = await book.next(3);
  const restArrives = await awaitRest(book);
  hold.cut();
  expect(await restArrives()).toBe(false);
  await book.position();
  expect(await paragraphs(book)).toBe(count);
  expect((await book.next()).cfi).not.toBe(cfi);
  // Reopens the book; the server answers with the whole chapter now.
  hold.release();
  await book.next();
  await whole(book);
});
