import type { TextIndex } from '../../locator/text-index.ts';
import type { PageFlow } from './page-flow.ts';
import { AWAY, SLICE } from './theme-css.ts';
import type { TextSpan } from './visible-place.ts';

/** Sections longer than this are laid out in slices, characters. */
export const GIANT = 160_000;
/** A giant chapter's slices, see cut-slices.ts. */
export interface Slices {
  /** First element of each slice. */
  readonly starts: readonly Element[];
  readonly blocks: readonly {
    readonly element: Element;
    /** Numbers of the first and last slice with a part of this element. */
    readonly first: number;
    readonly last: number;
  }[];
}

/**
 * Lays out a giant chapter in parts. The document stays whole, so that CFIs and character counts do not change; an
 * attribute removes blocks outside the window from the layout. Slices are cut by characters and headings, never by the
 * layout, and each begins a page, so that pages are the same whichever way the reader came.
 */
export class SliceWindow {
  /** First element of each slice; a section of normal length is one slice. */
  readonly starts: readonly Element[];
  readonly #blocks: Slices['blocks'];
  #from = 0;
  #to: number;
  #isMarked = false;

  /** @param slices null for a section of one slice */
  constructor(body: Element, slices: Slices | null) {
    this.starts = slices?.starts ?? [body];
    this.#blocks = slices?.blocks ?? [];
    this.#to = this.starts.length - 1;
  }

  get count(): number {
    return this.starts.length;
  }

  /** First slice that is laid out; `to` is the last. */
  get from(): number {
    return this.#from;
  }

  get to(): number {
    return this.#to;
  }

  /** Number of the slice that holds a node. */
  sliceOf(node: Node): number {
    let low = 0;
    let high = this.starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      const start = this.starts[middle] as Element;
      const isBefore = start !== node && (start.compareDocumentPosition(node) & Node.DOCUMENT_POSITION_PRECEDING) !== 0;
      if (isBefore) high = middle - 1;
      else low = middle;
    }
    return low;
  }

  /** Page on which a laid out slice begins. */
  startPage(slice: number, flow: PageFlow): number {
    const rect = slice > this.#from ? flow.rectOf(this.starts[slice] as Element) : null;
    return rect ? flow.pageOf(rect) : 0;
  }

  /** Slice that holds a page of the laid out part. */
  sliceOfPage(page: number, flow: PageFlow): number {
    let slice = this.#from;
    while (slice < this.#to && this.startPage(slice + 1, flow) <= page) slice += 1;
    return slice;
  }

  /** Text nodes of the laid out slices. */
  span(text: TextIndex): TextSpan {
    const at = (slice: number): number => (slice === 0 ? 0 : text.firstAtOrAfter(this.starts[slice] as Element));
    return { from: at(this.#from), to: this.#to + 1 < this.count ? at(this.#to + 1) : text.nodes.length };
  }

  /** Lays out only the slice that contains a node, unless it is laid out already; returns whether anything changed. */
  reveal(node: Node): boolean {
    const slice = this.sliceOf(node);
    return (slice < this.#from || slice > this.#to) && this.show(slice, slice);
  }

  /** Lays out the slices from `from` to `to` only; returns whether anything changed. */
  show(from: number, to: number): boolean {
    if (this.count === 1 || (from === this.#from && to === this.#to && this.#isMarked)) return false;
    this.#isMarked = true;
    this.#from = from;
    this.#to = to;
    for (const { element, first, last } of this.#blocks) {
      const away = last < from || first > to;
      if (element.hasAttribute(AWAY) !== away) element.toggleAttribute(AWAY, away);
    }
    this.starts.forEach((element, slice) => element.toggleAttribute(SLICE, slice > from && slice <= to));
    return true;
  }
}
