import type { BookmarkList } from '@cuentos/contract/bookmarks';
import type { Publication } from '@cuentos/epub/container/publication';
import type { Reader } from '@cuentos/epub/render/reader';
import type { ReaderTarget, Relocation } from '@cuentos/epub/render/reader-types';
import { onChange } from '../../device/changes.ts';
import { isOnline } from '../../device/network-status.ts';
import { flushOutbox } from '../../device/outbox.ts';
import { deviceTabs } from '../../device/tabs.ts';
import { session } from '../../lib/api/session.ts';
import { createSerialQueue } from '../../lib/serial-queue.ts';
import { type Bookmark, type BookmarkEntry, bookmarkOutbox, fetchBookmarks } from './bookmark-outbox.ts';
import { additionOf, bookmarkStore, fromWire, removalOf } from './bookmark-store.ts';
import { newId } from '../../lib/new-id.ts';
import { findQuote, plain, quoteAt } from './page-quote.ts';
import { Store } from '../../lib/react-store.ts';

/** Facts that bookmarks need about their book. */
interface BookmarkedBook {
  readonly preview: boolean;
  /** Owner of the bookmarks of a sample, see `localReader`; null: the signed-in reader's. */
  readonly localReader: string | null;
  readonly partId: string;
  readonly editionId: string;
  readonly publication: Publication;
}

interface BookmarksState {
  /** Bookmarks in the order of the book. */
  readonly list: readonly Bookmark[];
  /** The bookmark on the page shown. */
  readonly here: Bookmark | null;
}

/** Difference by which two equal places may differ, percent: one number is stored, the other computed. */
const SAME = 1e-6;

/**
 * Finds the bookmark on a page by the text of the page, so that it stays through changes of size and theme. A bookmark
 * of another edition has neither CFI nor percentage in this one.
 */
export function bookmarkOn(
  list: readonly Bookmark[],
  place: Relocation,
  { editionId, publication: { sections, characters } }: Pick<BookmarkedBook, 'editionId' | 'publication'>,
): Bookmark | null {
  const section = sections[place.sectionIndex];
  if (!section) return null;
  const after = section.start + section.characters - place.charactersLeftInSection;
  const end = characters > 0 ? (after / characters) * 100 : 0;
  return (
    list.find(
      ({ cfi, percentage, edition_id }) =>
        edition_id === editionId &&
        (cfi === place.cfi || (percentage >= place.percentage - SAME && percentage < end - SAME)),
    ) ?? null
  );
}

/** The bookmarks of one part: saved on this device at once, and the same on all of the reader's devices. */
export class Bookmarks extends Store<BookmarksState> {
  readonly #book: BookmarkedBook;
  readonly #uid: string;
  /** Whether the bookmarks are sent to the server. */
  readonly isSent: boolean;
  /** Ids deleted here, which a list under way may still contain. */
  readonly #removed = new Set<string>();
  /** Counts the changes that other tabs made in the database. */
  #changeCount = 0;
  readonly #writing = createSerialQueue();
  #reader: Pick<Reader, 'pageText' | 'position' | 'rangeOf' | 'search'> | null = null;

  constructor(book: BookmarkedBook) {
    super({ list: [], here: null });
    this.#book = book;
    this.#uid = book.localReader ?? session.claims()?.uid ?? '';
    this.isSent = !book.preview && book.localReader === null;
  }

  /** Follows an engine, whose page can be bookmarked. @returns ends it */
  readonly follow = (reader: Reader): (() => void) => {
    this.#reader = reader;
    void this.#load().then(() => this.pull());
    const pull = () => void this.pull();
    const look = () => document.visibilityState === 'visible' && pull();
    addEventListener('online', pull);
    document.addEventListener('visibilitychange', look);
    const stops = [
      () => removeEventListener('online', pull),
      () => document.removeEventListener('visibilitychange', look),
      onChange(['bookmarks'], ({ part_id: partId }) => partId === this.#book.partId && pull()),
      reader.on('relocate', () => this.#show(this.snapshot().list)),
      deviceTabs.subscribe((message) => {
        if (message.kind !== 'bookmarks' || message.partId !== this.#book.partId) return;
        this.#changeCount += 1;
        // If the database does not answer, the list stays as shown.
        this.#reload().catch(() => {});
      }),
      bookmarkOutbox.onSettled(({ entry, outcome }) => {
        if (entry.part_id === this.#book.partId && outcome.kind === 'taken' && outcome.answer.deleted)
          this.#drop(entry.bookmark_id);
      }),
    ];
    return () => {
      for (const stop of stops) stop();
      this.#reader = null;
    };
  };

  /** Fetches the changes of other devices. Never rejects. */
  async pull(): Promise<void> {
    const { partId } = this.#book;
    if (!this.isSent || !isOnline()) return;
    try {
      const changeCount = this.#changeCount;
      const list = await fetchBookmarks(partId);
      // A list made before another tab's deletion would restore the bookmark.
      if (changeCount !== this.#changeCount) return await this.pull();
      const merge = async () => bookmarkStore.merge(this.#uid, partId, list, this.#removed);
      const isStored = await this.#writing.run(merge).then(
        () => true,
        () => false,
      );
      if (!isStored) return this.#showUnstored(list);
      await this.#reload();
      void flushOutbox();
    } catch {
      // Shows the bookmarks of the device; the next pull asks the server again.
    }
  }

  /** Bookmarks the page shown, or removes its bookmark. */
  readonly toggle = async (): Promise<void> => {
    const { here } = this.snapshot();
    const place = this.#reader?.position;
    if (here) await this.remove(here);
    else if (place) await this.#add(this.#markOf(place));
  };

  async remove(bookmark: Bookmark): Promise<void> {
    this.#removed.add(bookmark.id);
    this.#drop(bookmark.id);
    const change = this.isSent ? removalOf(bookmark) : null;
    await this.#write(change, () => bookmarkStore.remove(bookmark, change));
  }

  /** Restores a bookmark as a new one: a deleted id stays deleted on each device. */
  async restore({ refused: _refused, ...bookmark }: Bookmark): Promise<void> {
    await this.#add({ ...bookmark, id: newId() });
  }

  /**
   * Finds the target of a bookmark in this edition: its own place, else the place of its words, else its percentage.
   */
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

  async #add(bookmark: Bookmark): Promise<void> {
    this.#show([...this.snapshot().list, bookmark]);
    const change = this.isSent ? additionOf(bookmark) : null;
    await this.#write(change, () => bookmarkStore.put(bookmark, change));
  }

  #drop(id: string): void {
    this.#show(this.snapshot().list.filter((each) => each.id !== id));
  }

  async #load(): Promise<void> {
    const list = await bookmarkStore.of(this.#uid, this.#book.partId).catch(() => []);
    const shownIds = new Set(this.snapshot().list.map(({ id }) => id));
    this.#show([...this.snapshot().list, ...list.filter(({ id }) => !shownIds.has(id))]);
  }

  /** Merges the server's bookmarks with those of this page, where the device stores nothing. */
  #showUnstored({ bookmarks, deleted }: BookmarkList): void {
    const gone = new Set([...deleted, ...this.#removed]);
    const sent = bookmarks.map((each) => fromWire(this.#uid, this.#book.partId, each));
    const sentIds = new Set(sent.map(({ id }) => id));
    const own = this.snapshot().list.filter(({ id }) => !sentIds.has(id));
    this.#show([...own, ...sent].filter(({ id }) => !gone.has(id)));
  }

  /** Shows the bookmarks of the database, which another tab or the server has changed. */
  async #reload(): Promise<void> {
    await this.#writing.idle();
    this.#show(await bookmarkStore.of(this.#uid, this.#book.partId));
  }

  #show(list: readonly Bookmark[]): void {
    const place = this.#reader?.position;
    const sorted = list.toSorted((a, b) => a.percentage - b.percentage);
    const here = place ? bookmarkOn(sorted, place, this.#book) : null;
    this.set({ list: sorted, here });
    if (!here) void this.#findByWords(sorted).catch(() => {});
  }

  /** Shows the bookmark of another edition whose words are on the page. */
  async #findByWords(list: readonly Bookmark[]): Promise<void> {
    const quoted = list.filter(({ edition_id, quote }) => edition_id !== this.#book.editionId && quote);
    const place = this.#reader?.position;
    if (quoted.length === 0 || !this.#reader || !place) return;
    const text = plain(await this.#reader.pageText());
    const here = quoted.find(({ quote }) => quote && text.includes(quote.text));
    // A page turned or a list changed meanwhile has been looked at anew.
    if (here && this.#reader?.position === place && this.snapshot().list === list) this.set({ list, here });
  }

  /** A preview stores nothing. A device without storage keeps the change in memory, and sends it. */
  async #write(change: BookmarkEntry | null, write: () => Promise<void>): Promise<void> {
    if (this.#book.preview) return;
    await this.#writing.run(async () => {
      try {
        await write();
        if (!change) return;
        deviceTabs.post({ kind: 'bookmarks', partId: this.#book.partId });
        void flushOutbox();
      } catch {
        if (change) await bookmarkOutbox.send(change).catch(() => {});
      }
    });
  }
}
