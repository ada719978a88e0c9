import { resolveReference } from '../container/container-path.ts';
import { plainText } from '../container/package-metadata.ts';
import type { Publication, PublicationMetadata, Section, TocEntry } from '../container/publication.ts';
import { parseContentsPage, parseNav, parseNcx, type RawTocEntry } from '../container/toc.ts';
import type { BookFile } from './book-files.ts';
import type { WarningLog } from './gate-warning.ts';
import type { OpenBook } from './open-book.ts';
import type { CarriedFile } from './resource-store.ts';

/** Number of levels kept; deeper entries move up to the last one, so that none is lost. */
const MAX_LEVELS = 8;
const MAX_ENTRIES = 10_000;
const TITLE_LENGTH = 500;

interface OpenEntry extends TocEntry {
  readonly children: OpenEntry[];
}

/**
 * Nests the flat entries of a contents file at `base`. An entry has a target only when its file is in the spine; its
 * fragment is not checked, because the reader opens the start of the file when the fragment is missing.
 */
function buildToc(
  raw: readonly RawTocEntry[],
  base: string,
  sectionPaths: ReadonlySet<string>,
  log: WarningLog,
): TocEntry[] {
  const top: OpenEntry[] = [];
  /** The last entry of each level. */
  const path: OpenEntry[] = [];
  for (const { title, href, level } of raw) {
    if (level > MAX_LEVELS) log.add('contents-cut', base);
    const parent = Math.min(level, MAX_LEVELS, path.length + 1) - 1;
    const entry: OpenEntry = {
      title: plainText(title, TITLE_LENGTH) || '(sin título)',
      href: href === null ? null : destination(href, base, sectionPaths),
      children: [],
    };
    if (href !== null && entry.href === null) log.add('contents-dead-link', base);
    (path[parent - 1]?.children ?? top).push(entry);
    path.length = parent;
    path.push(entry);
  }
  return top;
}

/** Address in the book to which a contents file at `base` links; null when it is no section. */
export function destination(href: string, base: string, sectionPaths: ReadonlySet<string>): string | null {
  if (href.trim() === '') return null;
  const target = resolveReference(base, href);
  if (target.kind !== 'inside' || !sectionPaths.has(target.path)) return null;
  return target.fragment === '' ? target.path : `${target.path}#${target.fragment}`;
}

/** Contents for a book that has none: its linear sections, by their first heading. */
function tocFromSections(sections: readonly Section[], headings: ReadonlyMap<string, string>): TocEntry[] {
  return sections
    .filter(({ linear, missing }) => linear && !missing)
    .slice(0, MAX_ENTRIES)
    .map(({ path }, index) => {
      const heading = plainText(headings.get(path) ?? '', TITLE_LENGTH);
      return { title: heading || `Sección ${index + 1}`, href: path, children: [] };
    });
}

const pathOf = (href: string): string => href.split('#')[0] ?? '';

/** Returns whether any entry has a target. */
function hasDestination(entries: readonly TocEntry[]): boolean {
  return entries.some(({ href, children }) => href !== null || hasDestination(children));
}

type CarriedFiles = ReadonlyMap<BookFile, CarriedFile>;

/** Assembles the publication record; `readText` returns the cleaned text of a file of the edition. */
export async function buildPublication(
  book: OpenBook,
  metadata: PublicationMetadata,
  carried: CarriedFiles,
  coverPath: string | null,
  readText: (file: CarriedFile) => Promise<string>,
  log: WarningLog,
): Promise<Publication> {
  const sections = buildSections(book, metadata, carried, log);
  const last = sections.at(-1);
  return {
    format: 1,
    metadata,
    sections,
    toc: await contents(book, carried, sections, readText, log),
    resources: [...carried].flatMap(([file, { hash, size }]) =>
      file.type === null || file.type.kind === 'ncx'
        ? []
        : [{ path: file.path, mediaType: file.type.mediaType, size, hash }],
    ),
    coverPath,
    characters: last === undefined ? 0 : last.start + (last.linear ? last.characters : 0),
  };
}

function buildSections(
  book: OpenBook,
  metadata: PublicationMetadata,
  carried: CarriedFiles,
  log: WarningLog,
): Section[] {
  let start = 0;
  const spine = book.document.spine.map((item, index): Section => {
    const { file = null, wantedPath = '' } = book.spine[index] ?? {};
    const carriedFile = file === null ? undefined : carried.get(file);
    if (carriedFile === undefined) log.add('missing-file', wantedPath);
    const section: Section = {
      index,
      path: file?.path ?? wantedPath,
      mediaType: file?.type?.mediaType ?? 'application/octet-stream',
      linear: item.linear,
      cfi: item.cfi,
      characters: carriedFile?.characters ?? 0,
      start,
      size: carriedFile?.size ?? 0,
      missing: carriedFile === undefined,
      layout: layoutOf(item.properties, metadata.layout),
      ...pageSpreadOf(item.properties),
    };
    if (section.linear) start += section.characters;
    return section;
  });
  return [...spine, ...sectionsOutside(book, metadata, carried, spine, start)];
}

/**
 * Makes sections of the documents that are not in the spine but are the target of a link: a link opens them, and no
 * page turn reaches them. Their CFIs are numbered after the spine, so that the spine's own do not change.
 */
function sectionsOutside(
  book: OpenBook,
  metadata: PublicationMetadata,
  carried: CarriedFiles,
  spine: readonly Section[],
  start: number,
): Section[] {
  const paths = new Set(spine.map(({ path }) => path));
  const files = [...book.files.followed].filter(({ path, type }) => type?.kind === 'xhtml' && !paths.has(path));
  const spineStep = /^\/\d+/.exec(spine[0]?.cfi ?? '')?.[0] ?? '/6';
  return files
    .toSorted((one, other) => (one.path < other.path ? -1 : 1))
    .flatMap((file) => {
      const carriedFile = carried.get(file);
      return carriedFile ? [{ file, ...carriedFile }] : [];
    })
    .map(({ file: { path, type }, characters, size }, at): Section => ({
      index: spine.length + at,
      path,
      mediaType: type?.mediaType ?? 'application/xhtml+xml',
      linear: false,
      cfi: `${spineStep}/${(spine.length + at + 1) * 2}`,
      ...{ characters, start, size },
      missing: false,
      layout: metadata.layout,
    }));
}

/**
 * Reads the side of a page. EPUB 3 writes left and right without a prefix, and the middle, like older books all sides,
 * with one.
 */
function pageSpreadOf(properties: readonly string[]): Pick<Section, 'pageSpread'> {
  const pageSpread = (['left', 'right', 'center'] as const).find((side) =>
    properties.some((property) => property === `page-spread-${side}` || property === `rendition:page-spread-${side}`),
  );
  return pageSpread ? { pageSpread } : {};
}

function layoutOf(properties: readonly string[], ofBook: Section['layout']): Section['layout'] {
  if (properties.includes('rendition:layout-pre-paginated')) return 'pre-paginated';
  return properties.includes('rendition:layout-reflowable') ? 'reflowable' : ofBook;
}

/** The two files in which a book may list its contents. */
export function contentsFiles(book: OpenBook): Record<'nav' | 'ncx', BookFile | null | undefined> {
  const items = [...book.items.values()];
  return {
    nav: items.find(({ item }) => item.properties.includes('nav'))?.file,
    ncx: book.items.get(book.document.ncxId)?.file ?? items.find(({ file }) => file?.type?.kind === 'ncx')?.file,
  };
}

/** Navigation document, else NCX, else the spine (publication record: `toc`). */
async function contents(
  book: OpenBook,
  carried: CarriedFiles,
  sections: readonly Section[],
  readText: (file: CarriedFile) => Promise<string>,
  log: WarningLog,
): Promise<TocEntry[]> {
  const paths = new Set(sections.filter(({ missing }) => !missing).map(({ path }) => path));
  const { nav, ncx } = contentsFiles(book);
  const sources: [BookFile | null | undefined, (text: string) => RawTocEntry[]][] = [
    [nav, parseNav],
    [ncx, parseNcx],
  ];
  for (const [file, parse] of sources) {
    const carriedFile = file && carried.get(file);
    if (!carriedFile) continue;
    const toc = buildToc(parse(await readText(carriedFile)), file.path, paths, log);
    if (hasDestination(toc)) return toc;
  }
  log.add('no-contents', '');
  const page = await contentsPage(book, carried, sections, readText);
  const headings = new Map([...carried].map(([file, { heading }]) => [file.path, heading ?? '']));
  if (page === null) return tocFromSections(sections, headings);
  const listed = buildToc(page.entries, page.path, paths, log);
  // Merges the page's titles into the list of all sections: a page that links to only a few sections names these, and
  // removes no others from the contents.
  const named = listed.flatMap(({ title, href }): [string, string][] => (href === null ? [] : [[pathOf(href), title]]));
  if (new Set(named.map(([path]) => path)).size * 2 >= paths.size - 1) return listed;
  return tocFromSections(sections, new Map([...headings, ...named.toReversed()]));
}

/** Number of sections at the beginning of a book in which its page of contents is searched. */
const FRONT_SECTIONS = 20;

/**
 * Finds the page of contents that the author made for a book without a list of them: the page that the guide names,
 * otherwise the one at the beginning with links to most sections. A single link counts as a list when the guide names
 * the page or the page has hardly any other text.
 */
async function contentsPage(
  book: OpenBook,
  carried: CarriedFiles,
  sections: readonly Section[],
  readText: (file: CarriedFile) => Promise<string>,
): Promise<{ readonly path: string; readonly entries: readonly RawTocEntry[] } | null> {
  const paths = new Set(sections.filter(({ missing }) => !missing).map(({ path }) => path));
  const named = book.document.guide.filter(({ type }) => type === 'toc').map(({ href }) => href);
  const namedPaths = named.map((href) => destination(href, book.opf.source, paths)?.split('#')[0]);
  const front = sections.slice(0, FRONT_SECTIONS).map(({ path }) => path);
  let best: { path: string; entries: readonly RawTocEntry[] } | null = null;
  let most = 0;
  for (const path of new Set([...namedPaths, ...front])) {
    const file = path === undefined ? null : book.files.find(path);
    const carriedFile = file && carried.get(file);
    if (!file || !carriedFile || file.type?.kind !== 'xhtml') continue;
    const entries = parseContentsPage(await readText(carriedFile)) ?? [];
    const targets = entries.map(({ href }) => href && destination(href, file.path, paths)?.split('#')[0]);
    const count = new Set(targets.filter((target) => target && target !== file.path)).size;
    if (count > most) [best, most] = [{ path: file.path, entries }, count];
    if (count > 0 && namedPaths.includes(path)) break;
  }
  return best;
}

export interface Cover {
  readonly path: string;
  readonly mediaType: string;
  readonly hash: string;
}

/**
 * Finds the cover image that a book names: EPUB 3 `cover-image`, EPUB 2 `meta name="cover"` (an id, or by mistake a
 * path), or an image in the guide. Accepts only bitmaps whose size is known.
 */
export function findCover(book: OpenBook, carried: ReadonlyMap<BookFile, CarriedFile>, log: WarningLog): Cover | null {
  const named = candidates(book);
  for (const file of named) {
    const carriedFile = file === null ? undefined : carried.get(file);
    if (file?.type?.kind !== 'image' || carriedFile === undefined) continue;
    if (carriedFile.pixels !== null) {
      return { path: file.path, mediaType: file.type.mediaType, hash: carriedFile.hash };
    }
    log.add('cover-unusable', file.path);
    return null;
  }
  log.add('cover-missing', '');
  return null;
}

function candidates({ document, items, files, opf }: OpenBook): (BookFile | null)[] {
  const coverFiles: (BookFile | null)[] = [];
  for (const { item, file } of items.values()) if (item.properties.includes('cover-image')) coverFiles.push(file);
  const named = document.metadata.find(({ name, property }) => name === 'meta' && property === 'cover')?.value ?? '';
  coverFiles.push(items.get(named)?.file ?? null);
  const hrefs = [named, ...document.guide.filter(({ type }) => type.includes('cover')).map(({ href }) => href)];
  for (const href of hrefs) {
    const target = resolveReference(opf.source, href);
    if (href !== '' && target.kind === 'inside') coverFiles.push(files.find(target.path, target.rawPath));
  }
  return coverFiles;
}
