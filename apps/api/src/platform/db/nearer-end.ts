import type { PageRequest } from '../http/send-page.ts';

/** Rows to skip and take; from the end of the list when the direction is `desc`. */
interface Slice {
  readonly offset: number;
  readonly limit: number;
  readonly direction: 'asc' | 'desc';
}

/**
 * Counts a page's rows from the end that is nearer: skipping rows costs as much as reading them, in either engine.
 * A total that may be too small counts from the beginning always.
 */
export function nearerEnd({ offset, limit }: PageRequest, total: number, isAtLeast = false): Slice {
  if (isAtLeast || offset <= total / 2) return { offset, limit, direction: 'asc' };
  const after = total - offset - limit;
  return { offset: Math.max(0, after), limit: Math.max(0, Math.min(limit, total - offset)), direction: 'desc' };
}

const COUNTED_BEYOND = 1000;

/** How far the rows of a search are counted: nobody pages further, and counting reads them all. */
export function countedRows({ offset, limit }: PageRequest): number {
  return offset + limit + COUNTED_BEYOND;
}
