import { zipSync, type Zippable } from 'fflate';

/** A chapter: `html` is the content of `<body>`, or `document` the whole file to the letter. */
export interface ChapterSpec {
  readonly title?: string;
  readonly html?: string;
  /** Added to `<head>`. */
  readonly head?: string;
  readonly document?: string | Uint8Array;
  /** Path below the package's folder; `cN.xhtml` by default, N from 1. */
  readonly path?: string;
  readonly mediaType?: string;
  readonly linear?: boolean;
  /** `properties` of the itemref. */
  readonly itemrefProperties?: string;
  /** `id` of the itemref, which CFIs assert. */
  readonly itemrefId?: string;
  /** Id of the file that narrates it. */
  readonly mediaOverlay?: string;
}

/** Another file of the book, such as an image, a font or a style sheet. */
export interface FileSpec {
  /** Path below the package's folder. */
  readonly path: string;
  readonly content: string | Uint8Array;
  /** Left out of the manifest when absent. */
  readonly mediaType?: string;
  readonly properties?: string;
  readonly id?: string;
}

export interface ContentsSpec {
  readonly title: string;
  readonly href: string;
  readonly children?: readonly ContentsSpec[];
}

export interface EpubSpec {
  readonly title?: string;
  /** Null leaves it out. */
  readonly language?: string | null;
  readonly creator?: string;
  readonly identifier?: string;
  readonly chapters?: readonly ChapterSpec[];
  readonly files?: readonly FileSpec[];
  /** One entry per chapter by default; null makes a book without contents. */
  readonly contents?: readonly ContentsSpec[] | null;
  /** `nav` (EPUB 3) by default. */
  readonly contentsAs?: 'nav' | 'ncx' | 'both';
  /** Markup added to the metadata element. */
  readonly metadata?: string;
  /** Attributes added to the spine element. */
  readonly spineAttributes?: string;
  readonly cover?: Uint8Array;
  /** Folder of the package document, `OEBPS` by default; empty puts it at the root. */
  readonly folder?: string;
  /**
   * Changes of the zip's entries by full path, applied last: text or bytes add or replace an entry, null removes it.
   * This lets a test break a valid book in exactly one place.
   */
  readonly entries?: Readonly<Record<string, string | Uint8Array | null>>;
}

const XHTML = 'application/xhtml+xml';
const NCX = 'application/x-dtbncx+xml';
/** Zip times are in local time; this date gives the same bytes everywhere. */
const MTIME = new Date(2020, 0, 1);

/**
 * Builds an EPUB 3 from a small description: valid unless the description breaks it, and the same bytes for the same
 * description. `makeEpub({})` is a book of one chapter.
 */
export function makeEpub(spec: EpubSpec = {}): Uint8Array<ArrayBuffer> {
  return zipEntries(epubEntries(spec));
}

/** The entries that {@link makeEpub} zips, `mimetype` first. */
export function epubEntries(spec: EpubSpec = {}): Map<string, string | Uint8Array> {
  const folder = spec.folder ?? 'OEBPS';
  const at = (path: string): string => (folder === '' ? path : `${folder}/${path}`);
  const chapters = chaptersOf(spec);
  const files = filesOf(spec, chapters);
  const entries = new Map<string, string | Uint8Array>([
    ['mimetype', 'application/epub+zip'],
    ['META-INF/container.xml', container(at('content.opf'))],
    [at('content.opf'), packageDocument(spec, chapters, files)],
  ]);
  for (const { path, document } of chapters) entries.set(at(path), document);
  for (const { path, content } of files) entries.set(at(path), content);
  for (const [path, content] of Object.entries(spec.entries ?? {})) {
    if (content === null) entries.delete(path);
    else entries.set(path, content);
  }
  return entries;
}

/** The entries of a book as they are when its whole folder is zipped. */
export function inFolder(folder: string, spec: EpubSpec = {}): [name: string, content: string | Uint8Array][] {
  return [...epubEntries(spec)].map(([name, content]) => [`${folder}/${name}`, content]);
}

/** Zips entries in order: the first one stored, as EPUB wants its `mimetype`, the others deflated. */
export function zipEntries(entries: ReadonlyMap<string, string | Uint8Array>): Uint8Array<ArrayBuffer> {
  const encoder = new TextEncoder();
  const zippable: Zippable = {};
  let level: 0 | 6 = 0;
  for (const [path, content] of entries) {
    zippable[path] = [typeof content === 'string' ? encoder.encode(content) : content, { level, mtime: MTIME }];
    level = 6;
  }
  return zipSync(zippable) as Uint8Array<ArrayBuffer>;
}

/** A whole XHTML file around the content of its body. */
export function xhtmlPage(title: string, body: string, head = '', language: string | null = 'es'): string {
  const lang = language === null ? '' : ` lang="${language}" xml:lang="${language}"`;
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE html>\n' +
    `<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"${lang}>` +
    `<head><meta charset="UTF-8"/><title>${escapeXml(title)}</title>${head}</head>\n<body>${body}</body></html>\n`
  );
}

/** A PNG of one grey: valid, small, of any size in pixels its header claims. */
export function pngHeader(width: number, height: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(57);
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]);
  const view = new DataView(bytes.buffer);
  view.setUint32(16, width);
  view.setUint32(20, height);
  bytes.set([8, 0, 0, 0, 0], 24);
  bytes.set([0x49, 0x44, 0x41, 0x54], 37);
  bytes.set([0x49, 0x45, 0x4e, 0x44], 49);
  return bytes;
}

type Chapter = Required<Pick<ChapterSpec, 'title' | 'path' | 'mediaType' | 'document'>> & {
  readonly spec: ChapterSpec;
};

function chaptersOf({ chapters = [{ html: '<h1>Uno</h1><p>Texto.</p>' }], language = 'es' }: EpubSpec): Chapter[] {
  return chapters.map((spec, index) => {
    const title = spec.title ?? `Capítulo ${index + 1}`;
    return {
      title,
      path: spec.path ?? `c${index + 1}.xhtml`,
      mediaType: spec.mediaType ?? XHTML,
      document: spec.document ?? xhtmlPage(title, spec.html ?? `<h1>${escapeXml(title)}</h1>`, spec.head, language),
      spec,
    };
  });
}

function filesOf(spec: EpubSpec, chapters: readonly Chapter[]): FileSpec[] {
  const contents = spec.contents === undefined ? defaultContents(chapters) : spec.contents;
  const files: FileSpec[] = [...(spec.files ?? [])];
  const as = spec.contentsAs ?? 'nav';
  if (contents && as !== 'ncx') {
    const list = `<nav epub:type="toc"><h1>Índice</h1>${navList(contents)}</nav>`;
    files.push({
      id: 'nav',
      path: 'nav.xhtml',
      content: xhtmlPage('Índice', list),
      mediaType: XHTML,
      properties: 'nav',
    });
  }
  if (contents && as !== 'nav') files.push({ id: 'ncx', path: 'toc.ncx', content: ncx(contents), mediaType: NCX });
  if (spec.cover) {
    const cover = { id: 'cover', path: 'cover.png', content: spec.cover, mediaType: 'image/png' };
    files.push({ ...cover, properties: 'cover-image' });
  }
  return files;
}

function defaultContents(chapters: readonly Chapter[]): ContentsSpec[] {
  return chapters.map(({ title, path }) => ({ title, href: encodePath(path) }));
}

function packageDocument(spec: EpubSpec, chapters: readonly Chapter[], files: readonly FileSpec[]): string {
  const optional = (name: string, value?: string): string => (value === undefined ? '' : ` ${name}="${value}"`);
  const item = (id: string, path: string, mediaType: string, properties?: string, overlay?: string): string =>
    `<item id="${id}" href="${escapeXml(encodePath(path))}" media-type="${mediaType}"${optional('properties', properties)}` +
    optional('media-overlay', overlay) +
    '/>';
  const items = [
    ...chapters.map(({ path, mediaType, spec: { mediaOverlay } }, index) =>
      item(`c${index + 1}`, path, mediaType, undefined, mediaOverlay),
    ),
    ...files.flatMap(({ id, path, mediaType, properties }, index) =>
      mediaType === undefined ? [] : [item(id ?? `f${index + 1}`, path, mediaType, properties)],
    ),
  ];
  const itemrefs = chapters.map(({ spec: { linear, itemrefId, itemrefProperties } }, index) => {
    const id = itemrefId === undefined ? '' : ` id="${escapeXml(itemrefId)}"`;
    const properties = itemrefProperties === undefined ? '' : ` properties="${itemrefProperties}"`;
    return `<itemref${id} idref="c${index + 1}"${linear === false ? ' linear="no"' : ''}${properties}/>`;
  });
  const hasNcx = files.some(({ mediaType }) => mediaType === NCX);
  const language = spec.language === null ? '' : `<dc:language>${spec.language ?? 'es'}</dc:language>`;
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
    '<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="uid">' +
    '<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">' +
    `<dc:identifier id="uid">${escapeXml(spec.identifier ?? 'urn:uuid:00000000-0000-4000-8000-000000000001')}</dc:identifier>` +
    `<dc:title>${escapeXml(spec.title ?? 'Libro de prueba')}</dc:title>${language}` +
    `<dc:creator>${escapeXml(spec.creator ?? 'Autora de Prueba')}</dc:creator>` +
    `<meta property="dcterms:modified">2020-01-01T00:00:00Z</meta>${spec.metadata ?? ''}</metadata>` +
    `<manifest>${items.join('')}</manifest>` +
    `<spine${hasNcx ? ' toc="ncx"' : ''}${spec.spineAttributes ? ` ${spec.spineAttributes}` : ''}>${itemrefs.join('')}</spine></package>\n`
  );
}

function container(opf: string): string {
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
    '<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>' +
    `<rootfile full-path="${escapeXml(opf)}" media-type="application/oebps-package+xml"/></rootfiles></container>\n`
  );
}

function navList(entries: readonly ContentsSpec[]): string {
  const items = entries.map(({ title, href, children = [] }) => {
    return `<li><a href="${escapeXml(href)}">${escapeXml(title)}</a>${children.length > 0 ? navList(children) : ''}</li>`;
  });
  return `<ol>${items.join('')}</ol>`;
}

function ncx(entries: readonly ContentsSpec[]): string {
  const points = (list: readonly ContentsSpec[]): string =>
    list
      .map(({ title, href, children = [] }) => {
        const label = `<navLabel><text>${escapeXml(title)}</text></navLabel>`;
        return `<navPoint>${label}<content src="${escapeXml(href)}"/>${points(children)}</navPoint>`;
      })
      .join('');
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/" version="2005-1">' +
    `<head/><docTitle><text>Índice</text></docTitle><navMap>${points(entries)}</navMap></ncx>\n`
  );
}

function encodePath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}

function escapeXml(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');
}
