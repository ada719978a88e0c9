import { adminGetBackups, adminMakeBackup, type BackupRun, type BackupState } from '@cuentos/contract/backups';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { Save } from 'lucide-react';
import { BackLink } from '../../ui/back-link.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { TableSkeleton } from '../../ui/lists/data-table.tsx';
import { ListFailure } from '../../ui/lists/list-panel.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { adminCall, adminQueryOf } from '../admin/admin-call.ts';
import { useAdminMutation } from '../admin/admin-mutation.ts';
import { SectionTitle } from '../admin/area-frame.tsx';
import { formatMinute } from '../admin/dates.ts';
import { BackupKeySection } from './backup-key-section.tsx';
import { KeptBackups } from './kept-backups.tsx';
import { backupTexts as t } from './texts.ts';

/** Interval of refetching while a backup is being made, ms. */
const LOOK_MS = 2000;

const isOpen = (run: BackupRun | null): boolean => run?.state === 'asked' || run?.state === 'running';

const backupsQuery = queryOptions({
  ...adminQueryOf(adminGetBackups, { handles: 'all', quiet: true }),
  refetchInterval: ({ state }) => (isOpen(state.data?.run ?? null) ? LOOK_MS : false),
});

/** /admin/backups: the shop's backups. */
export function AdminBackupsScreen() {
  const client = useQueryClient();
  const { data, isPending, isError, refetch } = useQuery(backupsQuery);
  const take = (state: BackupState) => client.setQueryData(backupsQuery.queryKey, state);
  const making = useAdminMutation({
    call: () => adminCall(adminMakeBackup, { handles: 'all' }),
    onDone: (state) => void take(state),
    texts: { failed: t.makeFailed },
  });
  const isBusy = making.busy || isOpen(data?.run ?? null);
  return (
    <>
      <div className="print:hidden">
        <BackLink to="/admin/settings">{t.back}</BackLink>
        <SectionTitle
          title={t.title}
          text={t.text}
          actions={
            <Button
              variant="primary"
              icon={<Save aria-hidden="true" />}
              busy={isBusy}
              disabled={!data}
              className="max-md:w-full"
              onClick={() => making.send(undefined)}
            >
              {t.make}
            </Button>
          }
        />
        {isPending && <TableSkeleton />}
        {isError && !data && <ListFailure onRetry={() => void refetch()} />}
        {data && <Summary state={data} />}
        {data && <Place state={data} />}
      </div>
      {data && <BackupKeySection facts={data.key} onKept={take} />}
      {data && <KeptBackups kept={data.kept} asOf={data.kept_as_of} />}
    </>
  );
}

function Summary({ state: { run, last_good_at: good, next_at: next } }: { readonly state: BackupState }) {
  const kind = isOpen(run) ? 'running' : run?.state === 'bad' ? 'bad' : good === null ? 'none' : 'good';
  return (
    <div className="grid gap-3 border-y border-line py-5">
      <h3 className="type-1 font-[560]">{t.states[kind]}</h3>
      {run && isOpen(run) && <Running run={run} />}
      {run?.state === 'bad' && run.failure !== null && <Banner title={run.failure} />}
      {run?.state === 'good' && run.failure !== null && <p className="max-w-[62ch] text-sm">{run.failure}</p>}
      <p className="figures text-sm text-ink-2">
        {good !== null && t.lastGood(formatMinute(good))} {next === null ? t.off : t.next(formatMinute(next))}
      </p>
      <Ended run={run} />
    </div>
  );
}

function Running({ run: { phase, done, total } }: { readonly run: BackupRun }) {
  return (
    <div className="grid max-w-[520px] gap-2">
      <p className="text-sm font-medium">{t.phases[phase]}</p>
      <ProgressBar
        percent={total === 0 ? 0 : (100 * done) / total}
        label={phase === 'waiting' ? '' : t.progress(done, total)}
        name={t.progressName}
      />
      <p className="text-sm text-ink-2">{t.meanwhile}</p>
    </div>
  );
}

/** Announces to screen readers how a backup ended; a text that is there from the start is not announced. */
function Ended({ run }: { readonly run: BackupRun | null }) {
  const end = run?.state === 'good' || run?.state === 'bad' ? t.ended[run.state] : '';
  return <output className="sr-only">{end}</output>;
}

function Place({ state: { place, hour } }: { readonly state: BackupState }) {
  const rows = [
    { name: t.place, value: place.name, more: place.shares === null ? null : t.shares[place.shares] },
    { name: t.hour, value: hour === null ? t.never : t.hourOf(hour), more: null },
    { name: t.kept, value: t.keptOf, more: null },
  ];
  return (
    <dl className="mb-9">
      {rows.map(({ name, value, more }) => (
        <div key={name} className="grid gap-x-8 gap-y-1 border-b border-line py-3.5 lg:grid-cols-[4fr_8fr]">
          <dt className="font-serif text-base font-[560]">{name}</dt>
          <dd className="grid gap-1">
            <span className="[overflow-wrap:anywhere]">{value}</span>
            {more && <span className="max-w-[62ch] text-sm text-ink-2">{more}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
