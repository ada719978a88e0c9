import { defaultRangeExtractor, measureElement, useWindowVirtualizer } from '@tanstack/react-virtual';
import { memo, type ReactNode, type RefObject, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Row } from './rows.ts';
import { rowSizes } from './row-sizes.ts';

interface NotebookListProps {
  readonly rows: readonly Row[];
  readonly children: (row: Row) => ReactNode;
  /** Row that stays rendered wherever the list is scrolled, because it is being edited. */
  readonly pinnedKey: string | null;
}

/** Number of rows rendered beside the focused one, so that the keyboard can move on quickly. */
const NEIGHBOURS = [-2, -1, 0, 1, 2];
/** Number of rows rendered beyond each edge of the window. */
const OVERSCAN = 6;

/**
 * A list that renders only the visible rows and the focused one. Row heights are measured when rendered, and remembered
 * for a step back.
 */
export function NotebookList({ rows, children, pinnedKey }: NotebookListProps) {
  const ref = useRef<HTMLDivElement>(null);
  const top = useTop(ref);
  const [focusedKey, setFocusedKey] = useState<string | null>(null);
  const estimates = useMemo(() => sizesOf(rows), [rows]);
  // A new function at each render would measure all rows again.
  const keyAt = useCallback((index: number) => rows[index]?.key ?? index, [rows]);
  const places = useMemo(() => new Map(rows.map(({ key }, index) => [key, index])), [rows]);
  // oxlint-disable-next-line incompatible-library -- it answers anew at each drawing, which nothing here remembers
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: (index) => estimates[index] ?? 0,
    getItemKey: keyAt,
    measureElement(element, entry, instance) {
      const size = measureElement(element, entry, instance);
      const row = rows[instance.indexFromElement(element)];
      if (row) rowSizes.note(row.key, size);
      return size;
    },
    overscan: OVERSCAN,
    // Rows beyond the edges are rendered in advance, so a frame need not wait for rows behind them.
    useFlushSync: false,
    scrollMargin: top,
    rangeExtractor(range) {
      const around = focusedKey === null ? [] : NEIGHBOURS.map((step) => (places.get(focusedKey) ?? -3) + step);
      const kept = [...around, places.get(pinnedKey ?? '') ?? -1].filter((at) => at >= 0 && at < rows.length);
      return [...new Set([...defaultRangeExtractor(range), ...kept])].toSorted((a, b) => a - b);
    },
  });
  return (
    <div
      ref={ref}
      className="relative"
      style={{ height: virtualizer.getTotalSize() }}
      onFocus={({ target }) => setFocusedKey(target.closest<HTMLElement>('[data-row]')?.dataset['row'] ?? null)}
    >
      {virtualizer.getVirtualItems().map(({ key, index, start }) => {
        const row = rows[index];
        return (
          row && (
            <div
              key={key}
              ref={virtualizer.measureElement}
              data-index={index}
              data-row={row.key}
              className="absolute inset-x-0 top-0 flow-root contain-layout"
              style={{ transform: `translateY(${start - top}px)` }}
            >
              <DrawnRow row={row} draw={children} />
            </div>
          )
        );
      })}
    </div>
  );
}

/** Where an element begins in the document, px; the content above it changes its height. */
function useTop(ref: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return undefined;
    const measure = () => setTop(Math.round(element.getBoundingClientRect().top + scrollY));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [ref]);
  return top;
}

/** Content of a row. Memoized, because scrolling does not change it. */
const DrawnRow = memo(function DrawnRow({ row, draw }: { readonly row: Row; readonly draw: (row: Row) => ReactNode }) {
  return draw(row);
});

/** Estimated heights of rows, px: by letters in a line, and the surroundings. */
const LETTERS = 72;
const LETTERS_ON_PHONE = 36;
const LINE = 27;
const HEADINGS = { book: 110, chapter: 52, day: 64 } as const;
const AROUND = 74;

/** Heights of rows: measured ones, or else estimates by their words. */
function sizesOf(rows: readonly Row[]): number[] {
  const known = rowSizes.known();
  const letters = innerWidth < 768 ? LETTERS_ON_PHONE : LETTERS;
  const lines = (text: string) => Math.ceil(text.length / letters);
  return rows.map((row) => {
    const size = known.get(row.key);
    if (size !== undefined) return size;
    if (row.kind !== 'entry') return HEADINGS[row.kind];
    const { quote, note } = row.entry;
    return AROUND + Math.max(1, lines(quote)) * LINE + (note === '' ? 0 : 10 + lines(note) * 23);
  });
}
