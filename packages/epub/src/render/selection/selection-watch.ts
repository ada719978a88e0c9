import type { ReaderSelection } from '../reader-types.ts';
import type { Drag } from './read-selection.ts';
import type { SectionView } from '../sections/section-view.ts';

/** How long a selection made by a finger must stay as it is before it is told, ms. */
const STABLE = 600;

interface SelectionWatcher {
  /** What is known of a selection; null when it holds no text, or the code that knows does not arrive. */
  read(view: SectionView, range: Range): Promise<ReaderSelection | null>;
  onSelect(selection: ReaderSelection): void;
  onClear(): void;
}

type SelectionHold = (view: SectionView, drag: Drag) => void;

/** A selection that came to rest. */
interface Told {
  readonly document: Document;
  readonly range: Range;
  /** Null until it is read. */
  selection: ReaderSelection | null;
}

/** Tells when a selection has come to rest, and when it is gone. Never turns a page, never changes the selection. */
export class SelectionWatch {
  readonly #watcher: SelectionWatcher;
  readonly #ended = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isDown = false;
  #drag: Drag = { from: 0, x: 0, y: 0 };
  #told: Told | null = null;
  /** Its code comes with the first press of a mouse, before that has moved. */
  #hold: SelectionHold | null = null;

  constructor(watcher: SelectionWatcher) {
    this.#watcher = watcher;
  }

  /** The selection last told, for listeners that join later; null when it is gone. */
  get selection(): ReaderSelection | null {
    return this.#told?.selection ?? null;
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
    on('pointerdown', (event) => {
      const { pointerType, clientX: x, clientY: y } = event as PointerEvent;
      this.#isDown = pointerType === 'mouse';
      if (this.#isDown) this.#bring();
      this.#drag = { from: y, x, y };
    });
    on('pointermove', (event) => {
      const { clientX: x, clientY: y } = event as PointerEvent;
      if (this.#isDown) this.#drag = { ...this.#drag, x, y };
    });
    on('pointerup', () => this.#release(view));
    on('pointercancel', () => (this.#isDown = false));
    on('keyup', () => this.#wait(view, 0));
    on('selectionchange', () => {
      if (rangeIn(document)) {
        if (this.#isDown) this.#hold?.(view, this.#drag);
        else this.#wait(view, STABLE);
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

  #bring(): void {
    if (this.#hold) return;
    void import('./read-selection.ts').then(
      ({ holdOnPage }) => (this.#hold = holdOnPage),
      () => null,
    );
  }

  #release(view: SectionView): void {
    // Under a finger the handles may still move; a mouse has let go.
    if (this.#isDown) {
      this.#hold?.(view, this.#drag);
      this.#wait(view, 0);
    }
    this.#isDown = false;
  }

  #wait(view: SectionView, time: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#tell(view), time);
  }

  async #tell(view: SectionView): Promise<void> {
    const range = view.isReady ? rangeIn(view.document) : null;
    if (!range || isSame(range, this.#told?.range)) return;
    // Of two pages side by side one has a selection.
    if (this.#told && this.#told.document !== view.document) this.#told.document.getSelection()?.removeAllRanges();
    const report: Told = { document: view.document, range, selection: null };
    this.#told = report;
    const selection = await this.#watcher.read(view, range);
    if (this.#told !== report) return;
    report.selection = selection;
    if (selection) this.#watcher.onSelect(selection);
    // Code that did not arrive is asked for again when the selection is touched.
    else this.#told = null;
  }

  #clear(document: Document): void {
    if (this.#told?.document !== document) return;
    clearTimeout(this.#timer);
    this.#told = null;
    this.#watcher.onClear();
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
