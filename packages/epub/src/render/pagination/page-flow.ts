/**
 * Direction in which columns follow each other: to the right, to the left, downwards in vertical writing; or one
 * endless column.
 */
export type Axis = 'ltr' | 'rtl' | 'vertical' | 'continuous';

/**
 * Pages of a laid out document: converts between scroll positions, rectangles and page numbers. Page 0 is the first; a
 * page is exactly `size` px along the axis, because the columns have no gap.
 */
export class PageFlow {
  readonly #document: Document;
  readonly #scroller: Element;
  readonly #axis: Axis;
  /** Length of a page along the axis, px. */
  readonly size: number;
  /**
   * Scroll position at which one of the screenfuls of the continuous flow begins, px, less than {@link PageFlow.size};
   * 0 in pages.
   */
  origin = 0;

  constructor(document: Document, axis: Axis, size: number) {
    this.#document = document;
    this.#scroller = document.scrollingElement ?? document.documentElement;
    this.#axis = axis;
    this.size = size;
  }

  get isContinuous(): boolean {
    return this.#axis === 'continuous';
  }

  get isRightToLeft(): boolean {
    return this.#axis === 'rtl';
  }

  get isVertical(): boolean {
    return this.#axis === 'vertical';
  }

  /** Length of everything laid out, in columns of `length` px; forces layout. */
  count(length = this.size): number {
    const { scrollWidth, scrollHeight } = this.#scroller;
    if (this.isContinuous) return Math.max(1, Math.ceil((scrollHeight - 1) / length));
    return Math.max(1, Math.round((this.#axis === 'vertical' ? scrollHeight : scrollWidth) / length));
  }

  /** Farthest scroll position of the continuous flow, px. */
  get end(): number {
    return Math.max(0, this.#scroller.scrollHeight - this.size);
  }

  /** Line height of the element at an edge of the continuous flow, px: a heading has taller lines than the text. */
  lineHeightAt(edge: 'start' | 'end'): number {
    const middle = this.#document.documentElement.clientWidth / 2;
    const element = this.#document.elementFromPoint(middle, edge === 'end' ? this.size - 1 : 1);
    return (element && Number.parseFloat(getComputedStyle(element).lineHeight)) || 0;
  }

  /** Distance scrolled from the first page, px; grows in reading direction on every axis. */
  get position(): number {
    if (this.#isDownwards) return this.#scroller.scrollTop;
    return this.#axis === 'rtl' ? -this.#scroller.scrollLeft : this.#scroller.scrollLeft;
  }

  set position(distance: number) {
    if (this.#isDownwards) this.#scroller.scrollTop = distance;
    else this.#scroller.scrollLeft = this.#axis === 'rtl' ? -distance : distance;
  }

  /** Page on which a rectangle of the document begins, or ends. */
  pageOf(rect: DOMRect, edge: 'start' | 'end' = 'start'): number {
    // Half a pixel inwards: a box that ends where a page ends belongs to that page.
    const inwards = edge === 'start' ? 0.5 : -0.5;
    return Math.max(0, Math.floor((this.#distance(rect, edge) + inwards - this.origin) / this.size) + this.#before);
  }

  /** Whether a page's edge goes through a rectangle of the document. */
  cuts(rect: DOMRect): boolean {
    const [start, end] = [this.#distance(rect, 'start') + 1, this.#distance(rect, 'end') - 1];
    return start < end && Math.floor(start / this.size) !== Math.floor(end / this.size);
  }

  /** Scroll position that shows a page. */
  positionOf(page: number): number {
    return Math.max(0, (page - this.#before) * this.size + this.origin);
  }

  /** Page that begins at the scroll position, which must be a whole number of pages from the origin. */
  get pageAtPosition(): number {
    return Math.round((this.position - this.origin) / this.size) + this.#before;
  }

  /** Number of pages before the origin: text before it counts as one page. */
  get #before(): 0 | 1 {
    return this.origin > 0 ? 1 : 0;
  }

  get #isDownwards(): boolean {
    return this.#axis === 'vertical' || this.#axis === 'continuous';
  }

  /** First rectangle of a node or of one of its characters; null for one that is not displayed. */
  rectOf(node: Node, offset?: number): DOMRect | null {
    if (offset === undefined && node.nodeType === Node.ELEMENT_NODE)
      return firstShown((node as Element).getClientRects());
    const range = this.#document.createRange();
    if (offset === undefined) range.selectNodeContents(node);
    else {
      range.setStart(node, offset);
      range.setEnd(node, offset + 1);
    }
    return offset === undefined ? shown(range.getBoundingClientRect()) : firstShown(range.getClientRects());
  }

  #distance(rect: DOMRect, edge: 'start' | 'end'): number {
    if (this.#isDownwards) return (edge === 'start' ? rect.top : rect.bottom) + this.position;
    if (this.#axis === 'rtl') {
      const width = this.#document.documentElement.clientWidth;
      return width - (edge === 'start' ? rect.right : rect.left) + this.position;
    }
    return (edge === 'start' ? rect.left : rect.right) + this.position;
  }
}

/** Room that a page has, px. */
export interface Room {
  /** Width of the text, and of its column with the margins. */
  readonly column: number;
  readonly width: number;
  /** Largest height of a box that cannot be divided; infinite in the continuous flow. */
  readonly height: number;
  /** Size of the text. */
  readonly fontSize: number;
}

/**
 * Adapts content that the pages cannot contain to the room of a page. Runs at each layout, and first undoes its last
 * change.
 */
export type Fit = (document: Document, flow: PageFlow, room: Room) => void;

/** Direction in which a styled document flows. Needs a document that has a window. */
export function axisOf(document: Document): Exclude<Axis, 'continuous'> {
  const style = (document.defaultView as Window).getComputedStyle(document.body);
  if (style.writingMode.startsWith('vertical')) return 'vertical';
  return style.direction === 'rtl' || document.documentElement.dir === 'rtl' ? 'rtl' : 'ltr';
}

function shown(rect: DOMRect): DOMRect | null {
  return rect.width > 0 || rect.height > 0 ? rect : null;
}

function firstShown(rects: DOMRectList): DOMRect | null {
  // An empty zero-width box may stand at the end of the column before the one that holds the character.
  for (const rect of rects) if (rect.width > 0 && rect.height > 0) return rect;
  return rects[0] ? shown(rects[0]) : null;
}
