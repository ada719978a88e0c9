import { readFile } from 'node:fs/promises';
import { unzipSync } from 'fflate';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type BookPlaces, PLACES_PATH } from '../container/book-places.ts';
import { GateFixture } from '../testing/gate-fixture.ts';
import { type EpubSpec, xhtmlPage } from '../testing/make-epub.ts';

let fixture: GateFixture;
beforeEach(async () => {
  fixture = await GateFixture.create();
});
afterEach(async () => {
  await fixture.remove();
});

/** The places that the edition carries, or null for none. The publication record names their file. */
async function placesOf(spec: EpubSpec): Promise<BookPlaces | null> {
  const { publication, editionPath } = await fixture.accept(spec);
  const bytes = unzipSync(new Uint8Array(await readFile(editionPath)))[PLACES_PATH];
  const resource = publication.resources.find(({ path }) => path === PLACES_PATH);
  expect(resource?.size).toBe(bytes?.length);
  return bytes ? (JSON.parse(new TextDecoder().decode(bytes)) as BookPlaces) : null;
}

const XHTML = 'application/xhtml+xml';
const chapters = [
  { html: '<h1>Uno</h1>\n<p>abc<span id="p1"/>def</p><script>x</script><h2 id="dos">Dos</h2>' },
  { html: '<p>ghi <a id="p2"/>jkl</p>', linear: false },
  { html: '<p id="p3">mno</p>' },
];
const toc = '<nav epub:type="toc"><ol><li><a href="c1.xhtml#dos">Dos</a></li></ol></nav>';
const nav = (list: string) => ({
  path: 'nav.xhtml',
  content: xhtmlPage('Índice', `${toc}${list}`),
  mediaType: XHTML,
  properties: 'nav',
});
const row = (href: string, label: string) => `<li><a href="${href}">${label}</a></li>`;

describe('the places at which chapters and printed pages begin', () => {
  it("are counted in the reader's characters, from the page list of the navigation document", async () => {
    const rows = [row('c1.xhtml', 'xii'), row('c1.xhtml#p1', '13'), row('c3.xhtml#p3', '14')].join('');
    const list = `<nav epub:type="page-list" hidden=""><ol>${rows}</ol></nav>`;
    expect(await placesOf({ chapters, contents: null, files: [nav(list)] })).toEqual({
      chapters: { 'OEBPS/c1.xhtml#dos': 9 },
      pages: [
        ['xii', 0],
        ['13', 6],
        ['14', 12],
      ],
    });
  });

  it('leave out pages without a label, in missing files, and in sections outside the reading order', async () => {
    const rows = [row('c1.xhtml#p1', ' '), row('no.xhtml#p1', '2'), row('c2.xhtml#p2', '3'), row('c1.xhtml#no', '4')];
    const list = `<nav role="doc-pagelist"><ol>${rows.join('')}</ol></nav>`;
    const places = await placesOf({ chapters, contents: null, files: [nav(list)] });
    expect(places?.pages).toEqual([['4', 0]]);
  });

  it('come from the NCX of an EPUB 2', async () => {
    const target = (href: string, label: string) =>
      `<pageTarget type="normal"><navLabel><text>${label}</text></navLabel><content src="${href}"/></pageTarget>`;
    const content =
      '<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/" version="2005-1"><head/><navMap><navPoint id="a"><navLabel><text>Uno</text></navLabel><content src="c1.xhtml"/></navPoint></navMap>' +
      `<pageList>${target('c3.xhtml#p3', '2')}${target('c1.xhtml#p1', '1')}</pageList></ncx>`;
    const files = [{ id: 'ncx', path: 'toc.ncx', content, mediaType: 'application/x-dtbncx+xml' }];
    expect(await placesOf({ chapters, contents: null, files })).toEqual({
      chapters: {},
      pages: [
        ['1', 6],
        ['2', 12],
      ],
    });
  });

  it('are not written when the sections alone give them', async () => {
    expect(await placesOf({ chapters })).toBeNull();
  });
});
