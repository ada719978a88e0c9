import type { Reader } from '@cuentos/epub/render/reader';
import type { PlacedHighlight } from './book-order.ts';

/** Id under which the range is painted whose note is being written. */
export const DRAFT_ID = 'draft';

/** Keeps what the engine paints the same as the list, by differences: a change repaints what it touches. */
export class PaintedHighlights {
  readonly #reader: Reader;
  readonly #painted = new Map<string, string>();

  constructor(reader: Reader) {
    this.#reader = reader;
  }

  show(highlights: readonly PlacedHighlight[]): void {
    const gone = new Set(this.#painted.keys());
    for (const { id, place, color, note } of highlights) {
      if (place === null) continue;
      gone.delete(id);
      const look = { id, cfi: place, color, note: note.trim() !== '' };
      const known = JSON.stringify(look);
      if (this.#painted.get(id) === known) continue;
      this.#painted.set(id, known);
      this.#reader.highlights.add(look);
    }
    for (const id of gone) {
      this.#painted.delete(id);
      this.#reader.highlights.remove(id);
    }
  }

  /** The range whose note is being written, in its colour to be; null for none. */
  showDraft(draft: { readonly cfi: string; readonly color: string } | null): void {
    if (draft) this.#reader.highlights.add({ id: DRAFT_ID, cfi: draft.cfi, color: draft.color, note: false });
    else this.#reader.highlights.remove(DRAFT_ID);
  }
}
