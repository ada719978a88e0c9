import type { Purchase } from '@cuentos/contract/admin/purchases';
import { useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useNow } from '../../../lib/clock.ts';
import { formatDate } from '../../../lib/formats.ts';
import { PAGE_SIZES } from '../../../lib/use-list-place.ts';
import { usePagedList } from '../../../lib/use-paged-list.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import type { Column } from '../../../ui/data-table.tsx';
import { ListPanel } from '../../../ui/list-panel.tsx';
import { RowAction } from '../../../ui/row-action.tsx';
import { EARLY_ACCESS_KEY, fetchEarlyAccess } from '../data.ts';
import { askToTakeEarlyAccess } from '../take-back.ts';
import { purchaseTexts as t } from '../texts.ts';
import { EarlyAccessDialog } from './early-access-dialog.tsx';

/** Who reads what before others, and how it ends. */
export function EarlyAccessList() {
  const client = useQueryClient();
  const now = useNow();
  const [adding, setAdding] = useState(false);
  const list = usePagedList<Purchase>({
    queryKey: EARLY_ACCESS_KEY,
    fetchPage: fetchEarlyAccess,
    wordsOf: (row) => `${row.user_name} ${row.book_part_name} ${row.book_name}`,
    name: 'revision-',
  });
  const reload = () => void client.invalidateQueries({ queryKey: EARLY_ACCESS_KEY });
  return (
    <section className="mt-16">
      <h2 className="type-1">{t.earlyTitle}</h2>
      <p className="mt-1 mb-5 text-sm text-ink-2">{t.earlyText}</p>
      <ListPanel
        list={list}
        sizes={PAGE_SIZES}
        caption={t.earlyCaption}
        columns={columns(now, (row) => void askToTakeEarlyAccess(row).then(reload))}
        keyOf={({ id }) => id}
        searchLabel={t.earlySearch}
        empty={t.earlyEmpty}
        action={
          <Button icon={<Plus aria-hidden="true" />} onClick={() => setAdding(true)}>
            {t.earlyAdd}
          </Button>
        }
      />
      {adding && <EarlyAccessDialog onGiven={reload} onClose={() => setAdding(false)} />}
    </section>
  );
}

function columns(now: number, onTake: (row: Purchase) => void): Column<Purchase>[] {
  return [
    { id: 'name', label: t.columns.name, place: 'title', cell: (row) => row.user_name },
    { id: 'book', label: t.columns.book, cell: (row) => row.book_name },
    { id: 'part', label: t.columns.part, cell: (row) => row.book_part_name },
    {
      id: 'since',
      label: t.earlyColumns.since,
      cell: (row) => <span className="figures">{formatDate(row.purchase_date)}</span>,
    },
    {
      id: 'until',
      label: t.earlyColumns.until,
      cell: ({ expires_at: end }) =>
        end === null ? (
          <span className="text-ink-3">{t.earlyOpen}</span>
        ) : (
          <span className="figures flex flex-wrap items-center gap-2">
            {formatDate(end)}
            {Date.parse(end) <= now && <Badge>{t.earlyEnded}</Badge>}
          </span>
        ),
    },
    {
      id: 'actions',
      label: t.columns.actions,
      place: 'actions',
      cell: (row) => (
        <RowAction
          tone="danger"
          aria-label={t.of(t.earlyTake, row.user_name, row.book_part_name)}
          onClick={() => onTake(row)}
        >
          {t.earlyTake}
        </RowAction>
      ),
    },
  ];
}
