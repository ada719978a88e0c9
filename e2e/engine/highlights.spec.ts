import type { ReaderHighlight, ReaderTheme } from '@cuentos/epub/render/reader-types';
import { type BookPage, expect, test } from './support/engine-test.ts';
import { paintOnPage } from './support/paint.ts';
import { prose, sampleBook } from './support/sample-books.ts';

/** One block of each kind that a highlight may cross. */
const BLOCKS = `<h1 id="t">El título</h1><p id="a">Primer párrafo con <em>énfasis</em> en medio y un final.</p>
<p id="b">Segundo párrafo, que sigue <b>al</b> primero.</p><h2 id="h">Un subtítulo</h2>
<ul id="l"><li>uno</li><li>dos <i>y</i> medio</li><li>tres</li></ul>
<div id="poem"><div>Verde que te quiero verde,</div><div>verde viento, verdes ramas.</div>El barco sobre la mar<br/>y el caballo en la montaña.</div>
<table id="tab"><tr><td>celda una</td><td>celda dos</td></tr><tr><td>celda tres</td><td>celda cuatro</td></tr></table>
<blockquote id="q"><p>Una cita</p></blockquote>${prose(12, 1)}<p id="z">fin del capítulo</p>`;
const BOOK = sampleBook([
  { name: 'a.xhtml', body: BLOCKS },
  { name: 'b.xhtml', body: prose(6, 2) },
]);

/** Ranges of each kind that a reader may highlight, from a character of one element to a character of another. */
const RANGES = [
  ['#a', 7, '#b', 9],
  ['#h', 3, '#l', 12],
  ['#poem', 6, '#tab', 30],
  ['#q', 0, '#h0 + p', 60],
] as const;
const LONG = ['#h0 + p', 80, '#z', 5] as const;

/** Returns the CFIs of ranges given by characters of two elements. */
function cfisOf(book: BookPage, ranges: readonly (readonly [string, number, string, number])[]): Promise<string[]> {
  return book.page.evaluate((wanted) => {
    const inner = document.querySelector<HTMLIFrameElement>('#host div:not([inert]) > iframe')!.contentDocument!;
    const place = (selector: string, characters: number): [Text, number] => {
      const walker = inner.createTreeWalker(inner.querySelector(selector)!, NodeFilter.SHOW_TEXT);
      let left = characters;
      let node = walker.nextNode() as Text;
      while (left > node.data.length) {
        left -= node.data.length;
        node = walker.nextNode() as Text;
      }
      return [node, left];
    };
    return wanted.map(([from, start, to, end]) => {
      const range = inner.createRange();
      range.setStart(...place(from, start));
      range.setEnd(...place(to, end));
      return window.harness.reader!.cfiOf(0, range)!;
    });
  }, ranges);
}

async function setHighlights(book: BookPage, cfis: readonly string[], color = 'yellow', note = false): Promise<void> {
  const list = cfis.map((cfi, index): ReaderHighlight => ({ id: `h${index}`, cfi, color, note }));
  await book.page.evaluate((highlights) => window.harness.reader?.highlights.set(highlights), list);
}

/** Walks the section from its beginning and compares each page's pixels with the ranges. */
async function expectWhole(book: BookPage, cfis: readonly string[], colour: string, what: string): Promise<void> {
  await book.goTo('a.xhtml');
  let inside = 0;
  for (let isThere = true; isThere;) {
    const report = await paintOnPage(book, cfis, colour);
    expect(report.bare, `${what}: bare characters`).toEqual([]);
    expect(report.stray, `${what}: painted too far`).toEqual([]);
    ({ inside } = { inside: inside + report.inside });
    isThere = await book.page.evaluate(async () => (await window.harness.nextReport())?.sectionIndex === 0);
  }
  expect(inside, what).toBeGreaterThan(150);
}

function setTheme(book: BookPage, theme: Partial<ReaderTheme>): Promise<unknown> {
  return book.page.evaluate((changes) => {
    window.harness.reader?.setTheme({ ...window.harness.theme, ...changes });
    return window.harness.settled();
  }, theme);
}

for (const browser of ['paints', 'does not paint'] as const) {
  test.describe(() => {
    test.use({ ownPage: browser === 'does not paint' });

    test(`painted completely over every kind of block and a page turn; the browser ${browser} ranges itself`, async ({
      book,
    }) => {
      test.setTimeout(240_000);
      if (browser === 'does not paint') {
        await book.page.addInitScript(() => Object.defineProperty(window.CSS, 'highlights', { value: undefined }));
      }
      await book.open(BOOK);
      const isNative = await book.page.evaluate(() => 'highlights' in CSS && CSS.highlights !== undefined);
      expect(isNative).toBe(browser === 'paints');
      const cfis = await cfisOf(book, [...RANGES, LONG]);
      await setHighlights(book, cfis);
      await expectWhole(book, cfis, '#FFE680', 'as opened');
      await setTheme(book, { fontSize: 30 });
      await expectWhole(book, cfis, '#FFE680', 'size 30');
      const dark = { background: '#121212', color: '#E0E0E0', highlightColors: { yellow: '#5A4A00' } };
      await setTheme(book, dark);
      await expectWhole(book, cfis, '#5A4A00', 'dark theme');
      await setTheme(book, { ...dark, flow: 'scrolled-doc' });
      await expectWhole(book, cfis, '#5A4A00', 'scrolled');
      await setTheme(book, {});
      await book.resize(800, 500);
      await expectWhole(book, cfis, '#FFE680', 'another width');
      await setTheme(book, { spread: 'both', lineHeight: 2 });
      await expectWhole(book, cfis, '#FFE680', 'two columns');
      expect(book.problems).toEqual([]);
    });
  });
}

test('the size of 50 keeps the highlights in place', async ({ book }) => {
  test.setTimeout(120_000);
  await book.open(BOOK);
  const cfis = await cfisOf(book, RANGES);
  await setHighlights(book, cfis, 'green');
  await setTheme(book, { fontSize: 50 });
  await expectWhole(book, cfis, '#BFE8B4', 'size 50');
});

test('added, recoloured and deleted one by one; the body and the CFIs stay unchanged', async ({ book }) => {
  await book.open(BOOK);
  const before = await book.page.frameLocator('#host div:not([inert]) > iframe').locator('body').innerHTML();
  const [first, second] = (await cfisOf(book, RANGES)) as [string, string];
  const act = (work: (list: { first: string; second: string }) => void): Promise<void> =>
    book.page.evaluate(work, { first, second });
  await act(({ first: cfi }) => window.harness.reader?.highlights.add({ id: 'x', cfi, color: 'blue', note: true }));
  expect((await paintOnPage(book, [first], '#B8DAF8')).bare).toEqual([]);
  await act(({ first: cfi }) => window.harness.reader?.highlights.update({ id: 'x', cfi, color: 'nada', note: false }));
  expect((await paintOnPage(book, [first], '#B8DAF8')).bare.length).toBeGreaterThan(10);
  expect((await paintOnPage(book, [first], '#FFE680')).bare, 'an unknown colour is yellow').toEqual([]);
  await act(({ second: cfi }) => window.harness.reader?.highlights.add({ id: 'y', cfi, color: 'pink', note: false }));
  await act(() => window.harness.reader?.highlights.remove('x'));
  expect((await paintOnPage(book, [], '#FFE680')).stray).toEqual([]);
  expect((await paintOnPage(book, [second], '#F9C6DC')).bare).toEqual([]);
  expect(await book.page.frameLocator('#host div:not([inert]) > iframe').locator('body').innerHTML()).toBe(before);
  expect(await cfisOf(book, RANGES)).toEqual(expect.arrayContaining([first, second]));
});

test('a tap on a highlight or its note mark reports it, and turns no page', async ({ book }) => {
  await book.open(BOOK);
  const cfis = await cfisOf(book, RANGES);
  await setHighlights(book, cfis, 'yellow', true);
  await book.position();
  const boxes = await book.page.evaluate((cfi) => {
    const { range } = window.harness.reader!.rangeOf(cfi)!;
    const rects = [...range.getClientRects()];
    const layer = range.startContainer.ownerDocument!.querySelectorAll('[data-reader-layer] svg');
    return {
      first: rects[0]!.toJSON() as DOMRect,
      marks: [...layer].map((mark) => mark.getBoundingClientRect().toJSON() as DOMRect),
    };
  }, cfis[0]!);
  expect(boxes.marks.length).toBeGreaterThan(1);
  // The note's mark fills the margin.
  expect(boxes.marks.map(({ width, height }) => [width, height])).toEqual(boxes.marks.map(() => [9, 9]));
  await book.page.mouse.click(boxes.first.x + 20, boxes.first.y + 8);
  const mark = boxes.marks[1]!;
  await book.page.mouse.click(mark.x + mark.width / 2, mark.y + mark.height / 2);
  const taps = await book.page.evaluate(() =>
    window.harness.events
      .filter(({ name }) => name === 'highlight-tap')
      .map(({ detail }) => detail as { id: string; rect: DOMRect }),
  );
  expect(taps.map(({ id }) => id)).toEqual(['h0', 'h1']);
  expect(taps[0]!.rect.width).toBeGreaterThan(50);
  expect((await book.position()).page).toBe(0);
  // A tap beside text and marks turns the page.
  const free = [...Array(70).keys()].map((step) => 60 + step * 10);
  const y = free.find((each) => boxes.marks.every(({ x, top }) => x > 390 || Math.abs(top - each) > 30))!;
  await book.page.mouse.click(385, y);
  expect((await book.position()).page).toBe(1);
});

for (const [width, margin, size, spread] of [
  [390, 10, 9, 'none'],
  [390, 24, 16, 'none'],
  [1280, 80, 16, 'both'],
] as const) {
  test(`note marks are in the margin of ${margin} px at ${width}, over no word and no other mark`, async ({ book }) => {
    await book.page.setViewportSize({ width, height: 800 });
    await book.open(BOOK);
    await book.page.evaluate((given) => window.harness.reader?.setTheme({ ...window.harness.theme, ...given }), {
      marginLeft: margin,
      marginRight: margin,
      spread,
    });
    await book.position();
    await setHighlights(book, await cfisOf(book, RANGES), 'yellow', true);
    await book.position();
    const paints = await book.page.evaluate(() => {
      const inner = document.querySelector<HTMLIFrameElement>('#host div:not([inert]) > iframe')!.contentDocument!;
      const range = inner.createRange();
      const texts: DOMRect[] = [];
      const walker = inner.createTreeWalker(inner.body, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        range.selectNodeContents(node);
        texts.push(...range.getClientRects());
      }
      const marks = [...inner.querySelectorAll('[data-reader-layer] svg')].map((mark) => mark.getBoundingClientRect());
      const meet = (a: DOMRect, b: DOMRect): boolean =>
        a.left < b.right - 0.5 && b.left < a.right - 0.5 && a.top < b.bottom - 0.5 && b.top < a.bottom - 0.5;
      return {
        sizes: [...new Set(marks.map((mark) => mark.width))],
        covered: marks.filter((mark) => texts.some((each) => each.width > 0 && meet(mark, each))).length,
        crossed: marks.filter((mark, index) => marks.some((other, at) => at !== index && meet(mark, other))).length,
        count: marks.length,
      };
    });
    expect(paints).toEqual({ sizes: [size], covered: 0, crossed: 0, count: RANGES.length });
  });
}

test('a section paints its highlights when it loads, and ignores a highlight without a place', async ({ book }) => {
  await book.open(BOOK, { start: 'b.xhtml' });
  await book.goTo('a.xhtml');
  const cfis = await cfisOf(book, RANGES);
  await book.open(BOOK, { start: 'b.xhtml' });
  await setHighlights(book, [...cfis, 'epubcfi(/6/2!/4/98,/1:0,/1:4)', 'epubcfi(/6/40!/4/2,/1:0,/1:4)', 'nada']);
  await book.goTo('a.xhtml');
  expect((await paintOnPage(book, cfis, '#FFE680')).bare).toEqual([]);
  expect(book.problems).toEqual([]);
});
