import type { TextIndex } from '../../locator/text-index.ts';
import type { PageFlow } from './page-flow.ts';
import type { SliceWindow } from './slice-window.ts';
import type { TextSpan } from './visible-place.ts';

/**
 * The shown page of a section that is laid out, and its scroll position. In the continuous flow a page is a screenful
 * counted from the reader's scroll position, so that the same methods work there.
 */
export class PageCursor {
  readonly flow: PageFlow;
  #page = 0;
  #pages = 1;
  /** The scroll position that the engine set last; any other one was set by the reader or the browser. */
  #rest = 0;

  constructor(flow: PageFlow, page = 0) {
    this.flow = flow;
    this.#page = page;
  }

  get page(): number {
    return this.#page;
  }

  get pages(): number {
    return this.#pages;
  }

  /** Number of the page as the reader counts it, from the beginning of the section. */
  get shownPage(): number {
    if (!this.flow.isContinuous) return this.#page;
    return this.isLast ? this.#pages - 1 : Math.min(this.#pages - 1, Math.floor(this.flow.position / this.flow.size));
  }

  get isFirst(): boolean {
    return this.flow.isContinuous ? this.flow.position < 1 : this.#page === 0;
  }

  get isLast(): boolean {
    return this.flow.isContinuous ? this.flow.position >= this.flow.end - 1 : this.#page === this.#pages - 1;
  }

  /** Whether pages came after the last one since they were counted; forces layout, on the last page only. */
  get hasGrown(): boolean {
    return !this.flow.isContinuous && this.isLast && this.flow.count() > this.#pages;
  }

  /** Counts the pages of a new layout. */
  measure(pages: number): void {
    this.#pages = pages;
    if (!this.flow.isContinuous) this.#page = Math.min(this.#page, pages - 1);
  }

  scrollTo(page: number): void {
    if (this.flow.isContinuous) this.#scrollBy(this.flow.positionOf(page) - this.flow.position);
    else {
      this.#page = Math.max(0, Math.min(page, this.#pages - 1));
      this.flow.position = this.flow.positionOf(this.#page);
      this.#rest = this.flow.position;
    }
  }

  scrollToEdge(edge: 'start' | 'end'): void {
    if (this.flow.isContinuous) this.#scrollBy(edge === 'start' ? -this.flow.position : this.flow.end);
    else this.scrollTo(edge === 'start' ? 0 : this.#pages - 1);
  }

  /**
   * Shows a rectangle's page, or in the continuous flow moves its line to the screen's top; null shows the beginning.
   */
  show(rect: DOMRect | null): void {
    if (!rect) this.scrollToEdge('start');
    else if (this.flow.isContinuous) this.#scrollBy(Math.floor(rect.top));
    else this.scrollTo(this.flow.pageOf(rect));
  }

  /** Moves the text by a distance, px; continuous flow only. */
  shift(distance: number): void {
    this.#scrollBy(distance);
  }

  /** Scrolls by a distance, px; false in pages, and at the end of what is laid out. */
  scrollBy(distance: number): boolean {
    if (!this.flow.isContinuous || (distance > 0 ? this.isLast : this.isFirst)) return false;
    this.#scrollBy(distance);
    return true;
  }

  /**
   * Moves one page on or back; false at the end of the laid out part. The continuous flow repeats `line` px of the last
   * screenful.
   */
  step(direction: 1 | -1, line: number): boolean {
    if (direction > 0 ? this.isLast : this.isFirst) return false;
    if (this.flow.isContinuous) this.#scrollBy(direction * Math.max(line, this.flow.size - line));
    else this.scrollTo(this.#page + direction);
    return true;
  }

  /** Follows the finger: the page moves by `distance` px of reading direction. */
  drag(distance: number): void {
    if (this.flow.isContinuous) return;
    this.flow.position = this.flow.positionOf(this.#page) + distance;
    this.#rest = this.flow.position;
  }

  /**
   * Takes over a scroll position that the reader, the focus or the browser's search set; true when another page is
   * shown.
   */
  adopt(): boolean {
    if (Math.abs(this.flow.position - this.#rest) < 1) return false;
    if (this.flow.isContinuous) {
      this.#scrollBy(0);
      return true;
    }
    const page = Math.round(this.flow.position / this.flow.size);
    const isOther = page !== this.#page;
    this.scrollTo(page);
    return isOther;
  }

  #scrollBy(distance: number): void {
    const { flow } = this;
    if (distance !== 0) flow.position = Math.max(0, Math.min(flow.end, flow.position + distance));
    flow.origin = flow.position % flow.size;
    this.#page = flow.pageAtPosition;
    this.#rest = flow.position;
  }
}

/** Position of a page in its section. */
export interface Paging {
  /** Number of the page, from 0, and their count. */
  readonly page: number;
  readonly pages: number;
  /** False in a giant chapter, where page and count are estimates. */
  readonly exact: boolean;
  readonly isFirst: boolean;
  readonly isLast: boolean;
}

/**
 * Position of the shown page in its section.
 *
 * @param total characters of the section when only its beginning is loaded; null when it is whole
 */
export function pagingOf(cursor: PageCursor, slices: SliceWindow, text: TextIndex, total: number | null): Paging {
  const hasStart = slices.from === 0;
  const hasEnd = slices.to === slices.count - 1 && total === null;
  const exact = hasStart && hasEnd;
  const shownPage = { page: cursor.shownPage, pages: cursor.pages };
  const numbers = exact ? shownPage : estimatePages(shownPage, text, slices.span(text), total ?? text.total);
  return { ...numbers, exact, isFirst: cursor.isFirst && hasStart, isLast: cursor.isLast && hasEnd };
}

/**
 * Page and count of a section of `total` characters of which only `span` is laid out, as if its text were spread
 * evenly.
 */
function estimatePages(
  shownPage: { page: number; pages: number },
  text: TextIndex,
  span: TextSpan,
  total: number,
): { page: number; pages: number } {
  const before = text.startOf(span.from);
  const end = text.startOf(span.to);
  const perPage = Math.max(1, (end - before) / shownPage.pages);
  const pagesBefore = Math.ceil(before / perPage);
  return {
    page: pagesBefore + shownPage.page,
    pages: pagesBefore + shownPage.pages + Math.ceil((total - end) / perPage),
  };
}
