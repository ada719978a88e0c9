import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { countWords, LOOKS } from './support/count-words.ts';
import { editionOf } from './support/edition-of.ts';
import { type BookPage, expect, test } from './support/engine-test.ts';
import { bookOfCauses, REPORTED } from './support/reported-causes.ts';
import { sampleBook } from './support/sample-books.ts';

const SHOWN = '#host div:not([inert]) > iframe';
const looks = LOOKS.filter(({ name }) => ['390 pages', '1280 pages dark', '390 flow dark'].includes(name));
const NIGHT = { background: '#121212', color: '#E8E6E3' };

const setTheme = (book: BookPage, change: object): Promise<void> =>
  book.page.evaluate((given) => window.harness.reader?.setTheme({ ...window.harness.theme, ...given }), change);
const wrongWords = async (book: BookPage, bytes: Uint8Array): Promise<string[]> =>
  (await countWords(book, bytes, looks)).flatMap(({ name, reasons }) => reasons.map((reason) => `${name} ${reason}`));

test.describe('causes that readers of other programs reported hide no word', () => {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`as the gate leaves them, on a ${colorScheme} device`, async ({ book }) => {
      test.setTimeout(240_000);
      await book.page.emulateMedia({ colorScheme });
      const directory = await mkdtemp(join(tmpdir(), 'reported-'));
      try {
        const file = join(directory, 'reported.epub');
        await writeFile(file, bookOfCauses(REPORTED));
        const edition = await editionOf(file);
        expect(edition).not.toBeNull();
        expect(await wrongWords(book, edition!.bytes)).toEqual([]);
        const [left, written] = [
          await countWords(book, edition!.bytes, [looks[0]!]),
          await countWords(book, bookOfCauses(REPORTED), [looks[0]!]),
        ];
        expect(left[0]?.words).toBe(written[0]?.words);
      } finally {
        await book.page.emulateMedia({ colorScheme: null });
        await rm(directory, { recursive: true });
      }
    });
  }

  test('as in an edition from before', async ({ book }) => {
    test.setTimeout(240_000);
    expect(await wrongWords(book, bookOfCauses(REPORTED))).toEqual([]);
  });
});

test('each letter of an edition from before is on its page, first letters, first lines and rolling text too', async ({
  book,
}) => {
  const text = Array.from({ length: 40 }, (_, at) => `palabra${at}`).join(' ');
  const styles: readonly (readonly [style: string, element?: string])[] = [
    ['p::first-letter{font-size:0}'],
    ['p::first-letter{font:1px/1 serif!important}'],
    ['p::first-letter{float:left;margin:-90px 0 0 -90px;color:transparent}'],
    ['p::first-line{font-size:0}'],
    ['p::first-line{font-size:1px!important;letter-spacing:-1em}'],
    // Chromium divided a raised letter higher than the page without end, and the whole shop with it.
    ['p::first-letter{initial-letter:40 1}'],
    ['p::first-letter{initial-letter:60}'],
    ['', 'marquee'],
    ['marquee{width:900px;height:10px}', 'marquee'],
  ];
  const book1 = sampleBook(
    styles.map(([style, element = 'p'], at) => ({
      name: `${at}.xhtml`,
      head: `<style>${style}</style>`,
      body: `<p>antes</p><${element} id="${at}">${text}</${element}>`,
    })),
  );
  for (const look of [{}, { flow: 'scrolled-doc' }]) {
    await book.open(book1);
    await setTheme(book, look);
    for (const at of styles.keys()) {
      expect(await book.goTo(`${at}.xhtml`)).toBe(true);
      const hidden = await book.page.evaluate((id) => {
        const inner = document.querySelector<HTMLIFrameElement>('#host div:not([inert]) > iframe')
          ?.contentDocument as Document;
        const node = inner.getElementById(id)?.firstChild as Text;
        const range = inner.createRange();
        return Array.from(node.data, (letter, offset) => {
          range.setStart(node, offset);
          range.setEnd(node, offset + 1);
          const { left, right, top, bottom } = range.getBoundingClientRect();
          const isInside = left >= -1 && right <= inner.defaultView!.innerWidth + 1 && top >= -1;
          return letter === ' ' || (isInside && bottom - top > 5 && bottom - top < 100) ? '' : letter;
        }).join('');
      }, String(at));
      expect([at, hidden]).toEqual([at, '']);
    }
  }
});

test('an initial letter that is sunk into a few lines stays as its author set it', async ({ book }) => {
  const head = '<style>p::first-letter{initial-letter:3}</style>';
  await book.open(sampleBook([{ name: 'a.xhtml', head, body: `<p>${'palabra '.repeat(80)}</p>` }]));
  const width = () =>
    book.page
      .frameLocator(SHOWN)
      .locator('p')
      .evaluate((block) => {
        const range = block.ownerDocument.createRange();
        range.setStart(block.firstChild as Text, 0);
        range.setEnd(block.firstChild as Text, 1);
        return range.getBoundingClientRect().width;
      });
  expect(await width()).toBeGreaterThan(20);
  await book.position();
  expect(await width()).toBeGreaterThan(20);
});

test('the numbers of a list whose style left no room for them stand on the page, and others stay outside', async ({
  book,
}) => {
  const list = (style: string): string => `<ol start="98" style="${style}"><li>uno</li><li>dos</li><li>tres</li></ol>`;
  await book.open(sampleBook([{ name: 'a.xhtml', body: list('margin:0;padding:0') + list('padding-left:4em') }]));
  const items = book.page.frameLocator(SHOWN).locator('li');
  const positions = () =>
    items.evaluateAll((all) => all.map((each) => getComputedStyle(each).listStylePosition.slice(0, 3)));
  await expect.poll(positions).toEqual(['ins', 'ins', 'ins', 'out', 'out', 'out']);
  await setTheme(book, { marginLeft: 80 });
  await expect.poll(positions).toEqual(Array.from({ length: 6 }, () => 'out'));
});

test('a picture in black ink on nothing gets a light ground on a dark page, and no other picture does', async ({
  book,
}) => {
  const drawn = (content: string): string =>
    `<svg xmlns="http://www.w3.org/2000/svg" width="60" height="30">${content}</svg>`;
  const extra = {
    'ink.svg': drawn('<path d="M5 5h50v8h-50z"/>'),
    'white.svg': drawn('<path d="M5 5h50v8h-50z" fill="#fff"/>'),
    'whole.svg': drawn('<path d="M0 0h60v30h-60z"/>'),
  };
  const body = Object.keys(extra)
    .map((name) => `<p><img alt="" src="${name}"/></p>`)
    .join('');
  await book.open(sampleBook([{ name: 'a.xhtml', body }], { extra }));
  const grounds = () =>
    book.page
      .frameLocator(SHOWN)
      .locator('img')
      .evaluateAll((all) => all.map((each) => getComputedStyle(each).backgroundColor));
  const none = 'rgba(0, 0, 0, 0)';
  await setTheme(book, NIGHT);
  await expect.poll(grounds).toEqual(['rgb(255, 255, 255)', none, none]);
  await setTheme(book, { background: '#F4E1C1' });
  await expect.poll(grounds).toEqual([none, 'rgb(0, 0, 0)', none]);
  await setTheme(book, {});
  await expect.poll(grounds).toEqual([none, none, none]);
});

test('a drawn page that names no size in numbers shows all its words', async ({ book }) => {
  const contents = ['width=device-width, height=device-height', 'width= ,height= ', null];
  const text = Array.from({ length: 1500 }, (_, at) => `palabra${at}`);
  await book.open(
    sampleBook(
      contents.map((content, at) => ({
        name: `p${at}.xhtml`,
        head: content === null ? '' : `<meta name="viewport" content="${content}"/>`,
        body: `<p>${text.join(' ')}</p>`,
      })),
      { fixed: true },
    ),
  );
  for (const at of contents.keys()) {
    await book.goTo(`p${at}.xhtml`);
    const seen = new Set(await book.words());
    const isInside = () => book.page.evaluate((index) => window.harness.relocations.at(-1)?.sectionIndex === index, at);
    while ((await book.page.evaluate(() => window.harness.reader?.next())) && (await isInside()))
      for (const word of await book.words()) seen.add(word);
    expect(text.filter((word) => !seen.has(word))).toEqual([]);
  }
});
