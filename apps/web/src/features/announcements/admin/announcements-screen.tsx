import type { Announcement, AnnouncementStep } from '@cuentos/contract/announcements';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowLeft, CalendarClock, CircleAlert, Download, Mail, Pause, Play, Plus, RotateCw } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { formatNumber } from '../../../lib/formats.ts';
import { Button } from '../../../ui/button.tsx';
import { type Column, RowAction, DataTable, TableSkeleton } from '../../../ui/lists/data-table.tsx';
import { ListPanel, ListFailure } from '../../../ui/lists/list-panel.tsx';
import { ask } from '../../../ui/overlays/confirm.ts';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { showToast } from '../../../ui/overlays/toast-store.ts';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import { reportFailure } from '../../admin/admin-mutation.ts';
import { SectionTitle } from '../../admin/area-frame.tsx';
import { formatMinute } from '../../admin/dates.ts';
import { GoneDrafts } from '../../admin/gone-drafts.tsx';
import { Naming, PartLink } from '../../admin/row-links.tsx';
import { useObjectUrl } from '../../admin/use-object-url.ts';
import { usePagedList } from '../../admin/use-paged-list.ts';
import { AnnouncementForm } from './announcement-form.tsx';
import { EraseAddress } from './erase-address.tsx';
import {
  ANNOUNCEMENTS_KEY,
  audiencesQuery,
  downloadList,
  announcementPages,
  announcementFailures,
  announcementQuery,
  isAnnouncementOver,
  mailLookQuery,
  removeDraft,
  takeStep,
} from './api.ts';
import { announcementTexts as t } from './texts.ts';
import { Badge, type BadgeTone } from '../../../ui/badge.tsx';
import { useTask } from '../../../ui/forms/use-task.ts';
import { Waiting } from '../../../ui/waiting.tsx';

/** 'Anuncios': the list, the form, or a sent announcement, as the address says. */
export function AdminAnnouncementsScreen() {
  const [query, setQuery] = useSearchParams();
  const writing = query.get('escribir');
  const announcementId = query.get('ver');
  const open = (next: Record<string, string>) => setQuery(next);
  const back = () => setQuery({});
  if (writing !== null) {
    const id = writing === 'nuevo' ? null : writing;
    return <AnnouncementForm key={writing} id={id} onBack={back} onShow={(next) => open({ ver: next })} />;
  }
  if (announcementId !== null) return <AnnouncementResults id={announcementId} onBack={back} />;
  return <AnnouncementList onWrite={(id) => open({ escribir: id ?? 'nuevo' })} onShow={(id) => open({ ver: id })} />;
}

const tones: Readonly<Record<Announcement['state'], BadgeTone>> = {
  draft: 'plain',
  scheduled: 'info',
  sending: 'info',
  paused: 'plain',
  stopped: 'bad',
  done: 'ok',
};
const icons: Readonly<Partial<Record<Announcement['state'], ReactNode>>> = {
  scheduled: <CalendarClock aria-hidden="true" />,
  paused: <Pause aria-hidden="true" />,
  stopped: <CircleAlert aria-hidden="true" />,
};

/** State of an announcement in a word. */
function AnnouncementBadge({ state: taken, standstill }: Pick<Announcement, 'state' | 'standstill'>) {
  const state = standstill === null ? taken : 'paused';
  return (
    <Badge tone={tones[state]}>
      {icons[state]}
      {t.states[state]}
    </Badge>
  );
}

/** Names the recipients of an announcement, with a link to their book or part. */
function Audience({ row }: { readonly row: Announcement }) {
  const { audience, audience_name: name, audience_book_id: bookId } = row;
  return <Naming words={t.audiences[audience]} name={<PartLink bookId={bookId} name={name ?? '—'} />} />;
}

/** Performs an action on an announcement, shows its result, and refetches the state. */
function useAnnouncementSteps() {
  const client = useQueryClient();
  const reload = () => void client.invalidateQueries({ queryKey: ANNOUNCEMENTS_KEY });
  const run = async (work: () => Promise<unknown>, done: string) => {
    try {
      await work();
      showToast('success', done);
    } catch (error) {
      reportFailure(error, announcementFailures);
    }
    reload();
  };
  return {
    take: async (row: Announcement, step: AnnouncementStep['step']) => {
      const question = { title: t.stopTitle, message: t.stopText, confirm: t.actions.stop, cancel: t.back };
      if (step === 'stop' && !(await ask(question))) return;
      await run(() => takeStep(row.id, step), t.done[step]);
    },
    remove: async (row: Announcement) => {
      const message = t.removeText(row.subject || t.untitled);
      if (!(await ask({ title: t.removeTitle, message, confirm: t.actions.remove, cancel: t.back }))) return;
      await run(() => removeDraft(row.id), t.done.removed);
    },
  };
}

/** Interval of refetching during the sending, ms. */
const LOOK_MS = 5000;

/** Progress and result of an announcement. */
function AnnouncementResults({ id, onBack }: { readonly id: string; readonly onBack: () => void }) {
  const { data, isError, refetch } = useQuery({
    ...announcementQuery(id),
    refetchInterval: ({ state }) => (state.data && state.data.state === 'sending' ? LOOK_MS : false),
  });
  return (
    <>
      <Button variant="quiet" className="-ml-2.5" icon={<ArrowLeft aria-hidden="true" />} onClick={onBack}>
        {t.title}
      </Button>
      {isError && !data && <ListFailure onRetry={() => void refetch()} />}
      {!isError && !data && <TableSkeleton />}
      {data && <Results row={data} />}
    </>
  );
}

function Results({ row }: { readonly row: Announcement }) {
  const figures = ['accepted', 'retrying', 'refused', 'unsubscribed'] as const;
  return (
    <>
      <div className="mt-1 flex flex-wrap items-start justify-between gap-4">
        <h2 className="type-1 min-w-0 [overflow-wrap:anywhere]">{row.subject}</h2>
        <AnnouncementBadge {...row} />
      </div>
      <p className="figures mt-1 text-sm text-ink-2">
        <Audience row={row} />. {row.started_at && t.started(formatMinute(row.started_at))}
      </p>
      <div className="mt-3">
        <MailButton id={row.id} />
      </div>
      {row.state !== 'done' && row.started_at && <Progress row={row} />}
      {row.resendable > 0 && <NotArrived row={row} />}
      <dl className="mt-6 grid grid-cols-2 border-y border-line lg:grid-cols-4 lg:divide-x lg:divide-line">
        {figures.map((figure) => (
          <div key={figure} className="py-5 pr-4 lg:px-5 lg:first:pl-0">
            <dt className="text-sm font-semibold">{t.figures[figure][0]}</dt>
            <dd className="figures font-serif text-3xl font-[560]">{formatNumber(row[figure])}</dd>
            <dd className="text-sm text-ink-3">{t.figures[figure][1]}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-4 text-sm text-ink-3">
        {row.left > 0 && `${t.left(formatNumber(row.left))} `}
        {t.noTracking}
      </p>
      {row.answers.length > 0 && (
        <section aria-labelledby="answers-title" className="mt-12">
          <h2 id="answers-title" className="type-1 mb-3">
            {t.answersTitle}
          </h2>
          <DataTable
            caption={t.answersCaption}
            columns={answerColumns}
            rows={row.answers}
            keyOf={({ reason, final }) => `${reason} ${final}`}
          />
        </section>
      )}
    </>
  );
}

function Progress({ row }: { readonly row: Announcement }) {
  const { take } = useAnnouncementSteps();
  const { data: audiences } = useQuery(audiencesQuery);
  const doneCount = row.tried + row.left;
  const isMoving = row.state === 'sending';
  return (
    <div className="mt-6 rounded-2 bg-accent-soft p-4.5">
      <ProgressBar
        percent={(100 * doneCount) / Math.max(1, row.total)}
        label={t.of(formatNumber(doneCount), formatNumber(row.total))}
        name={t.progress}
      />
      <div className="mt-3 flex flex-wrap items-center justify-between gap-3">
        <p className="figures max-w-[62ch] text-sm">
          {row.standstill === null
            ? isMoving && audiences
              ? t.restart(formatNumber(audiences.per_minute), formatNumber(row.minutes_left ?? 0))
              : t.standing
            : standstillWords(row.standstill)}
        </p>
        <div className="flex flex-wrap gap-2">
          {isMoving && row.standstill && (
            <Button icon={<RotateCw aria-hidden="true" />} onClick={() => void take(row, 'retry')}>
              {t.actions.retry}
            </Button>
          )}
          {isMoving ? (
            <Button icon={<Pause aria-hidden="true" />} onClick={() => void take(row, 'pause')}>
              {t.actions.pause}
            </Button>
          ) : (
            <Button icon={<Play aria-hidden="true" />} onClick={() => void take(row, 'resume')}>
              {row.state === 'stopped' ? t.actions.resumeFrom : t.actions.resume}
            </Button>
          )}
          {row.state !== 'stopped' && (
            <Button variant="quiet" className="text-danger!" onClick={() => void take(row, 'stop')}>
              {t.actions.stop}
            </Button>
          )}
        </div>
      </div>
    </div>
  );
}

/** Why the mail server refuses mails, and when it is tried again. */
function standstillWords({ reason, since, next_try_at: next }: NonNullable<Announcement['standstill']>): string {
  const words = t.standstill[reason];
  return next === null
    ? t.waitsForYou(words, formatMinute(since))
    : t.standsStill(words, formatMinute(since), formatMinute(next));
}

/** Offers to send failed mails again to their recipients. */
function NotArrived({ row }: { readonly row: Announcement }) {
  const { take } = useAnnouncementSteps();
  const { busy, run } = useTask();
  return (
    <div className="mt-6 flex flex-wrap items-center justify-between gap-3 rounded-2 bg-accent-soft p-4.5">
      <p className="figures text-sm">{t.notArrived(formatNumber(row.resendable), row.resendable === 1)}</p>
      <Button
        busy={busy}
        icon={<RotateCw aria-hidden="true" />}
        onClick={() => void run(async () => take(row, 'retry'))}
      >
        {t.sendToThose}
      </Button>
    </div>
  );
}

type Answer = Announcement['answers'][number];

const answerColumns: Column<Answer>[] = [
  { id: 'reason', label: t.answerColumns.reason, place: 'title', cell: ({ reason }) => t.reasons[reason] },
  { id: 'mails', label: t.answerColumns.mails, end: true, cell: ({ mails }) => formatNumber(mails) },
  {
    id: 'next',
    label: t.answerColumns.next,
    cell: ({ reason, final }) => {
      const isOver = final && reason !== 'no-mailbox';
      return isOver ? t.next.givenUp : t.next[reason];
    },
  },
];

interface ListNavigation {
  readonly onWrite: (id: string | null) => void;
  readonly onShow: (id: string) => void;
}

function AnnouncementList({ onWrite, onShow }: ListNavigation) {
  const steps = useAnnouncementSteps();
  const list = usePagedList<Announcement>({
    ...announcementPages,
    wordsOf: ({ subject }) => subject,
    lookAgain: (rows) => rows.some(({ state }) => state === 'sending' || state === 'scheduled') && LOOK_MS,
  });
  const { busy, run } = useTask();
  const download = async () =>
    run(async () => downloadList().catch((error: unknown) => reportFailure(error, { failed: t.listFailed })));
  return (
    <>
      <SectionTitle
        title={t.title}
        text={t.text}
        actions={
          <>
            <Button busy={busy} icon={<Download aria-hidden="true" />} onClick={() => void download()}>
              {t.list}
            </Button>
            <Button variant="primary" icon={<Plus aria-hidden="true" />} onClick={() => onWrite(null)}>
              {t.write}
            </Button>
          </>
        }
      />
      <ReleaseDay />
      <GoneDrafts
        kind="announcement"
        title={t.draftGone}
        textOf={({ subject, body }) => [subject, body].filter(Boolean).join('\n\n')}
        isGone={async ({ id }) => isAnnouncementOver(id)}
        stamp={list.isLoading}
      />
      <ListPanel list={list} caption={t.caption} columns={columns({ onWrite, onShow, ...steps })} empty={t.empty} />
      <EraseAddress />
    </>
  );
}

/** Opens a mail as it arrives: an announcement's, or without one that of the next release. */
function MailButton({ id = null }: { readonly id?: string | null }) {
  const [open, setOpen] = useState(false);
  const { data, isError, refetch } = useQuery({ ...mailLookQuery(id), enabled: open });
  return (
    <>
      <Button icon={<Mail aria-hidden="true" />} onClick={() => setOpen(true)}>
        {t.seeMail}
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} label={t.mailFrame} caption={t.mailFrame} width="picture">
        {isError && <ListFailure onRetry={() => void refetch()} />}
        {data && (
          <>
            <h2 className="type-1 mb-3 [overflow-wrap:anywhere]">{data.subject}</h2>
            <MailFrame html={data.html} />
          </>
        )}
      </Dialog>
    </>
  );
}

/** Sandbox of the frame: no script runs, and no link opens a window. Its pictures are the shop's own. */
function MailFrame({ html }: { readonly html: string }) {
  const file = useMemo(
    () => new Blob([html.replace('<head>', '<head><base target="_blank">')], { type: 'text/html;charset=utf-8' }),
    [html],
  );
  return (
    <iframe
      title={t.mailFrame}
      sandbox="allow-same-origin"
      src={useObjectUrl(file) ?? undefined}
      className="block h-[65dvh] w-full rounded-2 border border-line"
    />
  );
}

/** Mails that are sent automatically. */
function ReleaseDay() {
  const { data, isPending } = useQuery(audiencesQuery);
  const next = data ? data.next_release : null;
  if (isPending) return <Waiting className="skeleton mb-8 h-28" />;
  return (
    <section aria-labelledby="release-title" className="mb-8 border-y border-line py-5">
      <h2 id="release-title" className="type-1">
        {t.releaseTitle}
      </h2>
      <p className="figures mt-1 max-w-[62ch] text-sm text-ink-2">
        {t.releaseText}{' '}
        {data &&
          (next ? (
            <Naming
              words={t.nextRelease(formatMinute(next.release_at), t.people(next.people, formatNumber(next.people)))}
              name={<PartLink bookId={next.book_id} name={next.part_name} />}
            />
          ) : (
            t.noRelease
          ))}
      </p>
      {next && (
        <div className="mt-3">
          <MailButton />
        </div>
      )}
    </section>
  );
}

type RowHandlers = ListNavigation & ReturnType<typeof useAnnouncementSteps>;

function columns(doing: RowHandlers): Column<Announcement>[] {
  const c = t.columns;
  return [
    {
      id: 'subject',
      label: c.subject,
      place: 'title',
      cell: (row) => (
        <>
          {row.subject || <span className="text-ink-3">{t.untitled}</span>}
          {row.state === 'sending' && (
            <div className="font-sans">
              <ProgressBar
                percent={(100 * (row.tried + row.left)) / Math.max(1, row.total)}
                label={row.minutes_left ? t.minutesLeft(formatNumber(row.minutes_left)) : ''}
                name={t.named(t.progress, row.subject)}
              />
            </div>
          )}
        </>
      ),
    },
    { id: 'state', label: c.state, place: 'badge', cell: (row) => <AnnouncementBadge {...row} /> },
    {
      id: 'when',
      label: c.when,
      cell: (row) => {
        const at = row.started_at ?? row.send_at;
        return <span className="figures">{at === null ? '—' : formatMinute(at)}</span>;
      },
    },
    { id: 'to', label: c.to, cell: (row) => <Audience row={row} /> },
    {
      id: 'sent',
      label: c.sent,
      end: true,
      cell: (row) => (row.started_at === null ? '—' : t.of(formatNumber(row.tried), formatNumber(row.total))),
    },
    {
      id: 'actions',
      label: c.actions,
      place: 'actions',
      cell: (row) => <RowActions row={row} {...doing} />,
    },
  ];
}

/** Shows the possible actions for an announcement's state. */
function RowActions({ row, onWrite, onShow, take, remove }: RowHandlers & { readonly row: Announcement }) {
  const action = (label: string, run: () => void) => (
    <RowAction key={label} aria-label={t.named(label, row.subject || t.untitled)} onClick={run}>
      {label}
    </RowAction>
  );
  const a = t.actions;
  const results = action(a.results, () => onShow(row.id));
  const stop = action(a.stop, () => void take(row, 'stop'));
  const words: Readonly<Record<Announcement['state'], ReactNode[]>> = {
    draft: [action(a.edit, () => onWrite(row.id)), action(a.remove, () => void remove(row))],
    scheduled: [action(a.change, () => onWrite(row.id)), action(a.cancel, () => void take(row, 'cancel'))],
    sending: [results, action(a.pause, () => void take(row, 'pause')), stop],
    paused: [results, action(a.resume, () => void take(row, 'resume')), stop],
    stopped: [results, action(a.resumeFrom, () => void take(row, 'resume'))],
    done: [results],
  };
  return words[row.state];
}
