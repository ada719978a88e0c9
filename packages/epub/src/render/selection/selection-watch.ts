import type { ReaderSelection } from '../reader-types.ts';
import type * as ReadSelection from './read-selection.ts';
import type { SectionView } from '../sections/section-view.ts';

/** Time that a finger's selection must stay unchanged before it is reported, ms. */
const STABLE = 600;

interface SelectionWatcher {
  /** Describes a selection; null if it holds no text, or the code does not load. */
  read(view: SectionView, range: Range): Promise<ReaderSelection | null>;
  onSelect(selection: ReaderSelection): void;
  onClear(): void;
}

/** A selection that came to rest. */
interface SelectionReport {
  readonly document: Document;
  readonly range: Range;
  /** Null until it is read. */
  selection: ReaderSelection | null;
}

/**
 * Reports when the reader has finished a selection, and when it is removed. Never turns a page, never changes the
 * selection.
 */
export class SelectionWatch {
  readonly #watcher: SelectionWatcher;
  readonly #ending = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isDown = false;
  #drag: ReadSelection.Drag = { from: 0, x: 0, y: 0 };
  #lastReport: SelectionReport | null = null;
  /** The code loads with the first section, after its page is shown. */
  #code: typeof ReadSelection | null = null;

  constructor(watcher: SelectionWatcher) {
    this.#watcher = watcher;
  }

  /** The selection that was reported last, for listeners that are added later; null after it was removed. */
  get selection(): ReaderSelection | null {
    return this.#lastReport?.selection ?? null;
  }

  /** Whether a mouse button is down: a scroll is then caused by a selection that is dragged outwards. */
  get isDragging(): boolean {
    return this.#isDown;
  }

  /** Listens inside a section's document; its listeners go with the document. */
  listen(view: SectionView): void {
    const { document } = view;
    const { signal } = this.#ending;
    void this.#bring();
    const on = (type: string, listener: (event: Event) => void): void =>
      document.addEventListener(type, listener, { signal, passive: true });
    on('pointerdown', (event) => {
      const { pointerType, clientX: x, clientY: y } = event as PointerEvent;
      this.#isDown = pointerType === 'mouse';
      this.#drag = { from: y, x, y };
    });
    on('pointermove', (event) => {
      const { clientX: x, clientY: y } = event as PointerEvent;
      if (this.#isDown) this.#drag = { ...this.#drag, x, y };
    });
    document.addEventListener('copy', (event) => this.#code?.copyAsWritten(event), { signal });
    on('pointerup', () => this.#release(view));
    on('pointercancel', () => (this.#isDown = false));
    on('keyup', () => this.#wait(view, 0));
    on('selectionchange', () => {
      if (rangeIn(document)) {
        if (this.#isDown) this.#code?.holdOnPage(view, this.#drag);
        else this.#wait(view, STABLE);
      } else this.#clear(document);
    });
  }

  /** Removes the selection. */
  clear(): void {
    const { document } = this.#lastReport ?? {};
    document?.getSelection()?.removeAllRanges();
    if (document) this.#clear(document);
  }

  /** Drops the selection of a section that is closed. */
  forget(document: Document): void {
    this.#clear(document);
  }

  destroy(): void {
    clearTimeout(this.#timer);
    this.#ending.abort();
  }

  /** Loads the code of selections; after a failed download the next section tries again. */
  async #bring(): Promise<void> {
    this.#code ??= await import('./read-selection.ts').catch(() => null);
  }

  #release(view: SectionView): void {
    // A finger may still move the handles, whereas a mouse selection is final when the button is released.
    if (this.#isDown) {
      this.#code?.holdOnPage(view, this.#drag);
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
    if (!range || isSame(range, this.#lastReport?.range)) return;
    // Only one of two pages side by side has a selection.
    if (this.#lastReport && this.#lastReport.document !== view.document)
      this.#lastReport.document.getSelection()?.removeAllRanges();
    const report: SelectionReport = { document: view.document, range, selection: null };
    this.#lastReport = report;
    const selection = await this.#watcher.read(view, range);
    if (this.#lastReport !== report) return;
    report.selection = selection;
    if (selection) this.#watcher.onSelect(selection);
    // Loads the code again at the next change of the selection after a failed download.
    else this.#lastReport = null;
  }

  #clear(document: Document): void {
    if (this.#lastReport?.document !== document) return;
    clearTimeout(this.#timer);
    this.#lastReport = null;
    this.#watcher.onClear();
  }
}

/** Returns the selected range of a document; null if it holds only white space. */
function rangeIn(document: Document): Range | null {
  const selection = document.getSelection();
  if (!selection || selection.isCollapsed) return null;
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
