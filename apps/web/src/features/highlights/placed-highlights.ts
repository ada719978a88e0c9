import { WorkSlices } from '@cuentos/epub/page-review/work-slices';
import type { Reader } from '@cuentos/epub/render/reader';
import { onChange } from '../../device/changes.ts';
import { HighlightAnchors, type HighlightedBook } from './highlight-anchors.ts';
import { inBookOrder } from './book-order.ts';
import {
  type HighlightDraft,
  type HighlightStore,
  openHighlightStore,
  type ShownHighlight,
} from './highlight-store.ts';

/** Id of the painted range whose note is being written. */
export const DRAFT_ID = 'draft';

/** Number of found places after which the page is painted: an import may have hundreds to find, each in some 30 ms. */
const PAINTED_AT_ONCE = 10;

/** Keeps the painted highlights equal to the list by differences, so that a change repaints only its own range. */
class PaintedHighlights {
  readonly #reader: Reader;
  readonly #paintKeys = new Map<string, string>();

  constructor(reader: Reader) {
    this.#reader = reader;
  }

  show(highlights: readonly ShownHighlight[]): void {
    const unpainted = new Set(this.#paintKeys.keys());
    for (const { id, place, color, note } of highlights) {
      if (place === null) continue;
      unpainted.delete(id);
      const look = { id, cfi: place, color, note: note.trim() !== '' };
      const paintKey = JSON.stringify(look);
      if (this.#paintKeys.get(id) === paintKey) continue;
      this.#paintKeys.set(id, paintKey);
      this.#reader.highlights.add(look);
    }
    for (const id of unpainted) {
      this.#paintKeys.delete(id);
      this.#reader.highlights.remove(id);
    }
  }

  /** The range whose note is being written, in its future colour; null for none. */
  showDraft(draft: { readonly cfi: string; readonly color: string } | null): void {
    if (draft) this.#reader.highlights.add({ id: DRAFT_ID, cfi: draft.cfi, color: draft.color, note: false });
    else this.#reader.highlights.remove(DRAFT_ID);
  }
}

/** The highlights of the open part: stored on the device, merged with the server's, painted in the book. */
export class PlacedHighlights {
  readonly #book: HighlightedBook;
  readonly #onChange: (highlights: readonly ShownHighlight[]) => void;
  readonly #anchors: HighlightAnchors;
  /** The place of each highlight in this edition, once it is known. */
  readonly #places = new Map<string, string | null>();
  #store: HighlightStore | null = null;
  #paintedHighlights: PaintedHighlights | null = null;
  #isOpen = false;
  #ending = new AbortController();
  #stops: (() => void)[] = [];

  constructor(book: HighlightedBook, onChange: (highlights: readonly ShownHighlight[]) => void) {
    this.#book = book;
    this.#onChange = onChange;
    this.#anchors = new HighlightAnchors(book);
  }

  /** @param onRestored called when the device's highlights are painted */
  open(reader: Reader, onRestored: () => Promise<void>): void {
    this.#isOpen = true;
    this.#ending = new AbortController();
    this.#paintedHighlights = new PaintedHighlights(reader);
    const pull = () => void this.#store?.pull();
    const look = () => document.visibilityState === 'visible' && pull();
    addEventListener('online', pull);
    document.addEventListener('visibilitychange', look);
    this.#stops.push(
      () => removeEventListener('online', pull),
      () => document.removeEventListener('visibilitychange', look),
      onChange(['highlights'], (change) => this.#store?.hear(change)),
    );
    void this.#restore(reader, onRestored);
  }

  close(): void {
    this.#isOpen = false;
    this.#ending.abort();
    this.#anchoring = null;
    for (const stop of this.#stops.splice(0)) stop();
    this.#store?.close();
    this.#store = null;
    this.#paintedHighlights = null;
  }

  create(highlight: HighlightDraft): void {
    this.#store?.create(highlight);
  }

  update(id: string, change: { readonly color?: string; readonly note?: string }): void {
    this.#store?.update(id, change);
  }

  remove(id: string): void {
    this.#store?.remove(id);
  }

  /** Paints the range whose note is being written. */
  showDraft(draft: { readonly cfi: string; readonly color: string } | null): void {
    this.#paintedHighlights?.showDraft(draft);
  }

  async #restore(reader: Reader, onRestored: () => Promise<void>): Promise<void> {
    const store = await openHighlightStore(this.#book.partId, this.#book.localReader);
    await reader.ready;
    if (!this.#isOpen) {
      store.close();
      return;
    }
    this.#store = store;
    this.#stops.push(store.subscribe(() => this.#show()));
    this.#show();
    await onRestored();
    await store.pull();
    void this.#anchor();
  }

  #show(): void {
    const highlights = this.#store?.list() ?? [];
    const placed = inBookOrder(highlights.map((each) => ({ ...each, place: this.#placeOf(each) })));
    this.#paintedHighlights?.show(placed);
    this.#onChange(placed);
    if (highlights.some(({ id }) => !this.#places.has(id))) void this.#anchor();
  }

  /** Paints a range of this edition at once; any other waits until its place is found. */
  #placeOf({ id, cfi, edition_id }: ShownHighlight): string | null {
    const knownPlace = this.#places.get(id);
    if (knownPlace !== undefined) return knownPlace;
    return edition_id === this.#book.editionId ? cfi : null;
  }

  #anchoring: Promise<void> | null = null;

  /** Searches the unknown places, one after the other, while the page is idle. */
  async #anchor(): Promise<void> {
    const { signal } = this.#ending;
    if (this.#anchoring) return this.#anchoring;
    const search = this.#anchorAll(signal)
      .catch((error: unknown) => {
        if (!signal.aborted) throw error;
      })
      .finally(() => {
        if (this.#anchoring === search) this.#anchoring = null;
      });
    this.#anchoring = search;
    return search;
  }

  /** @throws the signal's reason once it is aborted */
  async #anchorAll(signal: AbortSignal): Promise<void> {
    const slices = new WorkSlices(signal);
    let news = 0;
    for (const highlight of this.#store?.list() ?? []) {
      if (this.#places.has(highlight.id)) continue;
      await slices.pauseIfDue();
      const before = this.#placeOf(highlight);
      const place = await this.#anchors.placeOf(highlight);
      if (!this.#isOpen) return;
      // Files that did not load are requested again with the next change.
      if (place === undefined) continue;
      this.#places.set(highlight.id, place);
      if (place === before) continue;
      news += 1;
      if (news % PAINTED_AT_ONCE === 0) this.#show();
    }
    if (news % PAINTED_AT_ONCE > 0) this.#show();
  }
}
