import type { ReaderSelection } from '@cuentos/epub/render/reader-types';
import { type BookPage, expect, test } from './support/engine-test.ts';
import { prose, sampleBook } from './support/sample-books.ts';

// These tests stop the clock of their page.
test.use({ ownPage: true });

const BOOK = sampleBook([
  {
    name: 'a.xhtml',
    body: `<p id="a">Había una vez un mar tranquilo y una barca.</p><p id="b">  Otro párrafo con sus palabras. </p>${prose(30, 1)}`,
  },
  { name: 'b.xhtml', body: prose(6, 2) },
]);
type Told = Omit<ReaderSelection, 'document' | 'range'>;

function events(book: BookPage, name: string): Promise<Told[]> {
  return book.page.evaluate(
    (wanted) => window.harness.events.filter((event) => event.name === wanted).map(({ detail }) => detail as never),
    name,
  );
}

/** Time for which a selection made by touch must stay unchanged, ms. */
const STABLE_MS = 600;

/** Opens the book on a page whose clock stands still; only {@link pass} advances it. */
async function openAtStandstill(book: BookPage): Promise<void> {
  await book.page.clock.install();
  await book.open(BOOK);
  // The clock can only be paused at a later time.
  await book.page.clock.pauseAt((await book.page.evaluate(() => Date.now())) + 1000);
}

/** Advances the clock and runs the timers that are due. */
const pass = (book: BookPage, ms: number): Promise<void> => book.page.clock.runFor(ms);

/**
 * Selects by script, as the handles under a finger do: without a pointer event. Waits until the engine has been told.
 */
function select(book: BookPage, from: string, start: number, to: string, end: number): Promise<void> {
  return book.page.evaluate(
    async ([a, b, c, d]) => {
      const inner = document.querySelector<HTMLIFrameElement>('#host div:not([inert]) > iframe')!.contentDocument!;
      const heard = new Promise((resolve) => inner.addEventListener('selectionchange', resolve, { once: true }));
      inner
        .getSelection()!
        .setBaseAndExtent(inner.querySelector(a)!.firstChild!, b, inner.querySelector(c)!.firstChild!, d);
      await heard;
    },
    [from, start, to, end] as const,
  );
}

test('a mouse selection is reported at the release, with all fields of a highlight', async ({ book }) => {
  await openAtStandstill(book);
  const box = await book.page.frameLocator('#host div:not([inert]) > iframe').locator('#a').boundingBox();
  await book.page.mouse.move(box!.x + 2, box!.y + 10);
  await book.page.mouse.down();
  await book.page.mouse.move(box!.x + 90, box!.y + 10, { steps: 5 });
  await pass(book, STABLE_MS * 2);
  expect(await events(book, 'select')).toEqual([]);
  await book.page.mouse.up();
  await book.page.clock.resume();
  await expect.poll(async () => (await events(book, 'select')).length).toBe(1);
  const [told] = (await events(book, 'select')) as [Told];
  expect(told.sectionIndex).toBe(0);
  expect('Había una vez un mar'.startsWith(told.text)).toBe(true);
  expect(told.cfi).toMatch(/^epubcfi\(\/6\/2!\/4\/2\[a\],\/1:0,\/1:\d+\)$/);
  expect(told.before).toBe('');
  expect(told.text + told.after).toContain('mar tranquilo');
  expect(told.rect!.y).toBeGreaterThanOrEqual(box!.y - 1);
  const again = await book.page.evaluate((cfi) => window.harness.reader!.rangeOf(cfi)!.range.toString(), told.cfi);
  expect(again).toBe(told.text);
  expect((await book.position()).page).toBe(0);
});

test('two paragraphs are one selection, without the white space at its ends', async ({ book }) => {
  await book.open(BOOK);
  await select(book, '#a', 31, '#b', 14);
  await expect.poll(async () => (await events(book, 'select')).length).toBe(1);
  const [told] = (await events(book, 'select')) as [Told];
  expect(told.text).toBe('y una barca.\nOtro párrafo');
  expect(told.before).toBe('abía una vez un mar tranquilo ');
  expect(told.after).toBe(' con sus palabras. Título 1-0 ');
  expect(told.rects.length).toBeGreaterThan(1);
  expect(told.cfi).toBe('epubcfi(/6/2!/4,/2[a]/1:31,/4[b]/1:14)');
});

test('a selection by touch is reported when it has been unchanged for 600 ms', async ({ book }) => {
  await openAtStandstill(book);
  await select(book, '#a', 0, '#a', 5);
  for (const end of [7, 9, 12, 16]) {
    await pass(book, STABLE_MS - 1);
    expect(await events(book, 'select')).toEqual([]);
    await select(book, '#a', 0, '#a', end);
  }
  await pass(book, STABLE_MS);
  await expect.poll(async () => (await events(book, 'select')).map(({ text }) => text)).toEqual(['Había una vez un']);
});

test('white space alone is no selection; clearing is reported once', async ({ book }) => {
  await openAtStandstill(book);
  await select(book, '#b', 0, '#b', 2);
  await pass(book, STABLE_MS * 2);
  await select(book, '#b', 0, '#b', 6);
  await pass(book, STABLE_MS * 2);
  await expect.poll(async () => (await events(book, 'select')).map(({ text }) => text)).toEqual(['Otro']);
  await book.page.evaluate(async () => {
    const inner = document.querySelector<HTMLIFrameElement>('#host div:not([inert]) > iframe')!.contentDocument!;
    const heard = new Promise((resolve) => inner.addEventListener('selectionchange', resolve, { once: true }));
    window.harness.reader?.clearSelection();
    // The browser repeats the event for the same selection.
    await heard;
  });
  expect((await events(book, 'select')).length).toBe(1);
  expect((await events(book, 'deselect')).length).toBe(1);
});

test('a late listener can ask for a selection that was already reported, until it is cleared', async ({ book }) => {
  await book.open(BOOK);
  const selected = (): Promise<string | null> =>
    book.page.evaluate(() => window.harness.reader!.selection()?.text ?? null);
  expect(await selected()).toBeNull();
  await select(book, '#a', 0, '#a', 5);
  await expect.poll(selected).toBe('Había');
  await book.page.evaluate(() => window.harness.reader!.clearSelection());
  expect(await selected()).toBeNull();
});

test('dragging beyond the page selects and does not turn; the next page may be included', async ({ book }) => {
  const selections = (): Promise<Told[]> => events(book, 'select');
  await book.open(BOOK);
  await book.page.mouse.move(60, 600);
  await book.page.mouse.down();
  await book.page.mouse.move(388, 796, { steps: 8 });
  // While the button is held there the browser keeps scrolling, and the engine keeps the page in place.
  await book.position();
  await book.page.mouse.up();
  await expect.poll(async () => (await selections()).length).toBe(1);
  expect((await book.position()).page).toBe(0);
  const [first] = (await selections()) as [Told];
  expect(first.text.length).toBeGreaterThan(50);
  await book.next();
  await book.page.keyboard.down('Shift');
  await book.page.mouse.click(200, 300);
  await book.page.keyboard.up('Shift');
  await expect.poll(async () => (await selections()).length).toBe(2);
  expect((await book.position()).page).toBe(1);
  const last = (await selections()).at(-1) as Told;
  expect(last.text.startsWith(first.text.slice(0, 40))).toBe(true);
  expect(last.text.length).toBeGreaterThan(first.text.length + 100);
  // The rectangles are those of the selection's part on the page shown.
  expect(last.rects.every(({ x, y }) => x >= 0 && x < 390 && y < 330)).toBe(true);
});

test('a selection dragged below the last line extends to the page’s end, never backwards', async ({ book }) => {
  // At this height a strip below the last whole line stays empty.
  await book.page.setViewportSize({ width: 390, height: 790 });
  await book.open(BOOK);
  await book.next(2);
  const selections = (): Promise<Told[]> => events(book, 'select');
  await book.page.mouse.move(60, 600);
  await book.page.mouse.down();
  for (const y of [650, 700, 760, 775, 785, 789]) await book.page.mouse.move(200, y);
  await book.position();
  await book.page.mouse.up();
  await expect.poll(async () => (await selections()).length).toBe(1);
  const [{ text, rect }] = (await selections()) as [Told];
  expect(rect!.y).toBeGreaterThan(580);
  expect(text.length).toBeLessThan(900);
  // The selection includes all lines after the first, to the last line of the page.
  const end = await book.page.evaluate(() => {
    const frame = document.querySelector<HTMLIFrameElement>('#host div:not([inert]) > iframe')!;
    const range = frame.contentDocument!.createRange();
    range.selectNodeContents(frame.contentDocument!.body);
    const visibleRects = [...range.getClientRects()].filter(
      ({ left, width }) => width > 0 && left >= 0 && left < innerWidth,
    );
    return frame.getBoundingClientRect().top + Math.max(...visibleRects.map(({ bottom }) => bottom));
  });
  // The face of the machine decides how far a line's letters stand from its edges; a line has 27 px.
  expect(Math.abs(rect!.y + rect!.height - end)).toBeLessThan(10);
  expect((await book.position()).page).toBe(2);
});
