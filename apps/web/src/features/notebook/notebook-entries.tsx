import { memo, useEffect, useRef, useState } from 'react';
import { useOnline } from '../../device/connection.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/lists/empty-state.tsx';
import { Cover } from '../../ui/pictures/cover.tsx';
import { EmptyPocketDrawing } from '../../ui/pictures/drawings.tsx';
import { usePartsOnDevice } from '../library/use-downloads.ts';
import type { NotebookEntry } from './entries.ts';
import { EntryEditor } from './entry-editor.tsx';
import { type EntryActions, EntryMenu, EntryRow, WayToPage } from './entry-row.tsx';
import type { NotebookActions } from './entry-actions.ts';
import { type Filters, isNarrowed as narrows } from './filters.ts';
import { NotebookList } from './notebook-list.tsx';
import { headingOf, type Row } from './rows.ts';
import { notebookTexts as t } from './texts.ts';

interface NotebookEntriesProps {
  readonly rows: readonly Row[];
  /** Number of rows that are entries. */
  readonly count: number;
  /** The filters of these rows. */
  readonly filters: Filters;
  readonly onClear: () => void;
  readonly actions: NotebookActions;
  /** Null where the shop forbids sharing passages. */
  readonly onShare: ((entry: NotebookEntry) => void) | null;
}

/** List of the entries that pass the filters, under its headings; an entry can be edited in its row. */
export const NotebookEntries = memo(function NotebookEntries(props: NotebookEntriesProps) {
  const { rows, count, filters, onClear, actions, onShare } = props;
  const [edited, setEdited] = useState<string | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const isInReach = useReach();
  const focusEntry = useFocusLater(list);
  const close = (key: string | null) => {
    setEdited(null);
    focusEntry(key);
  };
  const entryActions: EntryActions = {
    edit: (entry) => setEdited(entry.key),
    copy: actions.copy,
    share: onShare,
    remove(entry) {
      // The focus goes to the entry after the deleted one.
      close(keyAfter(rows, entry.key));
      actions.remove(entry);
    },
  };
  const renderRow = (row: Row) => {
    if (row.kind !== 'entry') return <Heading row={row} />;
    const { entry, number, key } = row;
    if (key !== edited)
      return (
        <EntryRow
          entry={entry}
          query={filters.query}
          number={number}
          count={count}
          {...(filters.by === 'day' ? { place: `${entry.part.book_name}, ${headingOf(entry)}` } : {})}
          foot={
            <>
              <WayToPage entry={entry} isInReach={isInReach(entry)} />
              <EntryMenu entry={entry} actions={entryActions} />
            </>
          }
        />
      );
    return (
      <EntryEditor
        entry={entry}
        onCancel={() => close(key)}
        onRemove={() => entryActions.remove(entry)}
        onSave={(change) => {
          close(key);
          actions.save(entry, change);
        }}
      />
    );
  };
  return (
    <div ref={list}>
      <Found count={count} filters={filters} onClear={onClear} />
      <NotebookList rows={rows} pinnedKey={edited}>
        {renderRow}
      </NotebookList>
    </div>
  );
});

/** Whether the part of an entry can be opened: there is a connection, or it is stored on this device. */
function useReach(): (entry: NotebookEntry) => boolean {
  const online = useOnline();
  const onDevice = usePartsOnDevice();
  return ({ part }) => online || onDevice.has(part.part_id);
}

/** Number of entries that pass the filters; empty while all do. */
function Found({ count, filters, onClear }: Pick<NotebookEntriesProps, 'count' | 'filters' | 'onClear'>) {
  const isNarrowed = narrows(filters);
  const query = filters.query.trim();
  const hasFound = isNarrowed && count > 0;
  return (
    <>
      <output className={hasFound ? 'mt-4 flex flex-wrap items-center gap-x-3 text-sm text-ink-2' : 'sr-only'}>
        {isNarrowed && t.found(count)}
        {hasFound && (
          <Button variant="quiet" onClick={onClear}>
            {t.clearFilters}
          </Button>
        )}
      </output>
      {isNarrowed && count === 0 && (
        <EmptyState
          drawing={<EmptyPocketDrawing />}
          title={query === '' ? t.nothingHere : t.nothingFound(query)}
          action={<Button onClick={onClear}>{t.clearFilters}</Button>}
        />
      )}
    </>
  );
}

function Heading({ row }: { readonly row: Exclude<Row, { kind: 'entry' }> }) {
  if (row.kind === 'book') return <BookHeading row={row} />;
  if (row.kind === 'day') return <h2 className="type-1 border-b border-line pt-8 pb-2">{row.title}</h2>;
  return (
    <h3 className="border-b border-line pt-6 pb-2 font-sans text-sm leading-[1.35] font-semibold tracking-normal text-ink-2">
      {row.title}
    </h3>
  );
}

function BookHeading({ row: { first, count, parts } }: { readonly row: Extract<Row, { kind: 'book' }> }) {
  const { book_id: id, book_name: name, image } = first.part;
  return (
    <div className="flex items-center gap-4 pt-9">
      <span className="w-12 shrink-0">
        <Cover picture={image} alt="" sizes="48px" seed={id} />
      </span>
      <div className="min-w-0">
        <h2 className="text-[1.375rem] leading-[1.3] [overflow-wrap:anywhere]">{name}</h2>
        <p className="figures text-[0.8125rem] leading-[1.125rem] text-ink-3">{t.inParts(count, parts)}</p>
      </div>
    </div>
  );
}

/** The entry after one, or else the one before it; null when there is no other. */
function keyAfter(rows: readonly Row[], key: string): string | null {
  const entries = rows.filter((row) => row.kind === 'entry');
  const at = entries.findIndex((row) => row.key === key);
  return (entries[at + 1] ?? entries[at - 1])?.key ?? null;
}

/** Focuses the last button of an entry as soon as it is rendered; the heading when there is no entry. */
function useFocusLater(list: React.RefObject<HTMLElement | null>): (key: string | null) => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (key) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      const row = list.current?.querySelector(`[data-row="${CSS.escape(key ?? '')}"] article`);
      const buttons = row?.querySelectorAll<HTMLElement>('button[aria-haspopup]');
      (buttons?.[buttons.length - 1] ?? document.querySelector<HTMLElement>('main h1'))?.focus({ preventScroll: true });
    }, 60);
  };
}
