import { PAGE_SIZES } from '../../../lib/use-list-place.ts';
import { usePagedList } from '../../../lib/use-paged-list.ts';
import { Badge } from '../../../ui/badge.tsx';
import type { Column } from '../../../ui/data-table.tsx';
import { ListPanel } from '../../../ui/list-panel.tsx';
import { fetchMails, type MailEntry, MAILS_KEY, retryMail } from '../data.ts';
import { salesTexts as t } from '../texts.ts';
import { useRetry } from '../use-retry.ts';
import { retryColumns } from './retry-columns.tsx';

const tones = { sent: 'ok', waiting: 'info', failed: 'bad' } as const;

/** Mails with their state; what did not go out can be sent again. */
export function MailLog() {
  const list = usePagedList<MailEntry>({
    queryKey: MAILS_KEY,
    fetchPage: fetchMails,
    wordsOf: ({ recipient, subject }) => `${recipient} ${subject}`,
  });
  const retry = useRetry({ queryKey: MAILS_KEY, call: retryMail, done: t.mailRetried });
  return (
    <>
      <p className="mb-4 max-w-[62ch] text-sm text-ink-2">{t.mailsText}</p>
      <ListPanel
        list={list}
        sizes={PAGE_SIZES}
        caption={t.mailsCaption}
        columns={columns(retry)}
        keyOf={({ id }) => id}
        empty={t.mailsEmpty}
      />
    </>
  );
}

function columns(onRetry: (id: string) => void): Column<MailEntry>[] {
  const c = t.mailColumns;
  return [
    { id: 'subject', label: c.subject, place: 'title', cell: ({ subject }) => subject },
    {
      id: 'state',
      label: c.state,
      place: 'badge',
      cell: ({ state }) => <Badge tone={tones[state]}>{t.mailStates[state]}</Badge>,
    },
    { id: 'to', label: c.to, cell: ({ recipient }) => recipient },
    ...retryColumns<MailEntry>({
      labels: { time: c.created, tries: c.tries },
      timeOf: (row) => row.created_at,
      nameOf: (row) => row.subject,
      canRetry: ({ state }) => state !== 'sent',
      onRetry,
    }),
  ];
}
