import type { BookPlaces } from '../container/book-places.ts';
import { countedLength, UNCOUNTED_ELEMENTS } from '../container/counted-text.ts';
import { plainText } from '../container/package-metadata.ts';
import type { Section, TocEntry } from '../container/publication.ts';
import { parseNavPages, parseNcxPages, type RawTocEntry } from '../container/toc.ts';
import { NS, parseXml, type XmlHandler, type XmlElement } from '../container/xml-events.ts';
import type { BookFile } from './book-files.ts';
import { contentsFiles, destination } from './build-publication.ts';
import type { OpenBook } from './open-book.ts';
import type { CarriedFile } from './resource-store.ts';

const LABEL_LENGTH = 20;

type CarriedFiles = ReadonlyMap<BookFile, CarriedFile>;
type ReadText = (file: CarriedFile) => Promise<string>;

/**
 * Finds the places at which chapters and printed pages begin; null when the book lists no pages and no chapter begins
 * inside a section.
 */
export async function findPlaces(
  book: OpenBook,
  carried: CarriedFiles,
  { sections, toc }: { readonly sections: readonly Section[]; readonly toc: readonly TocEntry[] },
  readText: ReadText,
): Promise<BookPlaces | null> {
  const shown = new Map(
    sections.filter(({ linear, missing }) => linear && !missing).map((section) => [section.path, section]),
  );
  const pages = await pageTargets(book, carried, new Set(shown.keys()), readText);
  const chapters = hrefsOf(toc).filter((href) => href.includes('#'));
  const offsets = new Map<string, ReadonlyMap<string, number>>();
  for (const [path, ids] of idsByPath([...chapters, ...pages.map(({ href }) => href)])) {
    const file = book.files.find(path);
    const carriedFile = file && carried.get(file);
    if (carriedFile && shown.has(path)) offsets.set(path, offsetsOfIds(await readText(carriedFile), ids));
  }
  const placeOf = (href: string): number | null => {
    const [path, id] = splitHref(href);
    const section = shown.get(path);
    return section ? section.start + (offsets.get(path)?.get(id) ?? 0) : null;
  };
  const places = {
    chapters: Object.fromEntries(chapters.flatMap((href) => entryOf(href, placeOf(href)))),
    pages: pages
      .flatMap(({ label, href }) => entryOf(label, placeOf(href)))
      .toSorted(([, one], [, other]) => one - other),
  };
  return places.pages.length + Object.keys(places.chapters).length > 0 ? places : null;
}

const entryOf = (name: string, place: number | null): [string, number][] => (place === null ? [] : [[name, place]]);

/** Returns the list of pages of the navigation document, otherwise of the NCX, with addresses in the book. */
async function pageTargets(
  book: OpenBook,
  carried: CarriedFiles,
  paths: ReadonlySet<string>,
  readText: ReadText,
): Promise<{ readonly label: string; readonly href: string }[]> {
  const { nav, ncx } = contentsFiles(book);
  const sources: [BookFile | null | undefined, (text: string) => RawTocEntry[]][] = [
    [nav, parseNavPages],
    [ncx, parseNcxPages],
  ];
  for (const [file, parse] of sources) {
    const carriedFile = file && carried.get(file);
    if (!carriedFile) continue;
    const pages = parse(await readText(carriedFile)).flatMap(({ title, href }) => {
      const label = plainText(title, LABEL_LENGTH);
      const target = href === null ? null : destination(href, file.path, paths);
      return label && target !== null ? [{ label, href: target }] : [];
    });
    if (pages.length > 0) return pages;
  }
  return [];
}

function hrefsOf(entries: readonly TocEntry[]): string[] {
  return entries.flatMap(({ href, children }) => [...(href === null ? [] : [href]), ...hrefsOf(children)]);
}

function splitHref(href: string): [path: string, id: string] {
  const [path = '', id = ''] = href.split(/#(.*)/s);
  return [path, id];
}

function idsByPath(hrefs: readonly string[]): Map<string, Set<string>> {
  const ids = new Map<string, Set<string>>();
  for (const href of hrefs) {
    const [path, id] = splitHref(href);
    if (id !== '') ids.set(path, (ids.get(path) ?? new Set()).add(id));
  }
  return ids;
}

/** Counts the characters before the elements with these ids; for a repeated id, before its first element. */
function offsetsOfIds(source: string, ids: ReadonlySet<string>): ReadonlyMap<string, number> {
  const counter = new IdCounter(ids);
  parseXml(source, counter);
  return counter.offsets;
}

class IdCounter implements XmlHandler {
  readonly offsets = new Map<string, number>();
  readonly #ids: ReadonlySet<string>;
  #characters = 0;
  #text = '';
  #depth = 0;
  #bodyDepth = 0;
  #uncountedDepth = 0;

  constructor(ids: ReadonlySet<string>) {
    this.#ids = ids;
  }

  open({ local, uri, attributes }: XmlElement): void {
    this.#endText();
    this.#depth += 1;
    if (uri === NS.xhtml && local === 'body' && this.#bodyDepth === 0) this.#bodyDepth = this.#depth;
    if (UNCOUNTED_ELEMENTS.has(local) && this.#uncountedDepth === 0) this.#uncountedDepth = this.#depth;
    for (const { local: name, value } of attributes) {
      if ((name !== 'id' && name !== 'name') || !this.#ids.has(value)) continue;
      if (!this.offsets.has(value)) this.offsets.set(value, this.#characters);
    }
  }

  text(text: string): void {
    if (this.#bodyDepth > 0 && this.#uncountedDepth === 0) this.#text += text;
  }

  close(): void {
    this.#endText();
    if (this.#depth === this.#uncountedDepth) this.#uncountedDepth = 0;
    if (this.#depth === this.#bodyDepth) this.#bodyDepth = 0;
    this.#depth -= 1;
  }

  /** Counts everything between two tags as one text. */
  #endText(): void {
    this.#characters += countedLength(this.#text);
    this.#text = '';
  }
}
