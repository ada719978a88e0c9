import type { SectionView } from './section-view.ts';

/** How long a selection made by a finger must stay as it is before it is told, ms (spec §5, §9). */
const STABLE = 600;

/** `isStill` says whether it is the selection yet. */
type OnSelect = (view: SectionView, range: Range, isStill: () => boolean) => Promise<void>;

/** Tells when a selection has come to rest, and when it is gone. Never turns a page, never changes the selection. */
export class SelectionWatch {
  readonly #onSelect: OnSelect;
  readonly #onClear: () => void;
  readonly #ended = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isDown = false;
  /** The selection last told. */
  #told: { readonly document: Document; readonly range: Range } | null = null;

  constructor(onSelect: OnSelect, onClear: () => void) {
    this.#onSelect = onSelect;
    this.#onClear = onClear;
  }

  /** Whether a mouse button is down, so that a scroll is the browser's answer to a selection dragged outwards. */
  get isDragging(): boolean {
    return this.#isDown;
  }

  /** Listens inside a section's document; its listeners go with the document. */
  listen(view: SectionView): void {
    const { document } = view;
    const { signal } = this.#ended;
    const on = (type: string, listener: (event: Event) => void): void =>
      document.addEventListener(type, listener, { signal, passive: true });
    on('pointerdown', (event) => (this.#isDown = (event as PointerEvent).pointerType === 'mouse'));
    on('pointerup', () => this.#release(view));
    on('pointercancel', () => (this.#isDown = false));
    on('keyup', () => this.#wait(view, 0));
    on('selectionchange', () => {
      if (rangeIn(document)) {
        if (!this.#isDown) this.#wait(view, STABLE);
      } else this.#clear(document);
    });
  }

  /** Takes the selection away. */
  clear(): void {
    const { document } = this.#told ?? {};
    document?.getSelection()?.removeAllRanges();
    if (document) this.#clear(document);
  }

  /** A section goes, and a selection in it. */
  forget(document: Document): void {
    this.#clear(document);
  }

  destroy(): void {
    clearTimeout(this.#timer);
    this.#ended.abort();
  }

  #release(view: SectionView): void {
    // Under a finger the handles may still move; a mouse has let go.
    if (this.#isDown) this.#wait(view, 0);
    this.#isDown = false;
  }

  #wait(view: SectionView, time: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#tell(view), time);
  }

  #tell(view: SectionView): void {
    const range = view.isReady ? rangeIn(view.document) : null;
    if (!range || isSame(range, this.#told?.range)) return;
    const told = { document: view.document, range };
    this.#told = told;
    void this.#onSelect(view, range, () => this.#told === told);
  }

  #clear(document: Document): void {
    if (this.#told?.document !== document) return;
    clearTimeout(this.#timer);
    this.#told = null;
    this.#onClear();
  }
}

/** What is selected in a document; null when it is nothing but white space. */
function rangeIn(document: Document): Range | null {
  const selection = document.getSelection();
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return null;
  return selection.toString().trim() === '' ? null : selection.getRangeAt(0).cloneRange();
}

function isSame(a: Range, b: Range | undefined): boolean {
  return (
    b !== undefined &&
    a.startContainer === b.startContainer &&
    a.startOffset === b.startOffset &&
    a.endContainer === b.endContainer &&
    a.endOffset === b.endOffset
  );
}
