import { parseNav, type RawTocEntry } from '../container/nav.ts';
import { parseNcx } from '../container/ncx.ts';
import type { Publication, PublicationMetadata, Section, TocEntry } from '../container/publication.ts';
import type { BookFile } from './book-files.ts';
import { buildToc, hasDestination, tocFromSections } from './build-toc.ts';
import type { WarningLog } from './gate-warning.ts';
import type { OpenBook } from './open-book.ts';
import type { CarriedFile } from './store-files.ts';

type Carried = ReadonlyMap<BookFile, CarriedFile>;

/** Puts together what is known of the edition; `readText` gives the cleaned text of a carried file. */
export async function buildPublication(
  book: OpenBook,
  metadata: PublicationMetadata,
  carried: Carried,
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

function buildSections(book: OpenBook, metadata: PublicationMetadata, carried: Carried, log: WarningLog): Section[] {
  let start = 0;
  return book.document.spine.map((item, index): Section => {
    const { file = null, wanted = '' } = book.spine[index] ?? {};
    const kept = file === null ? undefined : carried.get(file);
    if (kept === undefined) log.add('missing-file', wanted);
    const section: Section = {
      index,
      path: file?.path ?? wanted,
      mediaType: file?.type?.mediaType ?? 'application/octet-stream',
      linear: item.linear,
      cfi: item.cfi,
      characters: kept?.characters ?? 0,
      start,
      size: kept?.size ?? 0,
      missing: kept === undefined,
      layout: layoutOf(item.properties, metadata.layout),
    };
    if (section.linear) start += section.characters;
    return section;
  });
}

function layoutOf(properties: readonly string[], ofBook: Section['layout']): Section['layout'] {
  if (properties.includes('rendition:layout-pre-paginated')) return 'pre-paginated';
  return properties.includes('rendition:layout-reflowable') ? 'reflowable' : ofBook;
}

/** Navigation document, else NCX, else the spine (publication record: `toc`). */
async function contents(
  book: OpenBook,
  carried: Carried,
  sections: readonly Section[],
  readText: (file: CarriedFile) => Promise<string>,
  log: WarningLog,
): Promise<TocEntry[]> {
  const paths = new Set(sections.filter(({ missing }) => !missing).map(({ path }) => path));
  const items = [...book.items.values()];
  const nav = items.find(({ item }) => item.properties.includes('nav'))?.file;
  const ncx = book.items.get(book.document.ncxId)?.file ?? items.find(({ file }) => file?.type?.kind === 'ncx')?.file;
  const sources: [BookFile | null | undefined, (text: string) => RawTocEntry[]][] = [
    [nav, parseNav],
    [ncx, parseNcx],
  ];
  for (const [file, parse] of sources) {
    const kept = file && carried.get(file);
    if (!kept) continue;
    const toc = buildToc(parse(await readText(kept)), file.path, paths, log);
    if (hasDestination(toc)) return toc;
  }
  log.add('no-contents', '');
  const headings = new Map([...carried].map(([file, { heading }]) => [file.path, heading ?? '']));
  return tocFromSections(sections, headings);
}
