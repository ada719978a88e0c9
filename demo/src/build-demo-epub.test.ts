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

/** Every link of a page leads to a file, and to an element when it names one. */
function expectLinksToLead(epub: OpenEpub, page: string): void {
  for (const { name, attributes } of epub.pages.get(page) ?? []) {
    const target = attributes['href'] ?? attributes['src'];
    if (target === undefined || name === 'item') continue;
    const [file = '', id] = target.split('#');
    const fileName = file === '' ? page : file;
    expect(epub.names, `${page}: ${target}`).toContain(`EPUB/${fileName}`);
    if (id !== undefined) expect(idsOf(epub.pages.get(fileName) ?? []), `${page}: ${target}`).toContain(id);
  }
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
    expect([...listed].sort()).toEqual([...packed].sort());
  });

  it('leads the contents to its chapters', () => {
    const chapters = parsePart(assets.markdown);
    expect(chapters.length).toBeGreaterThanOrEqual(3);
    expect(chapters.length).toBeLessThanOrEqual(8);
    const nav = epub.sources.get('nav.xhtml') ?? '';
    for (const { title } of chapters) expect(nav).toContain(title);
    for (const page of epub.pages.keys()) expectLinksToLead(epub, page);
  });

  it('says its language, describes its pictures and runs nothing', () => {
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

describe('the texts together', () => {
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
