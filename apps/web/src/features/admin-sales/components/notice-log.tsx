import { PAGE_SIZES } from '../../../lib/use-list-place.ts';
import { usePagedList } from '../../../lib/use-paged-list.ts';
import { Badge } from '../../../ui/badge.tsx';
import type { Column } from '../../../ui/data-table.tsx';
import { ListPanel } from '../../../ui/list-panel.tsx';
import { fetchNotices, type NoticeEntry, NOTICES_KEY, retryNotice } from '../data.ts';
import { salesTexts as t } from '../texts.ts';
import { useRetry } from '../use-retry.ts';
import { retryColumns } from './retry-columns.tsx';

const tones = { processed: 'ok', waiting: 'info', failed: 'bad' } as const;

/** Payment notices with their state; what failed can be worked off again. */
export function NoticeLog() {
  const list = usePagedList<NoticeEntry>({
    queryKey: NOTICES_KEY,
    fetchPage: fetchNotices,
    wordsOf: ({ payment_id: payment }) => payment,
  });
  const retry = useRetry({ queryKey: NOTICES_KEY, call: retryNotice, done: t.noticeRetried });
  return (
    <>
      <p className="mb-4 max-w-[62ch] text-sm text-ink-2">{t.noticesText}</p>
      <ListPanel
        list={list}
        sizes={PAGE_SIZES}
        caption={t.noticesCaption}
        columns={columns(retry)}
        keyOf={({ id }) => id}
        empty={t.noticesEmpty}
      />
    </>
  );
}

function columns(onRetry: (id: string) => void): Column<NoticeEntry>[] {
  const c = t.noticeColumns;
  return [
    { id: 'payment', label: c.payment, place: 'title', cell: ({ payment_id: payment }) => payment },
    {
      id: 'state',
      label: c.state,
      place: 'badge',
      cell: ({ state }) => <Badge tone={tones[state]}>{t.noticeStates[state]}</Badge>,
    },
    { id: 'provider', label: c.provider, cell: ({ provider }) => t.providers[provider] ?? provider },
    ...retryColumns<NoticeEntry>({
      labels: { time: c.received, tries: c.tries },
      timeOf: (row) => row.received_at,
      nameOf: (row) => row.payment_id,
      canRetry: ({ state }) => state !== 'processed',
      onRetry,
    }),
  ];
}
