import { reportFailure } from '../admin/admin-mutation.ts';
import { adminListMails } from '@cuentos/contract/mails';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';
import { useRef, useState } from 'react';
import { ApiError } from '../../lib/api/api-error.ts';
import { keyOf } from '../../lib/api/query-key.ts';
import { formatNumber } from '../../lib/formats.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { useTask } from '../../ui/forms/use-task.ts';
import { type Column, RowAction } from '../../ui/lists/data-table.tsx';
import { ListPanel } from '../../ui/lists/list-panel.tsx';
import { showToast } from '../../ui/overlays/toast-store.ts';
import { formatMinute } from '../admin/dates.ts';
import { PersonLink } from '../admin/row-links.tsx';
import { UnresolvedPaymentsPanel } from '../payments/admin/unresolved-payments.tsx';
import { usePagedList } from '../admin/use-paged-list.ts';
import { TODAY_KEY, waitingQuery } from '../admin/waiting.ts';
import {
  givenUpPages,
  type MailEntry,
  mailPages,
  type NoticeEntry,
  noticePages,
  retryGivenUp,
  retryMail,
  retryNotice,
} from './api.ts';
import { reportTexts as t } from './texts.ts';

/** Delay before the refetch, ms: the job runs once in a while. */
const SETTLES_MS = 2500;

interface RetryOptions {
  readonly queryKey: readonly unknown[];
  readonly call: (id: string) => Promise<unknown>;
  /** Message when the retry has started. */
  readonly done: string;
}

/** Retries a row of a log, shows the result, and refetches the row. */
function useRetry({ queryKey, call, done }: RetryOptions): (id: string) => void {
  const client = useQueryClient();
  const running = useRef(new Set<string>());
  const reload = () => void client.invalidateQueries({ queryKey });
  const retry = async (id: string) => {
    try {
      await call(id);
      showToast('success', done);
    } catch (error) {
      if (error instanceof ApiError && error.code === 'nothing_to_retry') showToast('info', t.nothingToRetry);
      else reportFailure(error, { failed: t.retryFailed, serverSays: [409] });
    }
    reload();
    setTimeout(reload, SETTLES_MS);
  };
  return (id) => {
    // Ignores a second press during the first.
    if (running.current.has(id)) return;
    running.current.add(id);
    void retry(id).finally(() => running.current.delete(id));
  };
}

/** Meaning for the owner of codes of Node and the mail library. */
const causes: Readonly<Record<string, keyof typeof t.tryFailures>> = {
  ECONNREFUSED: 'unreachable',
  ECONNECTION: 'unreachable',
  ECONNRESET: 'unreachable',
  ESOCKET: 'unreachable',
  EDNS: 'unreachable',
  ENOTFOUND: 'unreachable',
  ETIMEDOUT: 'slow',
  TimeoutError: 'slow',
  EAUTH: 'credentials',
  ENOAUTH: 'credentials',
  EENVELOPE: 'recipient',
  EMESSAGE: 'refused',
  'not-taken': 'refused',
  'sender-limit': 'sender-limit',
  'sender-refused': 'sender-refused',
  'no-mailbox': 'no-mailbox',
  'mailbox-full': 'mailbox-full',
  busy: 'busy',
  ETLS: 'encryption',
};

/** Describes the last failure of repeated work in a sentence. */
export function tryFailure(code: string): string {
  const cause = causes[code];
  return cause ? t.tryFailures[cause] : t.tryFailedOtherwise(code);
}

const noticeTones = { processed: 'ok', waiting: 'info', failed: 'bad' } as const;

/** Payment notices with their state; a failed one can be processed again. */
export function NoticeLog() {
  const list = usePagedList<NoticeEntry>({
    ...noticePages,
    wordsOf: nameOf,
  });
  const retry = useRetry({ queryKey: noticePages.queryKey, call: retryNotice, done: t.noticeRetried });
  return (
    <>
      <UnresolvedPaymentsPanel />
      <p className="mb-4 max-w-[62ch] text-sm text-ink-2">{t.noticesText}</p>
      <ListPanel list={list} caption={t.noticesCaption} columns={noticeColumns(retry)} empty={t.noticesEmpty} />
    </>
  );
}

/** Names the subject of a notice: a payment by its number, or a chargeback. */
function nameOf({ payment_id: subject }: NoticeEntry): string {
  const chargeback = /^chargeback:(.+)$/.exec(subject)?.[1];
  return chargeback === undefined ? subject : t.noticeChargeback(chargeback);
}

function noticeColumns(onRetry: (id: string) => void): Column<NoticeEntry>[] {
  const c = t.noticeColumns;
  return [
    { id: 'payment', label: c.payment, place: 'title', cell: nameOf },
    {
      id: 'state',
      label: c.state,
      place: 'badge',
      cell: ({ state }) => <Badge tone={noticeTones[state]}>{t.noticeStates[state]}</Badge>,
    },
    { id: 'provider', label: c.provider, cell: ({ provider }) => t.providers[provider] ?? provider },
    ...retryColumns<NoticeEntry>({
      labels: { time: c.received, tries: c.tries },
      timeOf: (row) => row.received_at,
      nameOf,
      canRetry: ({ state }) => state !== 'processed',
      onRetry,
    }),
  ];
}

const mailTones = { sent: 'ok', waiting: 'info', failed: 'bad' } as const;

/** Mails with their state; an unsent one can be sent again. */
export function MailLog() {
  const [isGivenUpOnly, setGivenUpOnly] = useState(false);
  return (
    <>
      <p className="mb-4 max-w-[62ch] text-sm text-ink-2">{t.mailsText}</p>
      <GivenUpMails isOnly={isGivenUpOnly} onOnly={setGivenUpOnly} />
      <MailList key={String(isGivenUpOnly)} pages={isGivenUpOnly ? givenUpPages : mailPages} />
    </>
  );
}

interface GivenUpMailsProps {
  /** Whether the list below shows only these. */
  readonly isOnly: boolean;
  readonly onOnly: (isOnly: boolean) => void;
}

/** Reports mails that were given up and sends them again. Absent while there are none. */
function GivenUpMails({ isOnly, onOnly }: GivenUpMailsProps) {
  const client = useQueryClient();
  const { data } = useQuery(waitingQuery);
  const { busy, run } = useTask();
  const retryAll = async () => {
    try {
      const { retried } = await retryGivenUp();
      showToast(retried === 0 ? 'info' : 'success', retried === 0 ? t.nothingToResend : t.mailsRetried(retried));
    } catch (error) {
      reportFailure(error, { failed: t.retryFailed });
    }
    void client.invalidateQueries({ queryKey: mailPages.queryKey });
    void client.invalidateQueries({ queryKey: givenUpPages.queryKey });
    void client.invalidateQueries({ queryKey: TODAY_KEY });
  };
  const count = data?.waiting.find(({ kind }) => kind === 'mail')?.count ?? 0;
  if (count === 0 && !isOnly) return null;
  return (
    <div className="mb-6 flex flex-wrap items-center justify-between gap-3 border-y border-line py-3">
      <p className="figures text-sm font-semibold">{t.mailsGivenUp(count, formatNumber(count))}</p>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => onOnly(!isOnly)}>{isOnly ? t.showAllMails : t.showGivenUp}</Button>
        {count > 0 && (
          <Button busy={busy} icon={<RotateCw aria-hidden="true" />} onClick={() => void run(retryAll)}>
            {t.resendGivenUp}
          </Button>
        )}
      </div>
    </div>
  );
}

function MailList({ pages }: { readonly pages: typeof mailPages }) {
  const list = usePagedList<MailEntry>({
    ...pages,
    wordsOf: ({ recipient, person, subject }) => `${person?.name ?? ''} ${recipient} ${subject}`,
  });
  const retry = useRetry({ queryKey: keyOf(adminListMails), call: retryMail, done: t.mailRetried });
  return <ListPanel list={list} caption={t.mailsCaption} columns={mailColumns(retry)} empty={t.mailsEmpty} />;
}

function mailColumns(onRetry: (id: string) => void): Column<MailEntry>[] {
  const c = t.mailColumns;
  return [
    { id: 'subject', label: c.subject, place: 'title', cell: ({ subject }) => subject },
    {
      id: 'state',
      label: c.state,
      place: 'badge',
      cell: ({ state }) => <Badge tone={mailTones[state]}>{t.mailStates[state]}</Badge>,
    },
    { id: 'to', label: c.to, cell: (row) => <Recipient row={row} /> },
    ...retryColumns<MailEntry>({
      labels: { time: c.created, tries: c.tries },
      timeOf: (row) => row.created_at,
      nameOf: (row) => row.subject,
      canRetry: ({ state }) => state !== 'sent',
      onRetry,
    }),
  ];
}

/** The current owner of the address, above it; the address alone without an owner. */
function Recipient({ row: { person, recipient } }: { readonly row: MailEntry }) {
  if (person === null) return recipient;
  return (
    <>
      <PersonLink {...person} />
      <span className="block text-xs [overflow-wrap:anywhere] text-ink-3">{recipient}</span>
    </>
  );
}

interface RetriedRow {
  readonly id: string;
  readonly attempts: number;
  readonly last_error: string | null;
}

interface RetryColumns<Row> {
  readonly labels: { readonly time: string; readonly tries: string };
  readonly timeOf: (row: Row) => string;
  readonly nameOf: (row: Row) => string;
  readonly canRetry: (row: Row) => boolean;
  readonly onRetry: (id: string) => void;
}

/** The last columns of each log of repeated work: time, number of attempts, retry. */
function retryColumns<Row extends RetriedRow>(options: RetryColumns<Row>): Column<Row>[] {
  const { labels, timeOf, nameOf, canRetry, onRetry } = options;
  return [
    {
      id: 'time',
      label: labels.time,
      cell: (row) => <span className="figures whitespace-nowrap">{formatMinute(timeOf(row))}</span>,
    },
    {
      id: 'tries',
      label: labels.tries,
      cell: ({ attempts, last_error: error }) => (
        <>
          <span className="figures">{attempts}</span>
          {error && <span className="block text-xs text-danger">{tryFailure(error)}</span>}
        </>
      ),
    },
    {
      id: 'actions',
      label: t.resend,
      place: 'actions',
      cell: (row) =>
        canRetry(row) && (
          <RowAction aria-label={t.of(t.resend, nameOf(row))} onClick={() => onRetry(row.id)}>
            {t.resend}
          </RowAction>
        ),
    },
  ];
}
