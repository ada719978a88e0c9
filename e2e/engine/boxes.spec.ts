import { type BookPage, expect, test } from './support/engine-test.ts';
import { prose, sampleBook } from './support/sample-books.ts';

const SHOWN = '#host div:not([inert]) > iframe';

/** Returns the words of a section, page by page. */
async function pagesOf(book: BookPage): Promise<string[][]> {
  const pages = [await book.words()];
  while (await book.page.evaluate(() => window.harness.reader?.next())) pages.push(await book.words());
  return pages;
}

/** Makes numbered words, each different from all others. */
const words = (count: number, seed: string): string =>
  Array.from({ length: count }, (_, index) => `${seed}${index}`).join(' ');

test('boxes that were positioned beside their line for print stand in the line, not on the first page of the chapter', async ({
  book,
}) => {
  const head = `<style>@namespace epub "http://www.idpf.org/2007/ops";
.label{position:absolute;right:84%} @media all{.seal{position:absolute;right:0}} p [epub|type~="pagebreak"]{position:fixed;left:92%}
h1{position:absolute;left:-999em}.title{position:absolute;top:200px}.heard{position:absolute;clip:rect(0,0,0,0)}
.frame{position:relative}.frame b{position:absolute;right:0}</style>`;
  const late = `<p>antes <span xmlns:epub="http://www.idpf.org/2007/ops" epub:type="pagebreak">[p.22]</span> después</p>
<p><a href="#x"><span class="label">[1]</span></a> nota <span class="heard">oída</span></p><div class="seal">sello</div>
<p class="frame">marco <b>dentro</b></p>`;
  await book.open(
    sampleBook([
      { name: 'title.xhtml', head, body: `<h1>oculto</h1><div class="title">portada</div><p>arriba</p>` },
      { name: 'a.xhtml', head, body: `<h1>oculto</h1>${prose(12, 1)}${late}` },
    ]),
  );
  const pages = await pagesOf(book);
  expect(pages.length).toBeGreaterThan(3);
  // A title page keeps its layout, and text hidden by its author stays hidden.
  expect(pages[0]).toContain('portada');
  expect(pages.flat()).not.toContain('oculto');
  expect(pages.at(-1)?.join(' ')).toContain('antes [p.22] después [1] nota oída sello marco dentro');
  const frame = book.page.frameLocator(SHOWN);
  for (const selector of ['b', '.heard']) {
    expect(await frame.locator(selector).evaluate((element) => getComputedStyle(element).position)).toBe('absolute');
  }
  await book.goTo('title.xhtml');
  expect((await frame.locator('.title').boundingBox())?.y).toBeCloseTo(200, 0);
});

test('a box that a large font makes too wide for its margin stands in its line', async ({ book }) => {
  const head = '<style>b{position:absolute;right:85%}p,h2{margin-left:4em}</style>';
  await book.open(sampleBook([{ name: 'a.xhtml', head, body: `<p><b>[27]</b></p>${prose(12, 1)}` }]));
  const label = book.page.frameLocator(SHOWN).locator('b');
  const position = () => label.evaluate((element) => getComputedStyle(element).position);
  expect(await position()).toBe('absolute');
  await book.setFontSize(50);
  expect(await position()).toBe('static');
  expect((await label.boundingBox())?.x).toBeGreaterThanOrEqual(0);
});

test('a box in a line that is taller than the page is divided, and stands in its line again when it fits', async ({
  book,
}) => {
  const head = '<style>.tall{display:inline-block;width:75%}.clip{overflow:hidden}</style>';
  const body = `<header><p class="tall">${words(150, 'a')}</p></header><p class="clip">${words(900, 'b')}</p>`;
  await book.open(sampleBook([{ name: 'a.xhtml', head, body }]));
  const all = `${words(150, 'a')} ${words(900, 'b')}`.replaceAll(' ', '');
  const display = () =>
    book.page
      .frameLocator(SHOWN)
      .locator('.tall')
      .evaluate((element) => getComputedStyle(element).display);
  expect(await display()).toBe('inline-block');
  expect((await pagesOf(book)).flat().join('')).toBe(all);
  await book.setFontSize(50);
  await book.goTo('a.xhtml');
  expect(await display()).toBe('block');
  expect((await pagesOf(book)).flat().join('')).toBe(all);
  await book.setFontSize(16);
  expect(await display()).toBe('inline-block');
});

test('a formula that is wider or higher than the page is shrunk as far as needed, after an indent too', async ({
  book,
}) => {
  // A formula wider than the page in each font, which still has readable letters when it is scaled to fit.
  const row = (cells: number, content: string) => `<mtr>${`<mtd>${content}</mtd>`.repeat(cells)}</mtr>`;
  const formula = (rows: string) =>
    `<p class="in"><math xmlns="http://www.w3.org/1998/Math/MathML"><mtable>${rows}</mtable></math></p>`;
  const across = `<mtr><mtd columnspan="2"><mtext>${'palabras entre fórmulas '.repeat(2)}</mtext></mtd></mtr>`;
  const wide = formula(row(2, `<mn>${'123456789'.repeat(2)}</mn>`) + across);
  const high = formula(row(1, '<mn>1</mn>').repeat(60));
  await book.open(sampleBook([{ name: 'a.xhtml', head: '<style>.in{text-indent:3em}</style>', body: wide + high }]));
  const cut = () =>
    book.page
      .frameLocator(SHOWN)
      .locator('mn,mtext')
      .evaluateAll((all) => {
        const { scrollLeft } = document.documentElement;
        return all.filter((each) => {
          const { left, right, top, bottom } = each.getBoundingClientRect();
          const page = Math.floor((left + scrollLeft) / innerWidth) * innerWidth - scrollLeft;
          return top < 0 || bottom > innerHeight || left < page || right > page + innerWidth;
        }).length;
      });
  expect(await cut()).toBe(0);
  await book.setFontSize(30);
  expect(await cut()).toBe(0);
});
