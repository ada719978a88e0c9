import { expect, test } from './support/engine-test.ts';
import { sampleBook } from './support/sample-books.ts';

const SHOWN = '#host div:not([inert]) > iframe';
const words =
  'La construcción internacionalizada del ferrocarril transandino necesitó excavaciones extraordinarias, conversaciones interminables y desautorizaciones administrativas.';
const css = '<style>p{text-align:justify}</style>';
const chapter = (name: string, body = `<p>${words}</p>`.repeat(30)) => ({ name, body, head: css });
const book3 = sampleBook([chapter('a.xhtml'), chapter('b.xhtml'), chapter('c.xhtml')]);
const shown = () => {
  const inner = document.querySelector<HTMLIFrameElement>('#host div:not([inert]) > iframe')?.contentDocument;
  const block = inner?.querySelector('p') as Element;
  const style = getComputedStyle(block);
  return { text: block.textContent, align: style.textAlign, lines: block.getClientRects().length };
};

test.describe('own hyphens, where the browser does not divide Spanish', () => {
  test.beforeEach(async ({ book }) => {
    await book.open(book3);
    const isDivided = await book.page.evaluate(() => {
      const probe = document.body.appendChild(document.createElement('div'));
      probe.lang = 'es';
      probe.textContent = 'internacionalización';
      probe.style.cssText = 'width:6em;font:10px/10px serif;hyphens:auto';
      const { offsetHeight } = probe;
      probe.remove();
      return offsetHeight > 10;
    });
    test.skip(isDivided, 'this browser divides Spanish words itself');
  });

  test('appear in the next section, which is justified; the first page stays unchanged', async ({ book }) => {
    await book.page.setViewportSize({ width: 800, height: 800 });
    await book.open(book3, { hyphens: 'later' });
    const first = await book.page.evaluate(shown);
    await book.position();
    expect(await book.page.evaluate(shown)).toEqual(first);
    expect([first.text, first.align]).toEqual([words, 'start']);
    expect(await book.goTo('b.xhtml')).toBe(true);
    const second = await book.page.evaluate(shown);
    expect(second.text).toContain('cons\u00ADtruc\u00ADción');
    // The last line of a paragraph gets five letters of a divided word or more, so the last hyphen is before 'tivas'.
    expect(second.text).toContain('ad\u00ADmi\u00ADnis\u00ADtra\u00ADtivas.');
    expect(second.text?.replaceAll('\u00AD', '')).toBe(words);
    expect(second.align).toBe('justify');
  });

  test('are on the first page when the patterns are stored, and disappear at the reader’s wish', async ({ book }) => {
    await book.open(book3, { hyphens: 'at-hand' });
    expect((await book.page.evaluate(shown)).text).toContain('fe\u00ADrro\u00ADca\u00ADrril');
    await book.page.evaluate(() => window.harness.reader?.setTheme({ ...window.harness.theme, hyphenate: false }));
    await book.position();
    // A soft hyphen has a width only where a line breaks at it.
    const broken = await book.page
      .frameLocator(SHOWN)
      .locator('p')
      .first()
      .evaluate((block) => {
        const range = block.ownerDocument.createRange();
        const text = block.firstChild as Text;
        return [...text.data.matchAll(/\u00AD/g)].filter(({ index }) => {
          range.setStart(text, index);
          range.setEnd(text, index + 1);
          return range.getBoundingClientRect().width > 0;
        }).length;
      });
    expect(broken).toBe(0);
  });

  test('change no position: a CFI leads to the same words with and without them, and back', async ({ book }) => {
    const note = async () => {
      await book.next(2);
      const { cfi, percentage } = await book.position();
      return { cfi, percentage, word: (await book.words())[0]?.replaceAll('\u00AD', '') };
    };
    await book.open(book3, { hyphens: 'at-hand' });
    const hyphenated = await note();
    await book.open(book3, { start: hyphenated.cfi });
    expect((await book.words()).map((word) => word.replaceAll('\u00AD', ''))).toContain(hyphenated.word);
    expect((await book.words()).join('')).not.toContain('\u00AD');
    const plain = await note();
    await book.open(book3, { start: plain.cfi, hyphens: 'at-hand' });
    expect((await book.words()).map((word) => word.replaceAll('\u00AD', ''))).toContain(plain.word);
    expect((await book.position()).percentage).toBeLessThanOrEqual(plain.percentage);
  });

  test('are in no selection, copy, speech or search, and the walk finds each word', async ({ book }) => {
    await book.open(book3, { hyphens: 'at-hand' });
    const cfi = await book.page.evaluate(async () => {
      const results = window.harness.reader?.search('ferrocarril transandino');
      for await (const { matches } of results ?? []) return matches[0]?.cfi ?? null;
      return null;
    });
    const found = await book.page.evaluate(
      (place) => window.harness.reader?.rangeOf(place as string)?.range.toString(),
      cfi,
    );
    expect(found?.replaceAll('\u00AD', '')).toBe('ferrocarril transandino');
    const spoken = await book.page.evaluate(async () => (await window.harness.reader?.speech().next())?.value?.text);
    expect(spoken).toBe(words);
    await book.page
      .frameLocator(SHOWN)
      .locator('p')
      .first()
      .evaluate((block) => block.ownerDocument.getSelection()?.selectAllChildren(block));
    await expect.poll(() => book.page.evaluate(() => window.harness.reader?.selection()?.text)).toBe(words);
    for (const name of ['a.xhtml', 'b.xhtml']) {
      const { lost, disordered, backward } = await book.page.evaluate(
        (path) => window.harness.walk(path, { isPatient: true }),
        name,
      );
      expect([lost, disordered, backward.lost, backward.disordered].flat()).toEqual([]);
    }
  });

  test('are left out for authors who divide by hand, for other languages, headings and code', async ({ book }) => {
    const body = [
      '<p>la cons\u00ADtrucción</p>',
      '<p>the <span lang="en">international</span> internacional</p>',
      '<ul><li><h2>internacional</h2><code>internacional</code> desautorización</li></ul>',
    ];
    await book.open(sampleBook([chapter('a.xhtml', body.join(''))]), { hyphens: 'at-hand' });
    const text = () =>
      book.page
        .frameLocator(SHOWN)
        .locator('body')
        .evaluate(({ textContent }) => textContent.replaceAll('\u00AD', '-'));
    expect(await text()).toBe(
      'la cons-trucciónthe international in-ter-na-cionalinternacionalinternacional des-au-to-ri-zación',
    );
    const byHand = { ...chapter('a.xhtml'), head: '<style>p{hyphens:manual}</style>' };
    await book.open(sampleBook([byHand]), { hyphens: 'at-hand' });
    expect(await text()).not.toContain('-');
  });
});
