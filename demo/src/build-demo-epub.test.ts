import { strFromU8, unzipSync } from 'fflate';
import { SaxesParser } from 'saxes';
import { describe, expect, it } from 'vitest';
import { buildDemoEpub } from './build-demo-epub.ts';
import { demoBooks } from './catalogue.ts';
import { readDemoAssets } from './demo-files.ts';
import { parsePart } from './markdown.ts';

interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
}

function elementsOf(xml: string, fileName: string): readonly Element[] {
  const parser = new SaxesParser({ fileName });
  const elements: Element[] = [];
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) =>
    elements.push({ name, attributes: attributes as Record<string, string> }),
  );
  parser.write(xml).close();
  return elements;
}

function idsOf(elements: readonly Element[]): readonly string[] {
  return elements.flatMap(({ attributes }) => (attributes['id'] ? [attributes['id']] : []));
}

interface OpenEpub {
  readonly names: readonly string[];
  readonly pages: ReadonlyMap<string, readonly Element[]>;
  readonly sources: ReadonlyMap<string, string>;
}

function open(bytes: Uint8Array): OpenEpub {
  const files = unzipSync(bytes);
  const sources = new Map<string, string>();
  for (const [name, content] of Object.entries(files)) {
    if (/\.(xhtml|opf|xml|svg)$/.test(name)) sources.set(name.replace(/^EPUB\//, ''), strFromU8(content));
  }
  const pages = new Map([...sources].map(([name, xml]) => [name, elementsOf(xml, name)]));
  return { names: Object.keys(files), pages, sources };
}

/** The links of a page that lead to no file, or to no element of it. */
function brokenLinks(epub: OpenEpub, page: string): readonly string[] {
  const elements = (epub.pages.get(page) ?? []).filter(({ name }) => name !== 'item');
  const targets = elements.flatMap(({ attributes }) => attributes['href'] ?? attributes['src'] ?? []);
  return targets.filter((target) => {
    const [file = '', id] = target.split('#');
    const fileName = file === '' ? page : file;
    const leads = id === undefined || idsOf(epub.pages.get(fileName) ?? []).includes(id);
    return !epub.names.includes(`EPUB/${fileName}`) || !leads;
  });
}

const parts = demoBooks.flatMap((book) =>
  book.parts.filter((part) => part.hasEbook).map((part) => ({ name: `${book.slug}/${part.slug}`, book, part })),
);

describe.each(parts)('the EPUB of $name', ({ book, part }) => {
  const assets = readDemoAssets(book, part);
  const bytes = buildDemoEpub(book, part, assets);
  const epub = open(bytes);

  it('begins with the stored media type and is always the same', () => {
    expect(strFromU8(bytes.subarray(30, 58))).toBe('mimetypeapplication/epub+zip');
    expect(bytes[8]).toBe(0);
    expect(buildDemoEpub(book, part, assets)).toEqual(bytes);
  });

  it('lists every file in its manifest', () => {
    const items = (epub.pages.get('package.opf') ?? []).filter(({ name }) => name === 'item');
    const listed = items.map(({ attributes }) => `EPUB/${attributes['href']}`);
    const packed = epub.names.filter((name) => name.startsWith('EPUB/') && name !== 'EPUB/package.opf');
    expect(listed.toSorted()).toEqual(packed.toSorted());
  });

  it('links the contents to its chapters', () => {
    const chapters = parsePart(assets.markdown);
    expect(chapters.length).toBeGreaterThanOrEqual(3);
    expect(chapters.length).toBeLessThanOrEqual(8);
    const nav = epub.sources.get('nav.xhtml') ?? '';
    for (const { title } of chapters) expect(nav).toContain(title);
    expect([...epub.pages.keys()].flatMap((page) => brokenLinks(epub, page))).toEqual([]);
  });

  it('states its language, describes its pictures and contains no script', () => {
    for (const [name, elements] of epub.pages) {
      if (!name.endsWith('.xhtml')) continue;
      expect(elements[0]?.attributes).toMatchObject({ lang: 'es-CL', 'xml:lang': 'es-CL' });
      expect(new Set(idsOf(elements)).size).toBe(idsOf(elements).length);
      for (const element of elements) {
        expect(element.name).not.toBe('script');
        expect(Object.keys(element.attributes).some((key) => key.startsWith('on'))).toBe(false);
        if (element.name === 'img') expect(element.attributes['alt']).not.toBe('');
      }
    }
  });
});

describe('a raster cover', () => {
  it('replaces the drawn cover', () => {
    const [first] = parts;
    if (!first) throw new Error('There is no part with text');
    const cover = { name: 'x', mediaType: 'image/png', bytes: new Uint8Array([1, 2, 3]) } as const;
    const { names, sources } = open(
      buildDemoEpub(first.book, first.part, readDemoAssets(first.book, first.part, cover)),
    );
    expect(names).toContain('EPUB/images/cover.png');
    expect(sources.get('package.opf')).toContain('media-type="image/png" properties="cover-image"');
    expect(sources.get('cover.xhtml')).toContain('src="images/cover.png"');
  });
});

describe('the texts of all demo parts', () => {
  const everything = parts
    .map(({ book, part }) => [...open(buildDemoEpub(book, part, readDemoAssets(book, part))).sources.values()].join(''))
    .join('');

  it.each([
    ['footnotes', 'epub:type="noteref"'],
    ['footnote texts', 'epub:type="footnote"'],
    ['verse', 'class="verse"'],
    ['letters', 'class="letter"'],
    ['lists', '<ul>'],
    ['tables', '<table>'],
    ['italics', '<em>'],
    ['scene breaks', '<hr class="scene"/>'],
    ['figures', '<figure>'],
    ['sections inside a chapter', '<h2 '],
  ])('have %s', (_name, mark) => {
    expect(everything).toContain(mark);
  });
});
