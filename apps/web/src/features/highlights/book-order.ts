import { type CfiSpan, comparePositions, parseCfi } from '@cuentos/epub/locator/cfi-text';
import type { ShownHighlight } from './highlight-store.ts';

/** Sorts highlights in the order of the book; those without a place last, by date. */
export function inBookOrder(highlights: readonly ShownHighlight[]): ShownHighlight[] {
  const spans = new Map(highlights.map((each) => [each.id, each.place === null ? null : parseCfi(each.place)]));
  return highlights.toSorted((one, other) => compare(one, other, spans));
}

function compare(one: ShownHighlight, other: ShownHighlight, spans: ReadonlyMap<string, CfiSpan | null>): number {
  const [a, b] = [spans.get(one.id), spans.get(other.id)];
  if (!a || !b) return Number(!a) - Number(!b) || one.created_at.localeCompare(other.created_at);
  return comparePositions(a.start, b.start) || comparePositions(a.end, b.end) || one.id.localeCompare(other.id);
}
