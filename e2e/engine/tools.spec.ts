import type { Footnote } from '@cuentos/epub/render/tools/footnote';
import { type BookPage, expect, test } from './support/engine-test.ts';
import { PICTURE, prose, sampleBook } from './support/sample-books.ts';

const SHOWN = '#host div:not([inert]) > iframe';

test.describe('search', () => {
  const BOOK = sampleBook([
    { name: 'a.xhtml', body: `<h1>El año</h1><p>Un <i>cari</i>ño largo; el ano no cuenta.</p>${prose(10, 1)}` },
    { name: 'nota.xhtml', body: '<p>cariño fuera de orden</p>', linear: false },
    { name: 'b.xhtml', body: `<p>antes</p><h2 id="dos">Segundo</h2><p>CARIÑO en\n  la   CIUDAD</p>` },
  ]);

  function search(
    book: BookPage,
    query: string,
  ): Promise<{ text: string; match: string; title: string | null; found: string }[]> {
    return book.page.evaluate(async (wanted) => {
      const reader = window.harness.reader!;
      const results = [];
      for await (const { matches } of reader.search(wanted)) {
        for (const { cfi, before, match, after, chapterTitle } of matches) {
          await reader.goTo(cfi);
          const rangeText = reader.rangeOf(cfi)!.range.toString();
          results.push({ text: before + match + after, match, title: chapterTitle, found: rangeText });
        }
      }
      return results;
    }, query);
  }

  test('finds across inline elements and white space, ignores accents and case, distinguishes ñ', async ({ book }) => {
    await book.open(BOOK);
    const autumn = await search(book, 'cariño');
    expect(autumn.map(({ match, title }) => [match, title])).toEqual([
      ['cariño', 'El año'],
      ['CARIÑO', 'Segundo'],
    ]);
    expect(autumn.map(({ found }) => found)).toEqual(['cariño', 'CARIÑO']);
    expect((await search(book, 'ano')).map(({ match }) => match)).toEqual(['ano']);
    expect((await search(book, 'cariño en la ciudad')).map(({ match }) => match)).toEqual(['CARIÑO en la CIUDAD']);
    expect(await search(book, 'carino')).toEqual([]);
    expect(await search(book, '   ')).toEqual([]);
    for (const { text } of autumn) expect(text.length).toBeLessThanOrEqual(150);
  });

  test('ends when it is cancelled', async ({ book }) => {
    await book.open(BOOK);
    const abortFacts = await book.page.evaluate(async () => {
      const stop = new AbortController();
      let sections = 0;
      for await (const _ of window.harness.reader!.search('o', { signal: stop.signal })) {
        sections += 1;
        stop.abort();
      }
      return sections;
    });
    expect(abortFacts).toBe(1);
  });

  test('a part of 1 MB is searched in less than a second, once its text is known', async ({ book }) => {
    test.setTimeout(120_000);
    await book.open(
      sampleBook(Array.from({ length: 20 }, (_, index) => ({ name: `c${index}.xhtml`, body: prose(75, index) }))),
    );
    const times = await book.page.evaluate(async () => {
      const run = async (query: string): Promise<{ ms: number; found: number }> => {
        const start = performance.now();
        let matchCount = 0;
        for await (const { matches } of window.harness.reader!.search(query)) matchCount += matches.length;
        return { ms: performance.now() - start, found: matchCount };
      };
      return [
        window.harness.publication!.characters,
        await run('otono7'),
        await run('paralelepipedo3-4'),
        await run('ñ'),
      ] as const;
    });
    console.log(`${times[0]} characters: first ${JSON.stringify(times[1])}, then ${JSON.stringify(times.slice(2))}`);
    expect(times[0]).toBeGreaterThan(900_000);
    expect(times[2].found).toBeGreaterThan(0);
    expect(times[3].found).toBe(1000);
  });
});

test.describe('notes', () => {
  const NOTES = `<aside epub:type="footnote" id="n1"><p>1. <em>Nota</em> con <script>top.ran=1</script><a href="https://x.example/">enlace</a>. <a href="a.xhtml#r1">↩</a></p><p>Segundo párrafo.</p></aside>
<ol><li id="n2">De la lista. <a href="a.xhtml#r2">volver</a></li></ol><p id="solo">Sin regreso.</p>`;
  const BOOK = sampleBook([
    {
      name: 'a.xhtml',
      root: 'xmlns:epub="http://www.idpf.org/2007/ops"',
      body: `<p>Texto<a epub:type="noteref" id="r1" href="n.xhtml#n1">1</a>, más<sup><a id="r2" href="n.xhtml#n2">2</a></sup>,
<sup><a id="r3" href="n.xhtml#solo">3</a></sup> y <a id="r4" href="#aqui">[4]</a>.</p><p id="aqui">Aquí <a href="#r4">[4]</a></p>${prose(20, 1)}`,
    },
    { name: 'n.xhtml', root: 'xmlns:epub="http://www.idpf.org/2007/ops"', body: NOTES },
  ]);

  async function tap(book: BookPage, id: string): Promise<Footnote[]> {
    await book.page.evaluate(() => {
      window.harness.events.length = 0;
      window.harness.record('footnote');
    });
    await book.page.frameLocator(SHOWN).locator(id).click();
    await book.position();
    return book.page.evaluate(() =>
      window.harness.events.filter(({ name }) => name === 'footnote').map(({ detail }) => detail as Footnote),
    );
  }

  test('a reference opens its note as plain text and stays on its page', async ({ book }) => {
    await book.open(BOOK);
    const [note] = await tap(book, '#r1');
    expect(note).toEqual({
      href: 'n.xhtml#n1',
      label: '1',
      backHref: 'a.xhtml#r1',
      blocks: [
        {
          kind: 'paragraph',
          runs: [
            { text: '1. ', emphasis: false, strong: false, href: null },
            { text: 'Nota', emphasis: true, strong: false, href: null },
            { text: ' con ', emphasis: false, strong: false, href: null },
            { text: 'enlace', emphasis: false, strong: false, href: 'https://x.example/' },
            { text: '.', emphasis: false, strong: false, href: null },
          ],
        },
        { kind: 'paragraph', runs: [{ text: 'Segundo párrafo.', emphasis: false, strong: false, href: null }] },
      ],
    });
    expect((await book.position()).sectionIndex).toBe(0);
  });

  test('a link in the shape of a reference is one when the note links back', async ({ book }) => {
    await book.open(BOOK);
    expect(await tap(book, '#r2')).toMatchObject([
      { href: 'n.xhtml#n2', blocks: [{ kind: 'item', runs: [{ text: 'De la lista.' }] }] },
    ]);
    expect(await tap(book, '#r4')).toMatchObject([{ href: 'a.xhtml#aqui', backHref: 'a.xhtml#r4' }]);
    expect(await tap(book, '#r3')).toEqual([]);
    expect((await book.position()).sectionIndex).toBe(1);
    expect(await book.page.evaluate(() => window.harness.reader?.canGoBack())).toBe(true);
  });

  test('a jump is undone to the very page, also the jump to a note', async ({ book }) => {
    await book.open(BOOK);
    const before = await book.next(3);
    await book.goTo('n.xhtml#n2');
    await book.goTo('a.xhtml');
    const told = (): Promise<unknown[]> =>
      book.page.evaluate(() =>
        window.harness.events.filter(({ name }) => name === 'history').map(({ detail }) => detail),
      );
    expect(await told()).toEqual([{ canGoBack: true }, { canGoBack: true }]);
    expect(await book.page.evaluate(() => window.harness.reader?.back())).toBe(true);
    expect((await book.position()).sectionIndex).toBe(1);
    expect(await book.page.evaluate(() => window.harness.reader?.back())).toBe(true);
    expect((await book.position()).cfi).toBe(before.cfi);
    expect(await book.page.evaluate(() => window.harness.reader?.back())).toBe(false);
    expect((await told()).at(-1)).toEqual({ canGoBack: false });
    await book.goTo(before.cfi);
    expect(await book.page.evaluate(() => window.harness.reader?.canGoBack()), 'a jump to where one is').toBe(false);
  });
});

test('a tap on a picture opens it for zooming and turns no page; ornaments and edges turn', async ({ book }) => {
  await book.open(
    sampleBook(
      [
        {
          name: 'a.xhtml',
          body: `<p><img id="i" src="p.png" alt="Un mapa" style="width:200px;height:150px;margin-left:100px"/></p><p style="text-align:right"><img id="o" src="p.png" alt="" style="width:20px;height:20px"/></p>${prose(20, 1)}`,
        },
      ],
      {
        extra: { 'p.png': PICTURE },
      },
    ),
  );
  await book.page.evaluate(() => window.harness.record('image'));
  await book.page.frameLocator(SHOWN).locator('#i').click();
  const seen = await book.page.evaluate(() =>
    window.harness.events
      .filter(({ name }) => name === 'image')
      .map(({ detail }) => detail as { src: string; alt: string; rect: { width: number } }),
  );
  expect(seen).toMatchObject([{ alt: 'Un mapa', rect: { width: 200 } }]);
  expect(seen[0]!.src).toMatch(/^blob:/);
  expect((await book.position()).page).toBe(0);
  await book.page.frameLocator(SHOWN).locator('#o').click();
  expect((await book.position()).page).toBe(1);
});

test('reading aloud continues sentence by sentence through chapters; the page follows', async ({ book }) => {
  const chapter = (name: string, count: number): string =>
    Array.from(
      { length: count },
      (_, index) => `<p>El ${name} dice <b>${index}</b>. ¿Y después qué ${name}${index}?</p>`,
    ).join('');
  await book.open(
    sampleBook([
      { name: 'a.xhtml', body: `<h1>Uno</h1>${chapter('gato', 40)}` },
      { name: 'b.xhtml', body: chapter('perro', 3) },
    ]),
  );
  await book.next();
  const [firstWord] = await book.words();
  const heard = await book.page.evaluate(async () => {
    const reader = window.harness.reader!;
    const sentences: { text: string; found: string | undefined; page: string }[] = [];
    for await (const { cfi, text } of reader.speech()) {
      await reader.markSpoken(cfi);
      const { page, size } = {
        page: document.querySelector<HTMLIFrameElement>('#host div:not([inert]) > iframe')!,
        size: 390,
      };
      const live = reader.rangeOf(cfi);
      const rect = live?.range.getBoundingClientRect();
      sentences.push({
        text,
        found: live?.range.toString(),
        page:
          rect &&
          rect.left >= 0 &&
          rect.left < size &&
          live?.range.startContainer.ownerDocument === page.contentDocument
            ? 'shown'
            : 'elsewhere',
      });
    }
    await reader.markSpoken(null);
    return sentences;
  });
  expect(heard[0]!.text.startsWith(firstWord!) || firstWord!.length > 0).toBe(true);
  expect(heard.filter(({ page }) => page === 'elsewhere')).toEqual([]);
  expect(heard.every(({ text, found }) => text === found)).toBe(true);
  const texts = heard.map(({ text }) => text);
  expect(texts.at(-1)).toBe('¿Y después qué perro2?');
  const from = texts.findIndex((text) => /^El gato dice \d+\.$/.test(text));
  const start = Number(/\d+/.exec(texts[from]!)![0]);
  const expected = Array.from({ length: 40 - start }, (_, index) => [
    `El gato dice ${start + index}.`,
    `¿Y después qué gato${start + index}?`,
  ]).flat();
  expect(texts.slice(from, from + expected.length)).toEqual(expected);
  expect((await book.position()).sectionIndex).toBe(1);
  expect(await book.page.evaluate(() => window.harness.reader?.canGoBack())).toBe(false);
});

test('the numbers of notes are left out of speech, search excerpts and quotes', async ({ book }) => {
  const body = `<p id="p">El mundo<a href="#n1">[1]</a> es ancho<sup><a href="#n2">2</a></sup> y ajeno<a epub:type="noteref" xmlns:epub="http://www.idpf.org/2007/ops" href="#n3">*</a>. Vale 7<sup>2</sup> y <a href="#x">3</a> más.</p>`;
  await book.open(sampleBook([{ name: 'a.xhtml', body: `${body}${prose(6, 1)}` }]));
  const result = await book.page.evaluate(async () => {
    const reader = window.harness.reader!;
    const spoken: string[] = [];
    for await (const { text, cfi } of reader.speech()) {
      spoken.push(text, reader.rangeOf(cfi)!.range.toString());
      if (spoken.length === 4) break;
    }
    let foundTexts = '';
    for await (const { matches } of reader.search('mundo es ancho'))
      for (const { before, match, after } of matches) foundTexts += `${before}|${match}|${after}`;
    return { spoken, found: foundTexts };
  });
  expect(result.spoken).toEqual([
    'El mundo es ancho y ajeno.',
    'El mundo[1] es ancho2 y ajeno*.',
    'Vale 72 y 3 más.',
    'Vale 72 y 3 más.',
  ]);
  expect(result.found).toMatch(/^El \|mundo es ancho\| y ajeno\. Vale 72 y 3 más\./);
  await book.page
    .frameLocator(SHOWN)
    .locator('#p')
    .evaluate((paragraph) => getSelection()!.selectAllChildren(paragraph));
  const quotes = () =>
    book.page.evaluate(() =>
      window.harness.events
        .filter(({ name }) => name === 'select')
        .map(({ detail }) => (detail as { text: string }).text),
    );
  await expect.poll(quotes).toEqual(['El mundo es ancho y ajeno. Vale 72 y 3 más.']);
});

test('reports the characters left in the section and the chapter', async ({ book }) => {
  await book.open(
    sampleBook([
      {
        name: 'a.xhtml',
        body: `<h1 id="u">Uno</h1>${prose(8, 1).replaceAll('h2', 'h4')}<h1 id="d">Dos</h1>${prose(8, 2).replaceAll('h2', 'h4')}`,
      },
      { name: 'b.xhtml', body: '<h1>Tres</h1><p>fin</p>' },
    ]),
  );
  const places = [await book.position()];
  for (let place = await book.next(); place.sectionIndex === 0; place = await book.next()) places.push(place);
  for (const { charactersLeftInChapter: chapter, charactersLeftInSection: section } of places)
    expect(chapter).toBeLessThanOrEqual(section);
  expect(places[0]!.charactersLeftInChapter).toBeLessThan(places[0]!.charactersLeftInSection / 1.5);
  expect(places.at(-1)).toMatchObject({ charactersLeftInChapter: 0, charactersLeftInSection: 0 });
  const left = places.map(({ charactersLeftInSection }) => charactersLeftInSection);
  expect(left).toEqual(left.toSorted((a, b) => b - a));
});

test.describe('illustrations that a book only links to', () => {
  const BOOK = sampleBook(
    [{ name: 'a.xhtml', body: `<p>Unos <a id="l" href="img/037.png">cangrejos</a> en la playa.</p>${prose(20, 1)}` }],
    { extra: { 'img/037.png': PICTURE } },
  );

  test('open in the picture view, with the link’s text as their description', async ({ book }) => {
    await book.open(BOOK);
    await book.page.evaluate(() => window.harness.record('image'));
    await book.page.frameLocator(SHOWN).locator('#l').click();
    const told = () =>
      book.page.evaluate(() =>
        window.harness.events.filter(({ name }) => name === 'image').map(({ detail }) => detail as { src: string }),
      );
    await expect.poll(async () => (await told()).length).toBe(1);
    const [image] = await told();
    expect(image).toMatchObject({ alt: 'cangrejos', svg: null, rect: { width: expect.any(Number) } });
    const size = await book.page.evaluate(async (src) => {
      const picture = new Image();
      picture.src = src;
      await picture.decode();
      return [picture.naturalWidth, picture.naturalHeight];
    }, image!.src);
    expect(size).toEqual([40, 30]);
    expect(await book.position()).toMatchObject({ page: 0, sectionIndex: 0 });
    // Closing the book revokes the picture's blob URL.
    await book.page.evaluate(() => window.harness.reader!.destroy());
    expect(await book.page.evaluate(() => window.harness.blobs.size)).toBe(0);
  });
});
