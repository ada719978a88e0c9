import { TRASH_DAYS } from '@cuentos/contract/notebook';
import { DAY_MS } from '@cuentos/domain/time/durations';
import { ArrowLeft } from 'lucide-react';
import { Link } from 'react-router';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/lists/empty-state.tsx';
import { ask } from '../../ui/overlays/confirm.ts';
import { EmptyPocketDrawing } from '../../ui/pictures/drawings.tsx';
import type { TrashedEntry } from './entries.ts';
import { EntryRow, shortWords } from './entry-row.tsx';
import { type Filters, writeFilters } from './filters.ts';
import { NotebookList } from './notebook-list.tsx';
import { headingOf, type Row } from './rows.ts';
import { notebookTexts as t } from './texts.ts';

interface TrashViewProps {
  /** Deleted entries that pass the filters. */
  readonly rows: readonly Extract<Row<TrashedEntry>, { kind: 'entry' }>[];
  readonly filters: Filters;
  readonly onRestore: (entry: TrashedEntry) => void;
  readonly onErase: (entries: readonly TrashedEntry[]) => void;
}

/** The trash, latest deletion first: an entry can be restored, or deleted for good. */
export function TrashView({ rows, filters, onRestore, onErase }: TrashViewProps) {
  const entries = rows.map(({ entry }) => entry);
  const entryOf = new Map(rows.map(({ key, entry }) => [key, entry]));
  const eraseAll = async () => {
    if (await ask(t.eraseAll(entries.length))) onErase(entries);
  };
  const eraseOne = async (entry: TrashedEntry) => {
    if (await ask(t.eraseOne)) onErase([entry]);
  };
  return (
    <section aria-labelledby="trash-title" className="pt-6">
      <Link
        to={{ search: writeFilters({ ...filters, trash: false }).toString() }}
        className="inline-flex min-h-11 items-center gap-2 text-[0.9375rem] font-medium text-ink-2 hover:underline [&>svg]:size-5"
      >
        <ArrowLeft aria-hidden="true" />
        {t.backToNotebook}
      </Link>
      <div className="mt-2 flex flex-wrap items-end justify-between gap-3">
        <div className="max-w-[34em]">
          <h2 id="trash-title" tabIndex={-1} data-quiet-focus="" className="type-2">
            {t.trash}
          </h2>
          <p className="mt-1 text-sm text-ink-2">{t.trashText}</p>
        </div>
        {rows.length > 0 && <Button onClick={() => void eraseAll()}>{t.emptyTrash}</Button>}
      </div>
      {rows.length === 0 && (
        <EmptyState drawing={<EmptyPocketDrawing />} title={t.trashEmpty} text={t.trashEmptyText} />
      )}
      <div className="mt-4">
        <NotebookList rows={rows} pinnedKey={null}>
          {(row) => {
            const entry = entryOf.get(row.key);
            return (
              entry &&
              row.kind === 'entry' && (
                <EntryRow
                  entry={entry}
                  query={filters.query}
                  number={row.number}
                  count={rows.length}
                  place={`${entry.part.book_name}, ${headingOf(entry)}`}
                  foot={<TrashFoot entry={entry} onRestore={onRestore} onErase={(each) => void eraseOne(each)} />}
                />
              )
            );
          }}
        </NotebookList>
      </div>
    </section>
  );
}

interface TrashFootProps {
  readonly entry: TrashedEntry;
  readonly onRestore: (entry: TrashedEntry) => void;
  readonly onErase: (entry: TrashedEntry) => void;
}

/** When an entry is erased, and the actions until then. */
function TrashFoot({ entry, onRestore, onErase }: TrashFootProps) {
  return (
    <>
      <span className="text-[0.8125rem] text-ink-3 max-md:basis-full">{endOf(entry)}</span>
      <Button
        variant="quiet"
        className="px-2! text-sm! max-md:ps-0!"
        aria-label={t.restoreNamed(shortWords(entry))}
        onClick={() => onRestore(entry)}
      >
        {t.restore}
      </Button>
      <Button
        variant="quiet"
        className="px-2! text-sm! text-danger!"
        aria-label={t.eraseNamed(shortWords(entry))}
        onClick={() => onErase(entry)}
      >
        {t.erase}
      </Button>
    </>
  );
}

const endOf = ({ deletedAt }: TrashedEntry): string =>
  deletedAt === null ? t.eraseLater : t.eraseUntil(Date.parse(deletedAt) + TRASH_DAYS * DAY_MS);
