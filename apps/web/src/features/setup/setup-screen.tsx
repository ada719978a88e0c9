import {
  adminRunCheck,
  type Setup,
  type SetupCheckName,
  type SetupRow,
  type SetupState,
} from '@cuentos/contract/setup';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleCheck, CircleX, Lock, LockOpen, RefreshCw, TriangleAlert } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { formatDate } from '../../lib/formats.ts';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { TableSkeleton } from '../../ui/lists/data-table.tsx';
import { ListFailure } from '../../ui/lists/list-panel.tsx';
import { showToast } from '../../ui/overlays/toast-store.ts';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { adminCall } from '../admin/admin-call.ts';
import { isTold, reportFailure } from '../admin/admin-mutation.ts';
import { SectionTitle } from '../admin/area-frame.tsx';
import { formatMinute } from '../admin/dates.ts';
import { setupQuery } from '../admin/waiting.ts';
import { setupTexts as t } from './texts.ts';

/** Time limit of a check, ms: a mail server may take half a minute. */
const PATIENCE_MS = 60_000;

/** POST /api/admin/setup/{name}, without the loader: each row shows its running check. */
function runCheck(name: SetupCheckName): Promise<SetupRow> {
  const signal = AbortSignal.timeout(PATIENCE_MS);
  return adminCall(adminRunCheck, { params: { name }, handles: 'all', quiet: true, signal });
}

/** Groups of the rows. */
type Places = ReadonlyMap<SetupCheckName, SetupState>;

const placesOf = ({ rows }: Setup): Places => new Map(rows.map(({ name, state }) => [name, state]));

/**
 * Runs checks side by side; each row changes when its own has ended. A row checked by itself stays in its place, under
 * the pointer; several are sorted afterwards.
 */
function useChecks() {
  const client = useQueryClient();
  const [testing, setTesting] = useState<ReadonlySet<SetupCheckName>>(new Set());
  const [ended, setEnded] = useState<SetupRow | null>(null);
  const [places, setPlaces] = useState<Places | null>(null);
  const run = useCallback(
    async (names: readonly SetupCheckName[]): Promise<void> => {
      const before = client.getQueryData(setupQuery.queryKey);
      if (before && names.length === 1) setPlaces((places) => places ?? placesOf(before));
      setTesting((running) => new Set([...running, ...names]));
      const failures: unknown[] = [];
      const runOne = async (name: SetupCheckName): Promise<void> => {
        try {
          const row = await runCheck(name);
          client.setQueryData(setupQuery.queryKey, (currentSetup) =>
            currentSetup ? withRow(currentSetup, row) : currentSetup,
          );
          setEnded(row);
        } catch (error) {
          if (!isTold(error)) failures.push(error);
        } finally {
          setTesting((running) => new Set([...running].filter((other) => other !== name)));
        }
      };
      await Promise.all(names.map(runOne));
      // Reports one failure for all rows, which fail for the same reason.
      if (failures.length > 0) reportFailure(failures[0], { failed: t.failed });
      await client.invalidateQueries({ queryKey: setupQuery.queryKey });
      const after = client.getQueryData(setupQuery.queryKey);
      if (after && names.length > 1) setPlaces(placesOf(after));
    },
    [client],
  );
  return { testing, ended, places, run };
}

function withRow(setup: Setup, row: SetupRow): Setup {
  return { ...setup, rows: setup.rows.map((currentRow) => (currentRow.name === row.name ? row : currentRow)) };
}

/** /admin/setup: settings that are missing before the first sale. */
export function AdminSetupScreen() {
  const setup = useQuery(setupQuery);
  const { testing, ended, places, run } = useChecks();
  const hasBegun = useRef(false);
  useEffect(() => {
    if (!setup.data || hasBegun.current) return;
    hasBegun.current = true;
    const untested = setup.data.rows.filter(({ state }) => state === 'untested').map(({ name }) => name);
    if (untested.length > 0) void run(untested);
  }, [setup.data, run]);
  const runAll = () => void run(setup.data ? setup.data.rows.map(({ name }) => name) : []);
  return (
    <>
      <SectionTitle
        title={t.title}
        actions={
          <Button
            icon={<RefreshCw aria-hidden="true" />}
            busy={testing.size > 0}
            disabled={!setup.data}
            onClick={runAll}
          >
            {t.again}
          </Button>
        }
      />
      {setup.isPending && <TableSkeleton />}
      {setup.isError && <ListFailure onRetry={() => void setup.refetch()} />}
      {setup.data && (
        <CheckList
          setup={setup.data}
          places={places ?? placesOf(setup.data)}
          testing={testing}
          onRun={(name) => void run([name])}
        />
      )}
      <output className="sr-only">
        {ended && testing.size === 0 ? t.ended(ended.title, t.states[ended.state]) : ''}
      </output>
    </>
  );
}

interface CheckListProps {
  readonly setup: Setup;
  readonly places: Places;
  readonly testing: ReadonlySet<SetupCheckName>;
  readonly onRun: (name: SetupCheckName) => void;
}

const ORDER: Readonly<Record<SetupState, number>> = { missing: 0, untested: 1, advised: 2, ready: 3 };

function CheckList({ setup, places, testing, onRun }: CheckListProps) {
  const placeOf = ({ name, state }: SetupRow): SetupState => places.get(name) ?? state;
  const toDo = setup.rows
    .filter((row) => placeOf(row) !== 'ready')
    .toSorted((a, b) => ORDER[placeOf(a)] - ORDER[placeOf(b)]);
  const readyRows = setup.rows.filter((row) => placeOf(row) === 'ready');
  const first = toDo.find(({ state }) => state === 'missing')?.name;
  const rowsOf = (rows: readonly SetupRow[]) => (
    <ul>
      {rows.map((row) => (
        <CheckRow
          key={row.name}
          row={row}
          isTesting={testing.has(row.name)}
          isFirst={row.name === first}
          onRun={() => onRun(row.name)}
        />
      ))}
    </ul>
  );
  return (
    <>
      <Summary setup={setup} isTesting={testing.size > 0} />
      {toDo.length > 0 && <Group title={t.toDo}>{rowsOf(toDo)}</Group>}
      {readyRows.length > 0 && <Group title={t.done}>{rowsOf(readyRows)}</Group>}
      <p className="mt-5 text-sm text-ink-3">
        {t.fromServer} <code className="font-mono text-sm font-medium">{t.command}</code>
      </p>
    </>
  );
}

function Group({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="mt-9">
      <h2 className="mb-2.5 font-sans text-xs font-semibold text-ink-3">{title}</h2>
      {children}
    </section>
  );
}

const salesBadges = {
  open: { tone: 'ok', icon: <LockOpen aria-hidden="true" /> },
  closed: { tone: 'bad', icon: <Lock aria-hidden="true" /> },
  trial: { tone: 'info', icon: <LockOpen aria-hidden="true" /> },
} as const;

/** Number of missing and of ready settings, and whether the shop sells. */
function Summary({ setup: { sales, rows }, isTesting }: { readonly setup: Setup; readonly isTesting: boolean }) {
  const missingCount = rows.filter(({ state }) => state === 'missing').length;
  const ready = rows.filter(({ state }) => state === 'ready').length;
  const times = rows.flatMap(({ checked_at }) => (checked_at === null ? [] : [checked_at])).toSorted();
  const last = times.at(-1);
  const isUnknown = missingCount === 0 && rows.some(({ state }) => state === 'untested');
  const title = missingCount > 0 ? t.missing(missingCount) : isUnknown || isTesting ? t.testing : t.complete;
  const isEmpty = missingCount === 1 && rows.some(({ name, state }) => name === 'book' && state === 'missing');
  const whileOpen = isEmpty ? t.whileEmpty : missingCount > 0 ? t.whileTroubled : '';
  const meaning = { closed: t.whileClosed, trial: t.whileTrial, open: whileOpen }[sales];
  const { tone, icon } = salesBadges[sales];
  return (
    <div className="grid gap-4 border-y border-line py-5 lg:grid-cols-[1fr_auto] lg:items-center">
      <div className="grid gap-2">
        <h2 className="type-1 font-[560]">{title}</h2>
        <div className="max-w-[520px]">
          <ProgressBar
            percent={(100 * ready) / rows.length}
            label={t.progress(ready, rows.length)}
            name={t.progressName}
          />
        </div>
        <p className="figures text-sm text-ink-2">
          {meaning} {last && t.tested(formatDate(last), formatMinute(last).slice(-5))}
        </p>
      </div>
      <div>
        <Badge tone={tone}>
          {icon}
          {t.sales[sales]}
        </Badge>
      </div>
    </div>
  );
}

const stateBadges: Readonly<Record<SetupState | 'testing', { readonly tone: BadgeTone; readonly icon: ReactNode }>> = {
  ready: { tone: 'ok', icon: <CircleCheck aria-hidden="true" /> },
  missing: { tone: 'bad', icon: <CircleX aria-hidden="true" /> },
  advised: { tone: 'plain', icon: <TriangleAlert aria-hidden="true" /> },
  untested: { tone: 'plain', icon: <RefreshCw aria-hidden="true" /> },
  testing: { tone: 'info', icon: <RefreshCw aria-hidden="true" /> },
};

interface CheckRowProps {
  readonly row: SetupRow;
  readonly isTesting: boolean;
  /** The first missing setting has the page's only filled button. */
  readonly isFirst: boolean;
  readonly onRun: () => void;
}

function CheckRow({ row, isTesting, isFirst, onRun }: CheckRowProps) {
  const state = isTesting ? 'testing' : row.state;
  const { tone, icon } = stateBadges[state];
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-1.5 border-t border-line py-5 last:border-b lg:grid-cols-[4fr_8fr]">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1.5 lg:grid lg:content-start lg:justify-items-start lg:gap-2">
        <h3 className="min-w-0 font-serif text-[1.1875rem] leading-[1.3] font-[560] [overflow-wrap:anywhere]">
          {row.title}
        </h3>
        <Badge tone={tone}>
          {icon}
          {t.states[state]}
        </Badge>
      </div>
      <div className="relative grid max-w-[44em] grid-cols-[minmax(0,1fr)] gap-1.5">
        <p className="wrap-anywhere">{isTesting ? t.running : row.found}</p>
        {row.state !== 'ready' && <p className="text-sm text-ink-3">{row.why}</p>}
        {isTesting && (
          // Takes no space of its own: the rows below must not move when the check ends.
          <span
            aria-hidden="true"
            className="seam-x seam-busy absolute inset-x-0 -bottom-2 h-1! max-w-60 [--seam:var(--cb-accent)]"
          />
        )}
        {!isTesting && row.state !== 'ready' && row.records.length > 0 && <Records records={row.records} />}
        <NextStep row={row} isTesting={isTesting} isFirst={isFirst} onRun={onRun} />
      </div>
    </li>
  );
}

function Records({ records }: Pick<SetupRow, 'records'>) {
  return (
    <dl className="mt-1 text-[0.8125rem] leading-5">
      {records.map(({ name, present, text }) => (
        <div key={name} className="grid grid-cols-[4.5rem_1fr] border-b border-line py-1.5">
          <dt className="font-semibold text-ink-3">{name}</dt>
          <dd className={`wrap-anywhere ${present ? 'text-ok' : ''}`}>{text}</dd>
        </div>
      ))}
    </dl>
  );
}

function NextStep({ row, isTesting, isFirst, onRun }: CheckRowProps) {
  const { action, next } = row;
  const retry = row.name === 'mail_sending' && row.state === 'ready' ? t.sendAnother : t.retry;
  const isRetryFilled = isFirst && action === null;
  return (
    <div className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1.5">
      {(next !== null || isTesting) && (
        // Reserves space for the button that may follow the check.
        <p className="flex-[1_1_18em] font-medium wrap-anywhere">{isTesting ? '\u00a0' : next}</p>
      )}
      {action?.kind === 'page' && (
        <Link
          to={action.path}
          className={`${buttonClass({ variant: isFirst ? 'primary' : 'secondary' })} max-md:w-full`}
        >
          {action.label}
        </Link>
      )}
      {action?.kind === 'copy' && (
        <Button
          variant={isFirst ? 'primary' : 'secondary'}
          className="max-md:w-full"
          onClick={() => void copy(action.text)}
        >
          {action.label}
        </Button>
      )}
      <Button
        variant={isRetryFilled ? 'primary' : 'quiet'}
        busy={isTesting}
        aria-label={t.of(retry, row.title)}
        className={isRetryFilled ? 'max-md:w-full' : 'max-md:-ml-2.5 md:ml-auto'}
        onClick={onRun}
      >
        {retry}
      </Button>
    </div>
  );
}

async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showToast('success', t.copied);
  } catch {
    showToast('error', t.notCopied);
  }
}
