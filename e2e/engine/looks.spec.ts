import { RayaTies } from '@cuentos/epub/gate/tie-rayas';
import { type BookPage, expect, test } from './support/engine-test.ts';
import { PICTURE, prose, sampleBook } from './support/sample-books.ts';

const SHOWN = '#host div:not([inert]) > iframe';
const visibleElement = (book: BookPage, selector: string) => book.page.frameLocator(SHOWN).locator(selector);

/** Changes the book's theme and waits until the engine is at rest. */
async function setTheme(book: BookPage, change: object): Promise<void> {
  await book.page.evaluate((given) => window.harness.reader?.setTheme({ ...window.harness.theme, ...given }), change);
  await book.position();
}

test.describe('initials in floats', () => {
  const head = `<style>.drop{float:left;display:block;margin-left:-3em;margin-right:.4em}.drop img{width:110px;height:133px}
.poem{margin-left:1em}.big{float:right;width:280px;height:120px}</style>`;
  const BOOK = sampleBook(
    [
      {
        name: 'a.xhtml',
        head,
        body: `<div class="poem"><div class="drop"><img src="p.png" alt="E"/></div><p>n Santa Gadea de Burgos do juran los hijosdalgo, allí le toma la jura el Cid al rey castellano.</p></div>${prose(3, 1)}
${prose(9, 2)}
<div class="poem"><div class="drop" id="late"><img src="p.png" alt="A"/></div><p>llí le toma la jura.</p></div>`,
      },
      {
        name: 'b.xhtml',
        head,
        body: `<p>Antes.</p><img class="big" src="p.png" alt=""/><p id="beside">Palabras que apenas cabrían al lado de esa imagen tan ancha.</p>`,
      },
    ],
    { extra: { 'p.png': PICTURE } },
  );

  for (const width of [320, 390, 768, 1280]) {
    test(`stay inside the page at ${width}`, async ({ book }) => {
      await book.page.setViewportSize({ width, height: 800 });
      await book.open(BOOK);
      const places = await visibleElement(book, '.drop').evaluateAll((drops) =>
        drops.map((drop) => {
          const { left, right } = drop.getBoundingClientRect();
          const at = left + scrollX;
          return { inside: ((at % innerWidth) + innerWidth) % innerWidth, width: right - left, at };
        }),
      );
      expect(places).toHaveLength(2);
      for (const place of places) {
        expect(place.at).toBeGreaterThanOrEqual(0);
        expect(place.inside + place.width).toBeLessThanOrEqual(width);
      }
    });
  }

  test('a float that would leave a strip of letters beside it has no text beside it', async ({ book }) => {
    await book.open(BOOK);
    const gap = () =>
      visibleElement(book, 'body').evaluate(() => {
        const picture = document.querySelector('.big')!.getBoundingClientRect();
        const range = document.createRange();
        range.selectNodeContents(document.querySelector('#beside')!);
        return range.getClientRects()[0]!.top - picture.bottom;
      });
    await book.goTo('b.xhtml');
    expect(await gap()).toBeGreaterThanOrEqual(-1);
    // A wide page has room for the words beside the picture.
    await book.resize(900, 800);
    expect(await gap()).toBeLessThan(-20);
  });

  test('pictures of letters have no box of their own colour in any theme', async ({ book }) => {
    await book.open(BOOK);
    const look = () =>
      visibleElement(book, '.drop img')
        .first()
        .evaluate((image) => {
          const { mixBlendMode, filter } = getComputedStyle(image);
          return [mixBlendMode, filter];
        });
    expect(await look()).toEqual(['normal', 'none']);
    await setTheme(book, { background: '#F4E1C1', color: '#3B2F20' });
    expect(await look()).toEqual(['multiply', 'none']);
    await setTheme(book, { background: '#121212', color: '#E6E2DA' });
    expect((await look())[0]).toBe('screen');
    expect((await look())[1]).toContain('invert(1)');
    await book.goTo('b.xhtml');
    // Other pictures keep their own colours.
    expect(await visibleElement(book, '.big').evaluate((image) => getComputedStyle(image).mixBlendMode)).toBe('normal');
  });
});

test('links are visible in every theme, whatever the book says', async ({ book }) => {
  const head = '<style>a{text-decoration:none;color:inherit}</style>';
  await book.open(sampleBook([{ name: 'a.xhtml', head, body: `<p>Un <a href="#x">enlace</a>.</p>${prose(3, 1)}` }]));
  for (const [background, color] of [
    ['#FFFFFF', '#000000'],
    ['#F4E1C1', '#3B2F20'],
    ['#121212', '#E6E2DA'],
  ]) {
    await setTheme(book, { background, color });
    expect(await visibleElement(book, 'a').evaluate((link) => getComputedStyle(link).textDecorationLine)).toBe(
      'underline',
    );
  }
});

test('references to notes keep the line grid', async ({ book }) => {
  const head = '<style>.fn{vertical-align:super;font-size:.8em}.deep{vertical-align:sub}</style>';
  const references = [
    '<sup>1</sup>',
    '<a class="fn" href="#n">[2]</a>',
    '<a href="#n"><sup>3</sup></a>',
    '<sub>i</sub>',
  ];
  const body = references
    .map((each) => `<p>Palabra${each} <span class="deep">x</span><br/>otra<br/>línea</p>`)
    .join('');
  await book.open(sampleBook([{ name: 'a.xhtml', head, body }]));
  for (const lineHeight of [1.5, 1]) {
    await setTheme(book, { lineHeight });
    const heights = await visibleElement(book, 'p').evaluateAll((all) =>
      all.map((each) => each.getBoundingClientRect().height),
    );
    expect(heights).toEqual(references.map(() => 3 * 16 * lineHeight));
  }
});

test('a wide formula scrolls instead of becoming too small to read, and a finger on it turns no page', async ({
  book,
}) => {
  const terms = Array.from({ length: 30 }, (_, index) => `<mi>x</mi><mo>+</mo><mn>${index}</mn>`).join('');
  const formula = (display: string) =>
    `<p><math xmlns="http://www.w3.org/1998/Math/MathML"${display}><mrow>${terms}</mrow></math></p>`;
  await book.open(
    sampleBook([{ name: 'a.xhtml', body: `${formula(' display="block"')}${formula('')}${prose(9, 1)}` }]),
  );
  for (const fontSize of [16, 24]) {
    await book.setFontSize(fontSize);
    const looks = await visibleElement(book, 'math').evaluateAll((all) =>
      all.map((math) => {
        const { left, right } = math.getBoundingClientRect();
        math.scrollLeft = 10_000;
        const letter = [...math.querySelectorAll('mi')].at(-1)!;
        const size = Number.parseFloat(getComputedStyle(letter).fontSize);
        const end = letter.nextElementSibling!.nextElementSibling!.getBoundingClientRect().right;
        return { left, right, size, end, scrolled: math.scrollLeft };
      }),
    );
    for (const { left, right, size, end, scrolled } of looks) {
      expect(size).toBeGreaterThanOrEqual(12);
      expect(left).toBeGreaterThanOrEqual(0);
      expect(right).toBeLessThanOrEqual(390);
      // The reader can scroll to the end of the formula.
      expect(scrolled).toBeGreaterThan(0);
      expect(end).toBeLessThanOrEqual(391);
    }
  }
});

test.describe('a comic that is one long strip', () => {
  const strip =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 80 600"><rect width="80" height="600" fill="red"/></svg>';
  const kinds = {
    'pictures in text': [1, 2].map((name) => ({
      name: `p${name}.xhtml`,
      body: `<div><img src="s.svg" alt=""/></div>`,
    })),
    'drawn pages': [1, 2].map((name) => ({
      name: `p${name}.xhtml`,
      head: '<meta name="viewport" content="width=800,height=6000"/>',
      body: '<img src="s.svg" alt="" style="width:800px;height:6000px"/>',
    })),
    'pictures in the spine': [1, 2].map((name) => ({
      name: `p${name}.svg`,
      mediaType: 'image/svg+xml',
      body: `<?xml version="1.0"?>${strip}`,
    })),
  };
  for (const [kind, items] of Object.entries(kinds)) {
    for (const width of [390, 1280]) {
      test(`is as wide as the screen and scrolls, ${kind} at ${width}`, async ({ book }) => {
        await book.page.setViewportSize({ width, height: 800 });
        const rendition = { flow: 'scrolled-continuous' };
        const fixed = kind === 'drawn pages';
        await book.open(sampleBook(items, { extra: { 's.svg': strip }, rendition, fixed }));
        const look = () =>
          book.page.evaluate(() => {
            const frame = document.querySelector<HTMLIFrameElement>('#host div:not([inert]) > iframe')!;
            const inner = frame.contentDocument!;
            const scale = frame.getBoundingClientRect().width / frame.offsetWidth;
            const picture = inner.querySelector('img,svg')!.getBoundingClientRect();
            return {
              left: picture.left * scale,
              width: picture.width * scale,
              height: picture.height * scale,
              top: picture.top * scale,
            };
          });
        await expect.poll(async () => (await look()).width).toBeCloseTo(width, 0);
        const first = await look();
        expect(first.left).toBeCloseTo(0, 0);
        expect(first.height).toBeCloseTo(width * 7.5, -1);
        expect(await book.position()).toMatchObject({ sectionIndex: 0, percentage: 0 });
        await book.next();
        expect((await look()).top).toBeLessThan(-600);
        const { percentage, pages } = await book.position();
        expect(pages).toBeGreaterThan(2);
        expect(percentage).toBeGreaterThan(0);
        // Turns to the section's end, and then to the next section.
        await book.next(pages + 2);
        expect((await book.position()).sectionIndex).toBe(1);
      });
    }
  }

  test('is for pictures only: a text keeps the flow that its reader chose', async ({ book }) => {
    await book.open(sampleBook([{ name: 'a.xhtml', body: prose(20, 1) }], { rendition: { flow: 'scrolled-doc' } }));
    expect(await visibleElement(book, 'html').evaluate((root) => getComputedStyle(root).overflowY)).toBe('hidden');
  });
});

test('a book without spreads has one column, whatever the reader chose for others', async ({ book }) => {
  await book.page.setViewportSize({ width: 1280, height: 800 });
  const columns = () => visibleElement(book, 'html').evaluate((root) => getComputedStyle(root).columnCount);
  const items = [{ name: 'a.xhtml', body: prose(20, 1) }];
  for (const [spread, count] of [
    ['none', '1'],
    ['auto', '2'],
  ] as const) {
    await book.open(sampleBook(items, { rendition: { spread } }));
    await setTheme(book, { spread: 'both' });
    expect(await columns()).toBe(count);
  }
});

test.describe('two drawn pages side by side', () => {
  const head = '<meta name="viewport" content="width=400,height=600"/>';
  const drawn = (properties: readonly string[] = []) =>
    ['uno', 'dos', 'tres', 'cuatro', 'cinco', 'seis'].map((word, index) => ({
      name: `${word}.xhtml`,
      head,
      body: `<p style="margin:280px 100px">${word}</p>`,
      properties: properties[index] ?? '',
    }));
  /** Lists the text of each visible frame with its edges, from left to right. */
  const pages = (book: BookPage) =>
    book.page.locator('#host div:not([inert]) > iframe').evaluateAll((frames) =>
      frames
        .map((frame) => {
          const { left, right } = frame.getBoundingClientRect();
          const words = (frame as HTMLIFrameElement).contentDocument?.body.textContent.trim();
          return { left, text: `${Math.round(left)} ${words} ${Math.round(right)}` };
        })
        .toSorted((a, b) => a.left - b.left)
        .map(({ text }) => text),
    );
  const ALONE = ['373 uno 907'];
  const SECOND = ['107 dos 640', '640 tres 1173'];
  const THIRD = ['107 cuatro 640', '640 cinco 1173'];
  test.beforeEach(async ({ book }) => book.page.setViewportSize({ width: 1280, height: 800 }));

  test('are turned, found and read aloud together on a wide screen', async ({ book }) => {
    await book.open(sampleBook(drawn(), { fixed: true, rendition: { spread: 'landscape' } }));
    expect(await pages(book)).toEqual(ALONE);
    expect((await book.next()).sectionIndex).toBe(1);
    expect(await pages(book)).toEqual(SECOND);
    expect(await book.page.evaluate(() => window.harness.reader?.pageText())).toBe('dos\ntres');
    expect(await book.next()).toMatchObject({ sectionIndex: 3, atEnd: false });
    expect(await pages(book)).toEqual(THIRD);
    expect((await book.next()).atEnd).toBe(true);
    await book.prev();
    expect(await pages(book)).toEqual(THIRD);
    await book.goTo('tres.xhtml');
    expect(await pages(book)).toEqual(SECOND);
    await book.page.mouse.click(1200, 400);
    await expect.poll(() => pages(book)).toEqual(THIRD);
    await book.page.mouse.click(80, 400);
    await expect.poll(() => pages(book)).toEqual(SECOND);
  });

  test('are separated when the screen is turned upright, and side by side again later', async ({ book }) => {
    await book.open(sampleBook(drawn(), { fixed: true, rendition: { spread: 'both' } }));
    await book.goTo('tres.xhtml');
    expect(await pages(book)).toEqual(SECOND);
    await book.page.setViewportSize({ width: 400, height: 800 });
    await expect.poll(() => pages(book)).toEqual(['0 tres 400']);
    expect((await book.next()).sectionIndex).toBe(3);
    await book.prev(2);
    await expect.poll(() => pages(book)).toEqual(['0 dos 400']);
    await book.page.setViewportSize({ width: 1280, height: 800 });
    await expect.poll(() => pages(book)).toEqual(SECOND);
  });

  test('keep the position of the first one, and the focus of the second, when they are turned', async ({ book }) => {
    await book.open(sampleBook(drawn(), { fixed: true, rendition: { spread: 'landscape' } }));
    await book.next();
    expect((await book.prev()).sectionIndex).toBe(0);
    await book.next(2);
    // After turning back the position is that of the page that is read first.
    expect((await book.prev()).sectionIndex).toBe(1);
    expect(await pages(book)).toEqual(SECOND);
    await book.page.frameLocator('#host div:not([inert]) > iframe[title*="3"]').locator('p').click({ force: true });
    await expect.poll(() => pages(book)).toEqual(THIRD);
    expect(await book.page.evaluate(() => document.activeElement?.localName)).toBe('iframe');
  });

  test('are loaded again where only the second one did not arrive', async ({ book }) => {
    await book.open(sampleBook(drawn(), { fixed: true, rendition: { spread: 'landscape' } }));
    const setLine = (isCut: boolean): Promise<void> =>
      book.page.evaluate((cut) => {
        const loader = window.harness.loader as {
          text(path: string): Promise<string>;
          whole?: (path: string) => Promise<string>;
        };
        const whole = (loader.whole ??= loader.text);
        loader.text = (path) => (cut && path.includes('cinco') ? Promise.reject(new Error('offline')) : whole(path));
      }, isCut);
    await setLine(true);
    await book.goTo('cuatro.xhtml');
    const pageTexts = async () => (await pages(book)).map((page) => page.replaceAll(/\d+/g, '').trim());
    expect(await pageTexts()).toEqual(['cuatro', 'Falta esta parte del libro.']);
    expect(await book.page.evaluate(() => window.harness.reader?.retry())).toBe(false);
    await setLine(false);
    expect(await book.page.evaluate(() => window.harness.reader?.retry())).toBe(true);
    expect(await pageTexts()).toEqual(['cuatro', 'cinco']);
  });

  test('take the sides that the book names, from the right in a right-to-left book', async ({ book }) => {
    const sides = ['page-spread-right', 'page-spread-left', 'rendition:page-spread-center'];
    const rendition = { spread: 'landscape' };
    await book.open(sampleBook(drawn(sides), { fixed: true, rendition, direction: 'rtl' }));
    expect(await pages(book)).toEqual(['107 dos 640', '640 uno 1173']);
    await book.next();
    expect(await pages(book)).toEqual(['373 tres 907']);
    await book.next();
    expect(await pages(book)).toEqual(['107 cinco 640', '640 cuatro 1173']);
  });

  test('are shown one by one where the book wants no spreads, or leaves it to a reader who wants one page', async ({
    book,
  }) => {
    for (const [spread, chosen, together] of [
      ['none', 'both', false],
      ['auto', 'none', false],
      ['auto', 'both', true],
    ] as const) {
      await book.open(sampleBook(drawn(), { fixed: true, rendition: { spread } }));
      await setTheme(book, { spread: chosen });
      await book.next();
      await expect.poll(() => pages(book)).toEqual(together ? SECOND : ['373 dos 907']);
    }
  });
});

test('no line begins with a closing dash, and none ends with an opening dash', async ({ book }) => {
  const speech = '—¿Y el tornillo? —preguntó Mateo—. Es de otra máquina —dijo el padre— y no sirve. ';
  const tied = new RayaTies().tie(speech.repeat(6));
  const body = `<p id="tied">${tied}</p><p id="untied">${speech.repeat(6)}</p>`;
  await book.open(sampleBook([{ name: 'a.xhtml', body }]));
  const torn = { tied: 0, untied: 0 };
  for (let width = 320; width <= 400; width += 16) {
    await book.resize(width, 800);
    for (const id of ['tied', 'untied'] as const) torn[id] += await tornRayas(book, id);
  }
  expect(torn.tied).toBe(0);
  expect(torn.untied, 'they would be').toBeGreaterThan(0);
});

/** Counts the dashes of a paragraph that stand on another line than the letter beside them, without a space between. */
async function tornRayas(book: BookPage, id: string): Promise<number> {
  return visibleElement(book, `#${id}`).evaluate((paragraph) => {
    const node = paragraph.firstChild as Text;
    const topOf = (at: number): number => {
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + 1);
      return range.getBoundingClientRect().top;
    };
    const isTorn = (one: number, other: number) => Math.abs(topOf(one) - topOf(other)) > 4;
    const closing = [...node.data.matchAll(/[^\s\u2060](?=\u2060?—)/g)].map(({ index }) => index);
    const opening = [...node.data.matchAll(/(?<=(?:^|\s)—\u2060?)[^\s\u2060]/g)].map(({ index }) => index);
    const rayaAfter = (at: number): number => node.data.indexOf('—', at);
    const rayaBefore = (at: number): number => node.data.lastIndexOf('—', at);
    return (
      closing.filter((at) => isTorn(at, rayaAfter(at))).length +
      opening.filter((at) => isTorn(at, rayaBefore(at))).length
    );
  });
}
