import { expect, test } from './support/engine-test.ts';
import { PICTURE, prose, sampleBook } from './support/sample-books.ts';

const THREE = sampleBook([1, 2, 3].map((seed) => ({ name: `c${seed}.xhtml`, body: prose(30, seed) })));

test('the first visible word stays through font changes, and its CFI too', async ({ book }) => {
  await book.open(THREE);
  const before = await book.next(7);
  const [first] = await book.words();
  for (const size of [30, 14, 50, 16]) {
    const after = await book.setFontSize(size);
    expect((await book.words()).join(''), `size ${size}`).toContain(first);
    expect(after.cfi).toBe(before.cfi);
    expect(after.percentage).toBe(before.percentage);
  }
  expect((await book.words())[0]).toBe(first);
});

test('the first visible word stays when the window changes', async ({ book }) => {
  await book.open(THREE);
  await book.next(5);
  const [first] = await book.words();
  for (const [width, height] of [
    [800, 390],
    [320, 600],
    [390, 800],
  ] as const) {
    await book.resize(width, height);
    // Compares letters, because the first word may be the second half of a divided word.
    expect((await book.words()).join('')).toContain(first);
  }
  expect((await book.words())[0]).toBe(first);
});

test('shows two columns side by side when asked, with each page whole', async ({ book }) => {
  await book.page.setViewportSize({ width: 1000, height: 500 });
  const body = prose(14, 4);
  await book.open(sampleBook([{ name: 'c.xhtml', body }]));
  await book.page.evaluate(() => window.harness.reader?.setTheme({ ...window.harness.theme, spread: 'both' }));
  const { pages } = await book.position();
  const letters: string[] = [];
  for (let page = 0; page < pages; page += 1) {
    letters.push(...(await book.words()));
    await book.next();
  }
  expect(letters.join('')).toBe(body.replaceAll(/<[^>]+>|\s+/g, ''));
});

test('a CFI leads back to its page, also from another section and in a new reader', async ({ book }) => {
  await book.open(THREE);
  const place = await book.next(9);
  const words = await book.words();
  await book.goTo('c3.xhtml');
  expect(await book.goTo(place.cfi)).toBe(true);
  expect(await book.words()).toEqual(words);
  await book.open(THREE, { start: place.cfi });
  expect(await book.words()).toEqual(words);
});

test('a turn is reported at once on demand, as by a page that is hidden the next moment', async ({ book }) => {
  await book.open(THREE);
  const before = await book.next(3);
  const [early, late] = await book.page.evaluate(() => {
    const { reader } = window.harness;
    if (!reader) throw new Error('no book is open');
    void reader.next();
    const atOnce = reader.position?.page;
    reader.reportNow();
    return [atOnce, reader.position?.page];
  });
  expect([early, late]).toEqual([before.page, before.page + 1]);
});

test('percentage, location and the current entry of the contents follow the characters', async ({ book }) => {
  await book.open(THREE);
  const total = await book.page.evaluate(() => window.harness.publication?.characters ?? 0);
  const start = await book.position();
  expect([start.percentage, start.location, start.atStart, start.atEnd]).toEqual([0, 0, true, false]);
  expect(await book.goTo('c2.xhtml#h18')).toBe(true);
  const place = await book.position();
  expect([place.tocHref, place.chapterTitle]).toEqual(['c2.xhtml#h18', 'Título 2-18']);
  expect(place.location).toBe(Math.floor((place.percentage * total) / 100 / 1000 + 1e-9));
  await book.goTo({ fraction: 1 });
  const end = await book.position();
  expect(end.atEnd).toBe(true);
  expect(end.page).toBe(end.pages - 1);
});

test('the number of pages left is the chapter’s, which may be many sections or part of one', async ({ book }) => {
  const head = '<meta name="viewport" content="width=400,height=600"/>';
  const sheets = ['<h1>Uno</h1>', '', '', '<h1>Dos</h1>'];
  const drawn = sheets.map((title, index) => ({ name: `p${index}.xhtml`, head, body: `${title}<p>pie</p>` }));
  await book.open(sampleBook(drawn, { fixed: true }));
  const left = [(await book.position()).pagesLeftInChapter];
  for (let page = 1; page < sheets.length; page += 1) left.push((await book.next()).pagesLeftInChapter);
  expect(left.map(({ count, exact }) => (exact ? count : -1))).toEqual([2, 1, 0, 0]);

  const lines = '<p>palabras del capítulo</p>'.repeat(100);
  const body = `<h1 id="a">Uno</h1>${lines}<h1 id="b" style="break-before:page">Dos</h1>${lines}`;
  await book.open(sampleBook([{ name: 'c.xhtml', body }]));
  const { pages, pagesLeftInChapter: start } = await book.position();
  expect(start.exact).toBe(false);
  expect(Math.abs(start.count - (pages / 2 - 1))).toBeLessThanOrEqual(1);
  expect((await book.next(pages / 2 - 1)).pagesLeftInChapter).toEqual({ count: 0, exact: true });
});

test('an unknown address or CFI changes nothing', async ({ book }) => {
  await book.open(THREE);
  const before = await book.next(2);
  for (const nowhere of ['no-such.xhtml', 'epubcfi(/6/98!/4/2)', 'javascript:alert(1)', '']) {
    expect(await book.goTo(nowhere)).toBe(false);
  }
  expect((await book.position()).cfi).toBe(before.cfi);
});

test('a page that holds only a picture has a position of its own', async ({ book }) => {
  const body = `${prose(3, 1)}<p><img id="solo" src="p.png" alt="" style="height:760px;width:300px"/></p>${prose(3, 2)}`;
  await book.open(sampleBook([{ name: 'c.xhtml', body }], { extra: { 'p.png': PICTURE } }));
  await book.page.evaluate(async () => {
    while ((await window.harness.settled()).page < 20 && (await window.harness.reader?.next())) {
      const frame = document.querySelector<HTMLIFrameElement>('#host div:not([inert]) > iframe');
      const box = frame?.contentDocument?.querySelector('#solo')?.getBoundingClientRect();
      if (box && box.left >= 0 && box.right <= innerWidth) break;
    }
  });
  const place = await book.position();
  expect(place.cfi).toContain('[solo]');
  await book.goTo({ fraction: 0 });
  await book.goTo(place.cfi);
  expect((await book.position()).page).toBe(place.page);
});

test.describe('a book of pictures', () => {
  const pictures = (count: number, text = '') =>
    Array.from({ length: count }, (_, index) => ({
      name: `p${index}.xhtml`,
      body: `<div><img src="p.png" alt=""/></div>${text}`,
    }));

  test('counts its pages: never 0 % until the end', async ({ book }) => {
    await book.open(sampleBook(pictures(10), { extra: { 'p.png': PICTURE } }));
    const percentages: number[] = [(await book.position()).percentage];
    for (let page = 1; page < 10; page += 1) percentages.push((await book.next()).percentage);
    expect(percentages).toEqual([0, 10, 20, 30, 40, 50, 60, 70, 80, 90]);
    expect((await book.position()).atEnd).toBe(true);
    await book.goTo({ fraction: 0.55 });
    expect((await book.position()).sectionIndex).toBe(5);
  });

  test('a few words on a page change nothing in that', async ({ book }) => {
    const items = [...pictures(9, '<p>3</p>'), { name: 'fin.xhtml', body: '<p>Colofón de la edición.</p>' }];
    await book.open(sampleBook(items, { extra: { 'p.png': PICTURE } }));
    expect((await book.next(5)).percentage).toBe(50);
  });

  test('many pictures in one file are counted by its pages', async ({ book }) => {
    const body = Array.from({ length: 8 }, () => '<p style="page-break-after:always"><img src="p.png" alt=""/></p>');
    await book.open(sampleBook([{ name: 'a.xhtml', body: body.join('') }], { extra: { 'p.png': PICTURE } }));
    const { pages } = await book.position();
    expect(pages).toBeGreaterThanOrEqual(8);
    expect((await book.next(4)).percentage).toBeCloseTo((4 / pages) * 100);
  });
});

test('the end of a drawn book whose last section is text is the last page of that text', async ({ book }) => {
  const drawn = Array.from({ length: 8 }, (_, index) => ({
    name: `p${index}.xhtml`,
    body: '<div style="width:300px;height:400px">·</div>',
    head: '<meta name="viewport" content="width=300, height=400"/>',
  }));
  const about = {
    name: 'sobre.xhtml',
    body: `<h1>Sobre este libro</h1>${'<p>Notas de la edición.</p>'.repeat(36)}`,
    properties: 'rendition:layout-reflowable',
  };
  await book.open(sampleBook([...drawn, about], { fixed: true }));
  expect(await book.goTo({ fraction: 1 })).toBe(true);
  const end = await book.position();
  expect([end.sectionIndex, end.atEnd]).toEqual([8, true]);
  expect(end.page).toBeGreaterThan(0);
  // Its beginning, as the percentage of that page says it, is its first page.
  const first = await book.prev(end.page);
  expect([first.sectionIndex, first.page]).toEqual([8, 0]);
  await book.goTo({ fraction: 0 });
  await book.goTo({ fraction: first.percentage / 100 });
  const again = await book.position();
  expect([again.sectionIndex, again.page]).toEqual([8, 0]);
});
