import { defaultRangeExtractor, measureElement, useWindowVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import type { Row } from './rows.ts';
import { rowSizes } from './row-sizes.ts';

interface NotebookListProps<Entry extends Row> {
  readonly rows: readonly Entry[];
  readonly children: (row: Entry) => ReactNode;
  /** Row that stays in the page wherever it is scrolled: something is being written in it. */
  readonly pinnedKey: string | null;
}

/** Rows drawn beyond either edge of the window. */
const OVERSCAN = 6;

/**
 * A list of which only what is in sight is in the page, and what has the focus. Heights are measured as rows are drawn, and
 * remembered for the way back.
 */
export function NotebookList<Entry extends Row>({ rows, children, pinnedKey }: NotebookListProps<Entry>) {
  const ref = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const [focusedKey, setFocusedKey] = useState<string | null>(null);
  // What stands above the list grows and shrinks with its own text.
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return undefined;
    const measure = () => setTop(Math.round(element.getBoundingClientRect().top + scrollY));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, []);
  // oxlint-disable-next-line incompatible-library -- it answers anew at each drawing, which nothing here remembers
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: (index) => sizeOf(rows[index]),
    getItemKey: (index) => rows[index]?.key ?? index,
    measureElement(element, entry, instance) {
      const size = measureElement(element, entry, instance);
      const row = rows[instance.indexFromElement(element)];
      if (row) rowSizes.note(row.key, size);
      return size;
    },
    overscan: OVERSCAN,
    scrollMargin: top,
    rangeExtractor(range) {
      const keptRows = rows.flatMap(({ key }, index) => (key === pinnedKey || key === focusedKey ? [index] : []));
      return [...new Set([...defaultRangeExtractor(range), ...keptRows])].toSorted((a, b) => a - b);
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
              className="absolute inset-x-0 top-0 flow-root"
              style={{ transform: `translateY(${start - top}px)` }}
            >
              {children(row)}
            </div>
          )
        );
      })}
    </div>
  );
}

/** Heights of rows before they are drawn, px: letters of a line, and what stands around them. */
const LETTERS = 72;
const LETTERS_ON_PHONE = 36;
const LINE = 27;
const HEADINGS = { book: 110, chapter: 52, day: 64 } as const;
const AROUND = 74;

function sizeOf(row: Row | undefined): number {
  if (!row) return 0;
  const known = rowSizes.get(row.key);
  if (known !== undefined) return known;
  if (row.kind !== 'entry') return HEADINGS[row.kind];
  const letters = innerWidth < 768 ? LETTERS_ON_PHONE : LETTERS;
  const lines = (text: string) => Math.ceil(text.length / letters);
  const { quote, note } = row.entry;
  return AROUND + Math.max(1, lines(quote)) * LINE + (note === '' ? 0 : 10 + lines(note) * 23);
}
