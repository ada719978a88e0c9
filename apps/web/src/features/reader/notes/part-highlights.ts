import type { Reader } from '@cuentos/epub/render/reader';
import {
  type HighlightKeeper,
  type LocalHighlight,
  type NewHighlight,
  openHighlightKeeper,
} from '../../../offline/highlight-keeper.ts';
import type { OpenedBook } from '../open-book.ts';
import { HighlightAnchors } from './anchor-highlights.ts';
import { inBookOrder, type PlacedHighlight } from './book-order.ts';
import { PaintedHighlights } from './painted-highlights.ts';

/** The highlights of the part that is read: kept on the device, merged with the server's, painted in the book. */
export class PartHighlights {
  readonly #book: OpenedBook;
  readonly #onChange: (highlights: readonly PlacedHighlight[]) => void;
  readonly #anchors: HighlightAnchors;
  /** Where each highlight stands in this edition, once that is known. */
  readonly #places = new Map<string, string | null>();
  #keeper: HighlightKeeper | null = null;
  #painted: PaintedHighlights | null = null;
  #isOpen = false;
  #stops: (() => void)[] = [];

  constructor(book: OpenedBook, onChange: (highlights: readonly PlacedHighlight[]) => void) {
    this.#book = book;
    this.#onChange = onChange;
    this.#anchors = new HighlightAnchors(book);
  }

  /** @param onRestored called when what the device has is painted. */
  open(reader: Reader, onRestored: () => Promise<void>): void {
    this.#isOpen = true;
    this.#painted = new PaintedHighlights(reader);
    const pull = () => void this.#keeper?.pull();
    const look = () => document.visibilityState === 'visible' && pull();
    addEventListener('online', pull);
    document.addEventListener('visibilitychange', look);
    this.#stops.push(
      () => removeEventListener('online', pull),
      () => document.removeEventListener('visibilitychange', look),
    );
    void this.#restore(reader, onRestored);
  }

  close(): void {
    this.#isOpen = false;
    for (const stop of this.#stops.splice(0)) stop();
    this.#keeper?.close();
    this.#keeper = null;
    this.#painted = null;
  }

  create(highlight: NewHighlight): void {
    this.#keeper?.create(highlight);
  }

  update(id: string, change: { readonly color?: string; readonly note?: string }): void {
    this.#keeper?.update(id, change);
  }

  remove(id: string): void {
    this.#keeper?.remove(id);
  }

  /** Paints the range whose note is being written. */
  showDraft(draft: { readonly cfi: string; readonly color: string } | null): void {
    this.#painted?.showDraft(draft);
  }

  async #restore(reader: Reader, onRestored: () => Promise<void>): Promise<void> {
    const keeper = await openHighlightKeeper(this.#book.partId);
    await reader.ready;
    if (!this.#isOpen) {
      keeper.close();
      return;
    }
    this.#keeper = keeper;
    this.#stops.push(keeper.subscribe(() => this.#show()));
    this.#show();
    await onRestored();
    await keeper.pull();
    void this.#anchor();
  }

  #show(): void {
    const highlights = this.#keeper?.list() ?? [];
    const placed = inBookOrder(highlights.map((each) => ({ ...each, place: this.#placeOf(each) })));
    this.#painted?.show(placed);
    this.#onChange(placed);
    if (highlights.some(({ id }) => !this.#places.has(id))) void this.#anchor();
  }

  /** Until more is known a range of this very edition is taken at its word, and any other waits. */
  #placeOf({ id, cfi, edition_id }: LocalHighlight): string | null {
    const known = this.#places.get(id);
    if (known !== undefined) return known;
    return edition_id === this.#book.editionId ? cfi : null;
  }

  #anchoring: Promise<void> | null = null;

  /** Looks for the places that are not known yet, one after the other. */
  async #anchor(): Promise<void> {
    this.#anchoring ??= this.#anchorAll().finally(() => {
      this.#anchoring = null;
    });
    return this.#anchoring;
  }

  async #anchorAll(): Promise<void> {
    let isNews = false;
    for (const highlight of this.#keeper?.list() ?? []) {
      if (this.#places.has(highlight.id)) continue;
      const before = this.#placeOf(highlight);
      const place = await this.#anchors.placeOf(highlight);
      if (!this.#isOpen) return;
      // Files that did not arrive are asked for again with the next change.
      if (place === undefined) continue;
      this.#places.set(highlight.id, place);
      isNews ||= place !== before;
    }
    if (isNews) this.#show();
  }
}
