import type { TextIndex } from '../locator/text-index.ts';
import type { PageCursor } from './page-cursor.ts';
import type { SliceWindow } from './slice-window.ts';
import type { TextSpan } from './visible-place.ts';

/** Where a page stands in its section. */
export interface Paging {
  /** Number of the page, from 0, and their count. */
  readonly page: number;
  readonly pages: number;
  /** False when both are estimates, in a giant chapter. */
  readonly exact: boolean;
  readonly isFirst: boolean;
  readonly isLast: boolean;
}

/**
 * Where the page on show stands.
 *
 * @param total characters of the section when only its beginning is here; null when it is whole
 */
export function pagingOf(cursor: PageCursor, slices: SliceWindow, text: TextIndex, total: number | null): Paging {
  const hasStart = slices.from === 0;
  const hasEnd = slices.to === slices.count - 1 && total === null;
  const exact = hasStart && hasEnd;
  const shown = { page: cursor.shownPage, pages: cursor.pages };
  const numbers = exact ? shown : estimatePages(shown, text, slices.span(text), total ?? text.total);
  return { ...numbers, exact, isFirst: cursor.isFirst && hasStart, isLast: cursor.isLast && hasEnd };
}

/**
 * Page and count of a section of `total` characters of which only `span` is laid out, as if its text were spread
 * evenly.
 */
function estimatePages(
  shown: { page: number; pages: number },
  text: TextIndex,
  span: TextSpan,
  total: number,
): { page: number; pages: number } {
  const before = text.startOf(span.from);
  const end = text.startOf(span.to);
  const perPage = Math.max(1, (end - before) / shown.pages);
  const pagesBefore = Math.ceil(before / perPage);
  return {
    page: pagesBefore + shown.page,
    pages: pagesBefore + shown.pages + Math.ceil((total - end) / perPage),
  };
}
