import { formatMinute } from '../../../lib/admin-dates.ts';
import { PAGE_SIZES, usePagedList } from '../../../lib/use-paged-list.ts';
import { Badge } from '../../../ui/badge.tsx';
import type { Column } from '../../../ui/data-table.tsx';
import { ListPanel } from '../../../ui/list-panel.tsx';
import { RowAction } from '../../../ui/row-action.tsx';
import { fetchMails, type MailEntry, MAILS_KEY, retryMail } from '../data.ts';
import { salesTexts as t } from '../texts.ts';
import { useRetry } from '../use-retry.ts';

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
    {
      id: 'created',
      label: c.created,
      cell: ({ created_at: at }) => <span className="figures whitespace-nowrap">{formatMinute(at)}</span>,
    },
    {
      id: 'tries',
      label: c.tries,
      cell: ({ attempts, last_error: error }) => (
        <>
          <span className="figures">{attempts}</span>
          {error && <span className="block text-xs text-danger">{error}</span>}
        </>
      ),
    },
    {
      id: 'actions',
      label: t.resend,
      place: 'actions',
      cell: ({ id, state, subject }) =>
        state !== 'sent' && (
          <RowAction aria-label={t.of(t.resend, subject)} onClick={() => onRetry(id)}>
            {t.resend}
          </RowAction>
        ),
    },
  ];
}
