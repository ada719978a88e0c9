import { expect, test } from './support/engine-test.ts';
import { PICTURE, prose, sampleBook } from './support/sample-books.ts';

/** Asks something of the document on the shown page. */
const SHOWN = '#host div:not([inert]) > iframe';

test('turning crosses chapters both ways and skips sections that are not linear', async ({ book }) => {
  await book.open(
    sampleBook([
      { name: 'a.xhtml', body: '<p>uno</p>' },
      { name: 'nota.xhtml', body: '<p>nota</p>', linear: false },
      { name: 'b.xhtml', body: '<p>dos</p>' },
    ]),
  );
  expect((await book.next()).sectionIndex).toBe(2);
  expect(await book.words()).toEqual(['dos']);
  expect((await book.position()).atEnd).toBe(true);
  expect((await book.prev()).sectionIndex).toBe(0);
  expect(await book.goTo('nota.xhtml')).toBe(true);
  expect(await book.words()).toEqual(['nota']);
  expect((await book.next()).sectionIndex).toBe(2);
});

test.describe('on a page whose pictures load slowly', () => {
  test.use({ ownPage: true });

  test('turns made while the next section still waits for its pictures are kept', async ({ book }) => {
    await book.page.addInitScript(() => {
      HTMLImageElement.prototype.decode = () => {
        top?.dispatchEvent(new Event('decoding'));
        return new Promise((resolve) => setTimeout(resolve, 100));
      };
    });
    await book.open(
      sampleBook(
        [
          { name: 'a.xhtml', body: '<p>uno</p>' },
          { name: 'b.xhtml', body: '<p>dos</p>' },
          { name: 'c.xhtml', body: `<p><img src="p.png" alt=""/></p>${prose(40, 4)}` },
        ],
        { extra: { 'p.png': PICTURE } },
      ),
    );
    await book.page.evaluate(async () => {
      const { reader } = window.harness;
      // At this event the section has its layout, and the engine is not at rest yet.
      const laidOut = new Promise((resolve) => window.addEventListener('decoding', resolve, { once: true }));
      await reader?.next();
      await laidOut;
      await Promise.all([reader?.next(), reader?.next()]);
      // An event that undoes the turns would come within 150 ms, the time limit of an opening.
      await new Promise((resolve) => setTimeout(resolve, 300));
    });
    expect(await book.position()).toMatchObject({ sectionIndex: 2, page: 1 });
    const scrolled = book.page.frameLocator(SHOWN).locator(':root');
    expect(await scrolled.evaluate(({ scrollLeft, clientWidth }) => scrollLeft / clientWidth)).toBe(1);
  });
});

test('pictures and drawings in the spine are pages', async ({ book }) => {
  await book.open(
    sampleBook([
      { name: 'cover.png', mediaType: 'image/png', body: PICTURE },
      {
        name: 'dibujo.svg',
        mediaType: 'image/svg+xml',
        body: '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><rect width="10" height="10"/></svg>',
      },
      { name: 'a.xhtml', body: '<p>fin</p>' },
    ]),
  );
  const image = book.page.frameLocator(SHOWN).locator('img');
  await expect(image).toBeVisible();
  expect(await image.evaluate((element) => (element as HTMLImageElement).naturalWidth)).toBe(40);
  expect((await book.next()).sectionIndex).toBe(1);
  await expect(book.page.frameLocator(SHOWN).locator('svg')).toBeVisible();
  expect((await book.next()).sectionIndex).toBe(2);
  expect((await book.prev(2)).sectionIndex).toBe(0);
});

test('sound and film load when their page is shown, not before', async ({ book }) => {
  await book.open(
    sampleBook(
      [
        {
          name: 'a.xhtml',
          body: `${prose(40, 4)}<p id="aqui"><audio controls="controls"><source src="silencio.wav" type="audio/wav"/></audio></p>
<p><video controls="controls" width="200" height="100" src="silencio.wav"></video></p>`,
        },
      ],
      { extra: { 'silencio.wav': silence() } },
    ),
  );
  const players = book.page.frameLocator(SHOWN).locator('audio,video');
  const states = () =>
    players.evaluateAll((all) =>
      (all as HTMLMediaElement[]).map(({ currentSrc, duration }) => [currentSrc.split(':')[0], duration > 0]),
    );
  expect(await states()).toEqual([
    ['', false],
    ['', false],
  ]);
  expect(await book.page.evaluate(() => window.harness.blobs.size)).toBe(0);
  await book.goTo('a.xhtml#aqui');
  await expect.poll(states).toEqual([
    ['blob', true],
    ['blob', true],
  ]);
  // The file has one blob URL, which is revoked when the book is closed.
  expect(await book.page.evaluate(() => window.harness.blobs.size)).toBe(1);
  await book.page.evaluate(() => window.harness.reader?.destroy());
  await expect.poll(() => book.page.evaluate(() => window.harness.blobs.size)).toBe(0);
});

/** Makes a tenth of a second of silent sound. */
function silence(): Uint8Array {
  const bytes = new Uint8Array(844).fill(128);
  const view = new DataView(bytes.buffer);
  const write = (at: number, text: string) => bytes.set(new TextEncoder().encode(text), at);
  write(0, 'RIFF');
  view.setUint32(4, 836, true);
  write(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, 8000, true);
  view.setUint32(28, 8000, true);
  view.setUint16(32, 1, true);
  view.setUint16(34, 8, true);
  write(36, 'data');
  view.setUint32(40, 800, true);
  return bytes;
}

test('an absent section shows the gap and the book continues', async ({ book }) => {
  await book.open(
    sampleBook([
      { name: 'a.xhtml', body: '<p>uno</p>' },
      { name: 'b.xhtml', body: null },
      { name: 'c.xhtml', body: '<p>tres</p>' },
    ]),
  );
  await book.next();
  expect((await book.words()).join(' ')).toBe('Falta esta parte del libro.');
  const faults = await book.page.evaluate(() => window.harness.events.filter(({ name }) => name === 'error').length);
  expect(faults).toBeGreaterThan(0);
  await book.next();
  expect(await book.words()).toEqual(['tres']);
});

test('a document that is not well-formed is shown nevertheless', async ({ book }) => {
  await book.open(sampleBook([{ name: 'a.xhtml', body: '<p>uno <b>dos</p><p>tres &nbsp;</p>' }]));
  expect(await book.words()).toEqual(['uno', 'dos', 'tres']);
});

test('a pre-paginated page is scaled to fit', async ({ book }) => {
  await book.open(
    sampleBook(
      [
        {
          name: 'a.xhtml',
          head: '<meta name="viewport" content="width=1000, height=1000"/>',
          body: '<div style="position:absolute;left:900px;top:900px">x</div>',
        },
      ],
      { fixed: true },
    ),
  );
  const box = await book.page.locator(SHOWN).boundingBox();
  expect(box?.width).toBeCloseTo(390, 0);
  expect(box?.height).toBeCloseTo(390, 0);
  expect(box?.y).toBeCloseTo(205, 0);
});

test('a right-to-left book turns in the other direction', async ({ book }) => {
  const body = prose(20, 3);
  await book.open(
    sampleBook(
      [
        { name: 'a.xhtml', root: 'dir="rtl"', body },
        { name: 'b.xhtml', root: 'dir="rtl"', body: '<p>fin</p>' },
      ],
      { direction: 'rtl' },
    ),
  );
  const letters = [...(await book.words())];
  await book.page.keyboard.press('ArrowLeft');
  expect((await book.position()).page).toBe(1);
  await book.page.keyboard.press('ArrowRight');
  expect((await book.position()).page).toBe(0);
  for (let place = await book.next(); place.sectionIndex === 0; place = await book.next())
    letters.push(...(await book.words()));
  expect(letters.join('')).toBe(body.replaceAll(/<[^>]+>|\s+/g, ''));
  expect(await book.words()).toEqual(['fin']);
});

test('large pictures, tables and code stay inside their page', async ({ book }) => {
  const body = `<p>a</p><p><img src="p.png" alt="" width="3000" height="4000"/></p>
<pre>${'x'.repeat(200)} ${'y'.repeat(300)}</pre><p>z</p>`;
  await book.open(sampleBook([{ name: 'a.xhtml', body }], { extra: { 'p.png': PICTURE } }));
  const overflows = await book.page
    .frameLocator(SHOWN)
    .locator('body')
    .evaluate(
      (element) =>
        [...element.querySelectorAll('img,pre')].flatMap((each) =>
          [...each.getClientRects()].filter(
            ({ left, width, height }) => width > 370.5 || height > 800.5 || ((left % 390) + 390) % 390 < 9.5,
          ),
        ).length,
    );
  expect(overflows).toBe(0);
});

for (const [what, open, item, close] of [
  ['list', '<ol>', (text: string) => `<li>${text}</li>`, '</ol>'],
  ['table', '<table><tbody>', (text: string) => `<tr><td>${text}</td><td>b</td></tr>`, '</tbody></table>'],
  ['glossary', '<dl>', (text: string) => `<dt>a</dt><dd>${text}</dd>`, '</dl>'],
] as const) {
  test(`one ${what} of 2 MB is laid out in slices, and opens at any position`, async ({ book }) => {
    test.setTimeout(120_000);
    const text = 'palabras '.repeat(100);
    const items = Array.from({ length: 2300 }, (_, index) => item(`n${index} ${text}`));
    await book.open(sampleBook([{ name: 'a.xhtml', body: open + items.join('') + close }]));
    expect(await book.position()).toMatchObject({ exact: false, page: 0 });
    expect(await book.goTo({ fraction: 0.5 })).toBe(true);
    const frame = book.page.frameLocator(SHOWN);
    const rowFacts = await frame.locator('body').evaluate((body) => {
      const rows = [...body.querySelectorAll('li,tr,dd')].filter((each) => each.getClientRects().length > 0);
      return {
        count: rows.length,
        first: rows[0]?.getAttribute('value'),
        name: /^n(\d+)/.exec(rows[0]?.textContent ?? '')?.[1],
      };
    });
    expect(rowFacts.count).toBeLessThan(300);
    if (what === 'list') expect(Number(rowFacts.first)).toBe(Number(rowFacts.name) + 1);
    const words = await book.words();
    await book.next(2);
    expect((await book.prev(2)).percentage).toBeGreaterThan(48);
    expect(await book.words()).toEqual(words);
  });
}

test('a stylesheet of the book applies, with its imports, and its sizes follow the reader’s text size', async ({
  book,
}) => {
  await book.open(
    sampleBook(
      [
        {
          name: 'a.xhtml',
          head: '<link rel="stylesheet" href="a.css"/>',
          body: '<p class="n">uno</p><p class="i" style="font-size:8pt">dos</p>',
        },
      ],
      {
        extra: {
          'a.css': '@import "b.css"; .n{font-size:32px;color:rgb(1,2,3)}',
          'b.css': '.i{font-style:italic;background:url(p.png)}',
          'p.png': PICTURE,
        },
      },
    ),
  );
  const style = (selector: string): Promise<string[]> =>
    book.page
      .frameLocator(SHOWN)
      .locator(selector)
      .evaluate((element) => {
        const { fontSize, fontStyle, color, backgroundImage } = getComputedStyle(element);
        return [fontSize, fontStyle, color, backgroundImage.slice(0, 9)];
      });
  expect(await style('.n')).toEqual(['32px', 'normal', 'rgb(1, 2, 3)', 'none']);
  expect(await style('.i')).toEqual(['10.6672px', 'italic', 'rgb(0, 0, 0)', 'url("blob']);
  await book.setFontSize(24);
  expect((await style('.n'))[0]).toBe('48px');
});

test('destroying the reader leaves no frames and no blob URLs', async ({ book }) => {
  await book.open(
    sampleBook(
      [1, 2, 3].map((seed) => ({
        name: `c${seed}.xhtml`,
        head: '<link rel="stylesheet" href="a.css"/>',
        body: `<p><img src="p.png" alt=""/></p>${prose(6, seed)}`,
      })),
      { extra: { 'a.css': 'p{background:url(q.png)}', 'p.png': PICTURE, 'q.png': PICTURE } },
    ),
  );
  await book.next(6);
  const alive = await book.page.evaluate(() => window.harness.blobs.size);
  expect(alive).toBeGreaterThan(0);
  await book.page.evaluate(() => window.harness.reader?.destroy());
  await expect.poll(() => book.page.evaluate(() => window.harness.blobs.size)).toBe(0);
  expect(await book.page.evaluate(() => document.querySelector('#host')?.childElementCount)).toBe(0);
});

test('a section that did not arrive can be loaded again', async ({ book }) => {
  const short = ['a', 'b', 'c', 'd'].map((name) => ({ name: `${name}.xhtml`, body: `<p>${name}</p>` }));
  const far = ['e', 'f', 'far'].map((name) => ({ name: `${name}.xhtml`, body: prose(30, 7) }));
  await book.open(sampleBook([...short, ...far]));
  const setLine = (isCut: boolean): Promise<void> =>
    book.page.evaluate((cut) => {
      const loader = window.harness.loader as {
        text(path: string): Promise<string>;
        whole?: (path: string) => Promise<string>;
      };
      loader.whole ??= loader.text;
      loader.text = cut ? () => Promise.reject(new Error('offline')) : loader.whole;
    }, isCut);
  await setLine(true);
  await book.goTo('d.xhtml');
  expect((await book.words()).join(' ')).toBe('Falta esta parte del libro.');
  expect(await book.page.evaluate(() => window.harness.reader?.retry())).toBe(false);
  await setLine(false);
  expect(await book.page.evaluate(() => window.harness.reader?.retry())).toBe(true);
  expect(await book.words()).toEqual(['d']);
  await book.prev();
  expect(await book.words()).toEqual(['c']);
  // The chapter opens at the target of the jump, not at its beginning.
  await setLine(true);
  await book.goTo('far.xhtml#h18');
  expect((await book.words()).join(' ')).toBe('Falta esta parte del libro.');
  await setLine(false);
  expect(await book.page.evaluate(() => window.harness.reader?.retry())).toBe(true);
  expect((await book.words()).join(' ')).toContain('Título 7-18');
});

test.describe('on a page whose pictures load slowly', () => {
  test.use({ ownPage: true });

  test('a picture that is loading leaves its place empty, instead of showing a broken one', async ({ book }) => {
    await book.page.addInitScript(() => {
      HTMLImageElement.prototype.decode = () =>
        new Promise((resolve) => top?.addEventListener('arrived', () => resolve(), { once: true }));
    });
    const body = '<p>uno</p><p><img src="p.png" alt="Portada"/></p>';
    await book.open(sampleBook([{ name: 'a.xhtml', body }], { extra: { 'p.png': PICTURE } }));
    const picture = book.page.frameLocator(SHOWN).locator('img');
    await expect(picture).toBeHidden();
    await book.page.evaluate(() => dispatchEvent(new Event('arrived')));
    await expect(picture).toBeVisible();
  });
});

test('a link to a hidden element leads to the words after it', async ({ book }) => {
  const hidden = '<div style="display:none"><p id="x">oculto</p></div><p>siguiente</p>';
  await book.open(sampleBook([{ name: 'a.xhtml', body: `${prose(30, 1)}${hidden}${prose(30, 2)}` }]));
  await book.goTo('a.xhtml#x');
  expect(await book.words()).toContain('siguiente');
});
