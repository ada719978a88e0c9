import type { TextIndex } from '../locator/text-index.ts';
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

/** Page and count of a section of which only `span` is laid out, as if its text were spread evenly. */
export function estimatePages(
  shown: { page: number; pages: number },
  text: TextIndex,
  span: TextSpan,
): { page: number; pages: number } {
  const before = text.startOf(span.from);
  const end = text.startOf(span.to);
  const perPage = Math.max(1, (end - before) / shown.pages);
  const pagesBefore = Math.ceil(before / perPage);
  return {
    page: pagesBefore + shown.page,
    pages: pagesBefore + shown.pages + Math.ceil((text.total - end) / perPage),
  };
}
