// @ts-expect-error the package has no types; only this file and locator/ import it.
import { EPUB } from 'foliate-js/epub.js';
import 'foliate-js/paginator.js';
// @ts-expect-error the same.
import { BlobReader, BlobWriter, configure, TextWriter, ZipReader } from 'foliate-js/vendor/zip.js';

/** The used part of foliate-js 1.0.1's paginator. */
export interface Paginator extends HTMLElement {
  open(book: unknown): void;
  setStyles(css: string): void;
  goTo(target: { index: number; anchor?: () => number }): Promise<void>;
  next(): Promise<void>;
  getContents(): { readonly doc: Document }[];
  readonly page: number;
  readonly pages: number;
  /** Length of a page, px. */
  readonly size: number;
}

export interface FoliateBook {
  readonly paginator: Paginator;
  readonly sections: readonly { readonly id: string; readonly linear?: string }[];
}

interface ZipEntry {
  readonly filename: string;
  readonly uncompressedSize: number;
  getData(writer: unknown): Promise<unknown>;
}

/**
 * Opens a book with the steps of foliate's own view.js, without those that a first page does not need (search, TTS,
 * progress). Shows no section yet.
 */
export async function openFoliate(bytes: ArrayBuffer, host: HTMLElement, css: string): Promise<FoliateBook> {
  configure({ useWebWorkers: false });
  const entries = (await new ZipReader(new BlobReader(new Blob([bytes]))).getEntries()) as ZipEntry[];
  const files = new Map(entries.map((entry) => [entry.filename, entry]));
  const book = await new EPUB({
    loadText: (name: string) => files.get(name)?.getData(new TextWriter()) ?? null,
    loadBlob: (name: string, type: string) => files.get(name)?.getData(new BlobWriter(type)) ?? null,
    getSize: (name: string) => files.get(name)?.uncompressedSize ?? 0,
  }).init();
  const paginator = document.createElement('foliate-paginator') as Paginator;
  paginator.style.cssText = 'display:block;width:100%;height:100%';
  paginator.setAttribute('max-column-count', '1');
  paginator.setAttribute('gap', '5.13%');
  paginator.setAttribute('margin', '0px');
  host.append(paginator);
  paginator.open(book);
  paginator.setStyles(css);
  return { paginator, sections: (book as Pick<FoliateBook, 'sections'>).sections };
}
