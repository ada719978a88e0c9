import { HOUR_MS, MINUTE_MS } from '@cuentos/domain/time/durations';
import type { Connection, Db, Tx } from '../../platform/db/db.ts';
import { lastRuns } from '../../platform/jobs/run-log.ts';
import type { Job } from '../../platform/jobs/job-runner.ts';
import type { AlertName, Backlog, Condition } from '../../platform/monitoring.ts';
import { toIso } from '../../platform/to-iso.ts';
import type { AlertRow } from '../../platform/db/tables/operation.ts';
import type { Clock } from '../../ports/clock.ts';
import { listAdmins } from '../auth/service.ts';
import { alertEndedMail, alertMail, mailSenderOf, queueMail } from '../mail/service.ts';
import type { ShopService } from '../shop/service.ts';
import * as repository from './repository.ts';
import { type AlertFacts, alertTexts } from './texts.ts';

/** An alert as an admin reads it. */
export interface ActiveAlert {
  readonly name: AlertName;
  readonly title: string;
  readonly found: string;
  readonly next: string;
  /** ISO instant. */
  readonly since: string | null;
}

/** Everything that the monitoring watches. */
export interface Watched {
  readonly backlogs: readonly Backlog[];
  readonly conditions: readonly Condition[];
  readonly jobs: readonly Pick<Job, 'name' | 'everyMs'>[];
}

interface Deps {
  readonly db: Db;
  readonly clock: Clock;
  readonly shop: ShopService;
  readonly publicUrl: string | null;
  readonly watched: Watched;
}

const NO_FACTS: AlertFacts = { waiting: 0, age: 0, jobs: [] };
const EVERY_MS = 5 * MINUTE_MS;
/** The admins are mailed at the second check, because many conditions end by themselves before. */
const PATIENCE_MS = EVERY_MS - MINUTE_MS;
/** An alert that is raised again so soon after its end is the same one: the admins got their two mails about it. */
const KEPT_MS = 6 * HOUR_MS;
/** A job is missed after so many of its intervals, and this time more. */
const MISSED_RUNS = 3;
const JOB_GRACE_MS = 15 * MINUTE_MS;

/**
 * Looks at everything that is watched, writes down what calls for an admin, and mails the admins when it lasts and when
 * it has ended. A state that cannot be found out now stays as it was.
 */
export function createAlertJob(deps: Deps): Job {
  return {
    name: 'alerts',
    everyMs: EVERY_MS,
    async run(signal) {
      const now = deps.clock.now();
      const admins = await listAdmins(deps.db.read);
      for (const { name, look } of looksAt(deps)) {
        if (signal.aborted) return;
        const facts = await look(now).catch(() => undefined);
        if (facts === undefined) continue;
        await deps.db.withTx(async (tx) => note({ ...deps, tx, admins, now }, name, facts));
      }
    },
  };
}

interface Look {
  readonly name: AlertName;
  /** The facts of an alert; null while all is well. */
  look(now: number): Promise<AlertFacts | null>;
}

function looksAt({ db, watched: { backlogs, conditions, jobs } }: Deps): Look[] {
  return [
    ...backlogs.map(({ name, lateAfterMs, read }): Look => ({
      name,
      async look(now) {
        const { waiting, oldestAt } = await read(now);
        const age = oldestAt === null ? 0 : now - oldestAt;
        return age > lateAfterMs ? { ...NO_FACTS, waiting, age } : null;
      },
    })),
    ...conditions.map(({ name, holds }): Look => ({
      name,
      look: async (now) => ((await holds(now)) ? NO_FACTS : null),
    })),
    { name: 'jobs', look: async () => missedJobs(db.read, jobs) },
  ];
}

/** Jobs that failed last and did not succeed for a while; a job of a shop that has just begun did neither. */
async function missedJobs(connection: Connection, jobs: Watched['jobs']): Promise<AlertFacts | null> {
  const runs = await lastRuns(connection);
  const missed = runs.filter(({ job, succeeded_at, failed_at }) => {
    const everyMs = jobs.find(({ name }) => name === job)?.everyMs;
    if (everyMs === undefined || failed_at === null || failed_at < (succeeded_at ?? 0)) return false;
    // Both instants come from the clocks of processes, as does the current one.
    return Date.now() - (succeeded_at ?? 0) > MISSED_RUNS * everyMs + JOB_GRACE_MS;
  });
  return missed.length === 0 ? null : { ...NO_FACTS, jobs: missed.map(({ job }) => job) };
}

interface NoteContext extends Deps {
  readonly tx: Tx;
  readonly admins: Awaited<ReturnType<typeof listAdmins>>;
  readonly now: number;
}

async function note(context: NoteContext, name: AlertName, facts: AlertFacts | null): Promise<void> {
  const { tx, now } = context;
  const row = await repository.findAlert(tx, name);
  if (facts === null) {
    if (row) await end(context, row);
    return;
  }
  const isNew = row === undefined || (row.ended_at !== null && row.told_at === null);
  const since = isNew ? now : row.since;
  const toldBefore = row?.told_at ?? null;
  const told_at = toldBefore ?? (now - since >= PATIENCE_MS ? now : null);
  const alert: AlertRow = { name, since, facts: JSON.stringify(facts), told_at, ended_at: null };
  await repository.saveAlert(tx, alert);
  if (toldBefore === null && told_at !== null) await tell(context, alert, alertMail);
}

async function end(context: NoteContext, row: AlertRow): Promise<void> {
  const { tx, now } = context;
  if (row.ended_at === null) {
    await repository.saveAlert(tx, { ...row, ended_at: now });
    if (row.told_at !== null) await tell(context, row, alertEndedMail);
  } else if (now - row.ended_at > KEPT_MS) await repository.deleteAlert(tx, row.name);
}

async function tell(
  { tx, admins, now, shop, publicUrl }: NoteContext,
  alert: AlertRow,
  mail: typeof alertMail,
): Promise<void> {
  const { name, title, found, next } = present(alert);
  for (const admin of admins) {
    const content = mail({
      from: mailSenderOf(shop.seller, publicUrl),
      adminName: admin.name,
      alert: { title, found, next },
    });
    // The mail's key prevents a second mail, however often the condition returns within that time.
    const event = mail === alertMail ? 'raised' : 'ended';
    await queueMail(tx, admin.email, `alert:${name}:${alert.since}:${event}:${admin.id}`, content, now);
  }
}

function present({ name, since, facts }: AlertRow): ActiveAlert {
  const { title, found, next } = alertTexts[name];
  return {
    name,
    title,
    found: found({ ...NO_FACTS, ...(JSON.parse(facts) as AlertFacts) }),
    next,
    since: toIso(since),
  };
}

/** Every alert that may be raised. */
export const alertNames = ({ backlogs, conditions }: Watched): AlertName[] => [
  ...[...backlogs, ...conditions].map(({ name }) => name),
  'jobs',
];

/** Alerts that last, the oldest first. */
export async function activeAlerts(connection: Connection): Promise<ActiveAlert[]> {
  const rows = await repository.listAlerts(connection);
  return rows.filter(({ ended_at: endedAt }) => endedAt === null).map(present);
}
