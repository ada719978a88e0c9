import type { Publication } from '@cuentos/epub/container/publication';
import type { Reader } from '@cuentos/epub/render/reader';
import type { ReaderTarget, Relocation } from '@cuentos/epub/render/reader-types';
import { session } from '../../lib/api/session.ts';
import { type Bookmark, bookmarkStore } from './bookmark-store.ts';
import { newId } from '../../lib/new-id.ts';
import { findQuote, quoteAt } from './page-quote.ts';
import { Store } from '../../lib/react-store.ts';

/** What bookmarks need of the book that they are in. */
interface BookmarkedBook {
  readonly preview: boolean;
  /** Owner of the bookmarks of a sample, see `localReader`; null: the signed-in reader's. */
  readonly localReader: string | null;
  readonly partId: string;
  readonly editionId: string;
  readonly publication: Publication;
}

interface BookmarksState {
  /** In the order of the book. */
  readonly list: readonly Bookmark[];
  /** The one on the page shown. */
  readonly here: Bookmark | null;
}

/** Share of the book by which two places may differ and be the same, percent: numbers that were saved and computed. */
const SAME = 1e-6;

/** The bookmark on a page, by the text that the page holds; so it stays there through changes of size and theme. */
export function bookmarkOn(
  list: readonly Bookmark[],
  place: Relocation,
  { sections, characters }: Pick<Publication, 'sections' | 'characters'>,
): Bookmark | null {
  const section = sections[place.sectionIndex];
  if (!section) return null;
  const after = section.start + section.characters - place.charactersLeftInSection;
  const end = characters > 0 ? (after / characters) * 100 : 0;
  return (
    list.find(
      ({ cfi, percentage }) => cfi === place.cfi || (percentage >= place.percentage - SAME && percentage < end - SAME),
    ) ?? null
  );
}

/** The bookmarks of one part, saved on this device. */
export class Bookmarks extends Store<BookmarksState> {
  readonly #book: BookmarkedBook;
  readonly #uid: string;
  #reader: Pick<Reader, 'position' | 'rangeOf' | 'search'> | null = null;

  constructor(book: BookmarkedBook) {
    super({ list: [], here: null });
    this.#book = book;
    this.#uid = book.localReader ?? session.claims()?.uid ?? '';
  }

  /** Marks the page that an engine shows. @returns ends it. */
  readonly follow = (reader: Reader): (() => void) => {
    this.#reader = reader;
    void this.#load();
    const stop = reader.on('relocate', () => this.#show(this.snapshot().list));
    return () => {
      stop();
      this.#reader = null;
    };
  };

  /** Marks the page shown, or takes its mark away. */
  readonly toggle = async (): Promise<void> => {
    const { here } = this.snapshot();
    const place = this.#reader?.position;
    if (here) await this.remove(here);
    else if (place) await this.restore(this.#markOf(place));
  };

  async remove({ id }: Bookmark): Promise<void> {
    this.#show(this.snapshot().list.filter((each) => each.id !== id));
    await this.#write(() => bookmarkStore.remove(this.#uid, this.#book.partId, id));
  }

  /** Puts a bookmark in, or back. */
  async restore(bookmark: Bookmark): Promise<void> {
    const others = this.snapshot().list.filter(({ id }) => id !== bookmark.id);
    this.#show([...others, bookmark]);
    await this.#write(() => bookmarkStore.put(bookmark));
  }

  /** Where a bookmark leads in this edition: its own place, else where its words stand now, else as far in the book. */
  async targetOf({ cfi, edition_id: edition, percentage, quote }: Bookmark): Promise<ReaderTarget> {
    if (edition === this.#book.editionId) return cfi;
    const place =
      quote && this.#reader ? await findQuote(this.#reader, this.#book.publication, quote, percentage) : null;
    return place ?? { fraction: percentage / 100 };
  }

  #markOf({ cfi, percentage, chapterTitle }: Relocation): Bookmark {
    return {
      uid: this.#uid,
      part_id: this.#book.partId,
      id: newId(),
      cfi,
      percentage,
      edition_id: this.#book.editionId,
      chapter: chapterTitle,
      quote: this.#reader ? quoteAt(this.#reader, cfi) : null,
      created_at: Date.now(),
    };
  }

  async #load(): Promise<void> {
    const list = await bookmarkStore.of(this.#uid, this.#book.partId).catch(() => []);
    const shownIds = new Set(this.snapshot().list.map(({ id }) => id));
    this.#show([...this.snapshot().list, ...list.filter(({ id }) => !shownIds.has(id))]);
  }

  #show(list: readonly Bookmark[]): void {
    const place = this.#reader?.position;
    const sorted = list.toSorted((a, b) => a.percentage - b.percentage);
    this.set({ list: sorted, here: place ? bookmarkOn(sorted, place, this.#book.publication) : null });
  }

  /** A preview leaves nothing behind; refused storage leaves the mark for this page's life. */
  async #write(write: () => Promise<void>): Promise<void> {
    if (!this.#book.preview) await write().catch(() => {});
  }
}
