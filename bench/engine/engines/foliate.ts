// @ts-expect-error the package has no types; this is the only place outside locator/ that meets it.
import { EPUB } from 'foliate-js/epub.js';
import 'foliate-js/paginator.js';
// @ts-expect-error the same.
import { BlobReader, BlobWriter, configure, TextWriter, ZipReader } from 'foliate-js/vendor/zip.js';
import type { BenchEngine } from './bench-engine.ts';

interface Paginator extends HTMLElement {
  open(book: unknown): void;
  setStyles(css: string): void;
  goTo(target: { index: number; anchor?: () => number }): Promise<void>;
  next(): Promise<void>;
  readonly page: number;
  readonly pages: number;
}

interface ZipEntry {
  readonly filename: string;
  readonly uncompressedSize: number;
  getData(writer: unknown): Promise<unknown>;
}

let paginator: Paginator;
let index = 0;
let shownText = '';

/**
 * Opens a book with the steps of foliate's own view.js, without those that a first page does not need (search, TTS,
 * progress).
 */
window.engine = {
  async open(bytes, host) {
    configure({ useWebWorkers: false });
    const entries = (await new ZipReader(new BlobReader(new Blob([bytes]))).getEntries()) as ZipEntry[];
    const files = new Map(entries.map((entry) => [entry.filename, entry]));
    const book = await new EPUB({
      loadText: (name: string) => files.get(name)?.getData(new TextWriter()) ?? null,
      loadBlob: (name: string, type: string) => files.get(name)?.getData(new BlobWriter(type)) ?? null,
      getSize: (name: string) => files.get(name)?.uncompressedSize ?? 0,
    }).init();
    paginator = document.createElement('foliate-paginator') as Paginator;
    paginator.style.cssText = 'display:block;width:100%;height:100%';
    paginator.setAttribute('max-column-count', '1');
    paginator.setAttribute('gap', '5.13%');
    paginator.setAttribute('margin', '0px');
    paginator.addEventListener('relocate', (event) => ({ index } = (event as CustomEvent<{ index: number }>).detail));
    host.append(paginator);
    paginator.open(book);
    paginator.setStyles('html{font-size:16px;line-height:1.5}');
    // Uses goTo(), not next() as foliate's view does: the promise of next() resolves 100 ms after the page is shown.
    const first = (book as { sections: { linear?: string }[] }).sections.findIndex(({ linear }) => linear !== 'no');
    await paginator.goTo({ index: first });
  },
  next: () => paginator.next(),
  toSectionEnd: () => paginator.goTo({ index, anchor: () => 1 }),
  page() {
    // Ignores foliate's first and last page, which are blank, so that a turn counts when text is shown.
    const { page, pages } = paginator;
    if (page >= 1 && page <= pages - 2) shownText = `${index}:${page}`;
    return shownText;
  },
} satisfies BenchEngine;
