import type { SectionWords } from '@cuentos/epub/page-review/legible-words';
import type { WordFault } from '@cuentos/epub/page-review/words-on-page';
import { LOOKS } from './support/count-words.ts';
import { expect, test } from './support/engine-test.ts';
import { sampleBook } from './support/sample-books.ts';

const numbered = (name: string, count: number): string =>
  Array.from({ length: count }, (_, at) => `${name}${at}`).join(' ');
const hidden = numbered('oculta', 30);
const styled = (style: string, text = hidden): string => `<div style="${style}"><p>${text}</p></div>`;
const cover = 'margin-top:-40px;position:relative;background:#fff';

/**
 * Twenty-two ways to hide words of a chapter, the fault reported for most of the words, and whether the engine mends
 * it.
 */
const FAULTS: readonly (readonly [name: string, body: string, fault: WordFault, isMended: boolean])[] = [
  ['wide', styled('width:900px'), 'off-page', true],
  ['min-wide', styled('min-width:2000px'), 'off-page', true],
  ['unbroken', styled('white-space:nowrap'), 'off-page', true],
  ['moved', styled('transform:translateX(-3000px)'), 'off-page', true],
  ['left', styled('position:relative;left:-3000px'), 'off-page', true],
  ['pulled', styled('margin-left:-3000px'), 'off-page', true],
  ['placed', styled('position:absolute;top:-500px'), 'off-page', true],
  ['indented', `<p style="text-indent:-900px">${numbered('oculta', 4)}</p>`, 'off-page', true],
  ['sunk', `<p>uno <span style="vertical-align:-3000px">${hidden}</span></p>`, 'off-page', true],
  ['columns', styled('columns:2;height:30px', numbered('oculta', 400)), 'off-page', true],
  [
    'grid',
    `<div style="display:grid;grid-template-columns:1300px 1300px"><p>a</p><p>${hidden}</p></div>`,
    'off-page',
    true,
  ],
  ['unspaced', styled('letter-spacing:-1em'), 'off-page', true],
  ['low', styled('height:20px;overflow:hidden'), 'covered', true],
  ['pulled-up', `<p>${hidden}</p><div style="${cover}"><p>${hidden}</p></div>`, 'covered', true],
  ['clipped', styled('clip-path:inset(0 0 100% 0)'), 'cut-off', true],
  ['small', styled('font-size:3px'), 'tiny', true],
  ['scaled', styled('transform:scale(.1)'), 'tiny', true],
  ['pale', styled('color:#f4f4f4'), 'faint', true],
  ['black', `<p style="background:#000">${hidden}</p>`, 'faint', true],
  [
    'under-a-rule',
    `<p>${hidden}</p><hr style="height:80px;margin-top:-80px;border:0;position:relative;background:#eee"/>`,
    'covered',
    true,
  ],
  [
    'under-a-box',
    `<p>${hidden}</p><div style="height:80px;margin-top:-80px;position:relative;background:#eee"></div>`,
    'covered',
    true,
  ],
  // The engine mends words under words, pictures and empty boxes, but not under a table.
  [
    'under-a-table',
    `<p>${hidden}</p><table style="width:100%;height:80px;margin-top:-80px;position:relative;background:#eee"><tr><td/></tr></table>`,
    'covered',
    false,
  ],
];

const bookOfFaults = sampleBook(
  FAULTS.map(([name, body]) => ({
    name: `${name}.xhtml`,
    body: `<p>${numbered('sana', 40)}</p>${body}<p>${numbered('final', 40)}</p>`,
  })),
);
const looks = LOOKS.filter(({ theme }) => theme.flow === 'paginated');
const [phone] = looks as [(typeof looks)[number]];
/** Returns the fault of most of the hidden words. The word that the page's edge cuts depends on the typeface. */
const faultOf = ({ runs }: SectionWords): WordFault | null | undefined =>
  runs.filter(({ excerpt }) => excerpt.includes('oculta')).toSorted((one, other) => other.count - one.count)[0]?.fault;

test('the review finds each of twenty-two planted faults where the engine mends none', async ({ book }) => {
  test.setTimeout(120_000);
  const chapters = await book.review(bookOfFaults, [phone], { isProved: false });
  expect(chapters.map(({ section, looks: [words] }) => [section.path, words && faultOf(words)])).toEqual(
    FAULTS.map(([name, , fault]) => [`${name}.xhtml`, fault]),
  );
  for (const {
    looks: [words],
  } of chapters)
    expect(words?.lost).toBeGreaterThan(0);
});

test('with the engine’s mending the same places are reported as mended, in each look', async ({ book }) => {
  test.setTimeout(120_000);
  const chapters = await book.review(bookOfFaults, looks);
  for (const [index, [name, , , isMended]] of FAULTS.entries()) {
    const found = chapters[index]?.looks ?? [];
    expect(
      found.map(({ lost }) => lost === 0),
      name,
    ).toEqual(looks.map(() => isMended));
    // The engine had to loosen a box in the phone's light look at least.
    if (isMended)
      expect([name, found[0]?.freed, found[0] && faultOf(found[0])]).toEqual([name, expect.any(Number), null]);
  }
  expect(chapters.map(({ looks: found }) => found[0]?.runs[0]?.cfi)).toEqual(
    FAULTS.map(() => expect.stringMatching(/^epubcfi\(/)),
  );
});

test('a review ends when aborted, continues after the finished chapters, and leaves nothing behind', async ({
  book,
}) => {
  const pathsOf = (chapters: Awaited<ReturnType<typeof book.review>>): string[] =>
    chapters.map(({ section }) => section.path);
  const frames = (): Promise<number> => book.page.evaluate(() => document.querySelectorAll('iframe').length);
  const first = await book.review(bookOfFaults, [phone], { most: 3 });
  expect(await frames()).toBe(0);
  const rest = await book.review(bookOfFaults, [phone], { skip: 3 });
  expect(await frames()).toBe(0);
  expect([pathsOf(first), pathsOf(rest)].flat()).toEqual(FAULTS.map(([name]) => `${name}.xhtml`));
});

test('keys of the page around the frames turn no page there', async ({ book }) => {
  const review = book.review(bookOfFaults, [phone]);
  for (let key = 0; key < 20; key += 1) await book.page.keyboard.press('ArrowRight');
  const chapters = await review;
  const lost = chapters.filter(({ looks: [words] }) => (words?.lost ?? 0) > 0);
  expect(lost.map(({ section }) => section.path)).toEqual(['under-a-table.xhtml']);
});

test('words that a table shows when it is scrolled sideways count as seen, each once', async ({ book }) => {
  const row = (line: number): string =>
    `<tr>${Array.from({ length: 12 }, (_, at) => `<td>fila${line}columna${at}</td>`).join('')}</tr>`;
  const wide = sampleBook([{ name: 'a.xhtml', body: `<table>${row(0)}${row(1)}</table><p>${hidden}</p>` }]);
  const [chapter] = await book.review(wide, looks);
  expect(chapter?.looks.map(({ words, lost, repeated }) => ({ words, lost, repeated }))).toEqual(
    looks.map(() => ({ words: 54, lost: 0, repeated: 0 })),
  );
});

test('a title that its author moved out of sight for screen readers is no lost word', async ({ book }) => {
  const head = '<style>h1{position:absolute;left:-999em}</style>';
  const titled = sampleBook([{ name: 'a.xhtml', head, body: `<h1>Para quien escucha</h1><p>${hidden}</p>` }]);
  const [chapter] = await book.review(titled, looks);
  expect(chapter?.looks.map(({ words, lost }) => ({ words, lost }))).toEqual(looks.map(() => ({ words: 30, lost: 0 })));
});
