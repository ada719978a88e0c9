import { posix } from 'node:path';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { countedLength } from '@cuentos/epub/container/counted-text';
import { type Publication, PUBLICATION_PATH, type Section, type TocEntry } from '@cuentos/epub/container/publication';

/**
 * Puts a publication record into an EPUB without the upload gate's cleaning: tests of the renderer's own defences
 * need the book as hostile as it was written.
 */
export function publishRaw(epub: Uint8Array): { bytes: Uint8Array<ArrayBuffer>; publication: Publication } {
  const files = unzipSync(epub);
  const read = (path: string): string => (files[path] ? strFromU8(files[path]) : '');
  const opfPath = /full-path="([^"]+)"/.exec(read('META-INF/container.xml'))?.[1] ?? '';
  const opf = read(opfPath);
  const at = (href: string): string => posix.join(posix.dirname(opfPath), decodeURIComponent(href));
  const items = [...opf.matchAll(/<(?:opf:)?item\s[^>]*>/g)].map(([tag]) => ({
    id: attribute(tag, 'id'),
    path: at(attribute(tag, 'href')),
    mediaType: attribute(tag, 'media-type'),
  }));
  const spineTag = /<(?:opf:)?spine[^>]*>/.exec(opf)?.[0] ?? '';
  const spineStep =
    (opf.slice(0, opf.indexOf(spineTag)).match(/<(?:opf:)?(metadata|manifest|guide)[\s>]/g) ?? []).length * 2 + 2;
  let start = 0;
  const isFixed = /rendition:layout"?>\s*pre-paginated/.test(opf);
  const sections = [...opf.matchAll(/<(?:opf:)?itemref\s[^>]*>/g)].map(([tag], index): Section => {
    const id = attribute(tag, 'id');
    const item = items.find((each) => each.id === attribute(tag, 'idref'));
    const path = item?.path ?? `missing-${index}`;
    const characters = count(read(path));
    const linear = attribute(tag, 'linear') !== 'no';
    const [, side] = /page-spread-(left|right|center)/.exec(attribute(tag, 'properties')) ?? [];
    const section = {
      index,
      path,
      linear,
      characters,
      start,
      mediaType: item?.mediaType ?? 'application/xhtml+xml',
      cfi: `/${spineStep}/${(index + 1) * 2}${id ? `[${id}]` : ''}`,
      size: files[path]?.length ?? 0,
      missing: !files[path],
      layout: isFixed ? ('pre-paginated' as const) : ('reflowable' as const),
      ...(side ? { pageSpread: side as 'left' } : {}),
    };
    if (linear) start += characters;
    return section;
  });
  const publication: Publication = {
    format: 1,
    metadata: metadataOf(opf, spineTag, isFixed),
    sections,
    toc: tocOf(sections, read),
    resources: items
      .filter(({ path }) => files[path])
      .map(({ path, mediaType }) => ({ path, mediaType, size: files[path]?.length ?? 0, hash: '' })),
    coverPath: null,
    characters: start,
  };
  const record = strToU8(JSON.stringify(publication));
  return {
    publication,
    bytes: zipSync({ ...files, [PUBLICATION_PATH]: [record, { level: 0 }] }) as Uint8Array<ArrayBuffer>,
  };
}

function attribute(tag: string, name: string): string {
  return (new RegExp(`\\s${name}\\s*=\\s*["']([^"']*)["']`).exec(tag)?.[1] ?? '').replaceAll('&amp;', '&');
}

function count(xhtml: string): number {
  const body = /<body[^>]*>([\s\S]*)<\/body>/.exec(xhtml.replaceAll(/\r\n?/g, '\n'))?.[1] ?? '';
  return body
    .replaceAll(/<!--[\s\S]*?-->/g, '')
    .replaceAll(/<(script|style)[\s\S]*?<\/\1>/g, '')
    .split(/<[^>]*>/)
    .map((text) => text.replaceAll(/&(#x?[0-9a-f]+|[a-z]+);/gi, '?'))
    .reduce((sum, text) => sum + countedLength(text), 0);
}

function metadataOf(opf: string, spineTag: string, isFixed: boolean): Publication['metadata'] {
  const dc = (name: string): string | null => new RegExp(`<dc:${name}[^>]*>([^<]*)`).exec(opf)?.[1] ?? null;
  const rendition = (name: string): string | null =>
    new RegExp(`rendition:${name}"?>\\s*([\\w-]+)`).exec(opf)?.[1] ?? null;
  const direction = attribute(spineTag, 'page-progression-direction');
  return {
    title: dc('title') ?? '',
    creator: dc('creator'),
    description: null,
    pubdate: null,
    publisher: null,
    identifier: dc('identifier'),
    language: dc('language') ?? 'es',
    rights: null,
    modifiedDate: null,
    layout: isFixed ? 'pre-paginated' : 'reflowable',
    orientation: null,
    flow: rendition('flow'),
    viewport: null,
    spread: rendition('spread'),
    direction: direction === 'rtl' || direction === 'ltr' ? direction : 'default',
  };
}

function tocOf(sections: readonly Section[], read: (path: string) => string): TocEntry[] {
  return sections.flatMap(({ path }) =>
    [...read(path).matchAll(/<h[12][^>]*?(?:\sid="([^"]+)")?[^>]*>([^<]*)/g)].map(([, id, title]) => ({
      title: title ?? '',
      href: id ? `${path}#${id}` : path,
      children: [],
    })),
  );
}
