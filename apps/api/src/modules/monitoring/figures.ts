import type { Clock } from '../../ports/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import type { Figure } from '../../platform/http/metrics.ts';
import { backupFigures } from '../backups/service.ts';
import { lastRuns } from '../../platform/jobs/run-log.ts';
import { diskRoom } from '../../platform/monitoring.ts';
import { shopVersion } from '../../platform/shop-version.ts';
import { childPool } from '../../platform/work-pool.ts';
import * as repository from './repository.ts';
import { activeAlerts, alertNames, type Watched } from './service.ts';

interface Deps {
  readonly db: Db;
  readonly clock: Clock;
  readonly dataDir: string;
  readonly watched: Watched;
}

const gauge = (name: string, help: string, values: Figure['values']): Figure => ({ name, help, values });

/** Figures of this process and of the shop; those of the database are left out while it does not answer. */
export async function readFigures(deps: Deps): Promise<readonly Figure[]> {
  const { free, size } = await diskRoom(deps.dataDir);
  const children = childPool.load();
  const stored = await storedFigures(deps).catch(() => null);
  return [
    gauge('shop_version_info', 'Version of the shop.', [{ labels: { version: shopVersion }, value: 1 }]),
    gauge('shop_database_up', 'Whether the database answers.', [{ value: stored === null ? 0 : 1 }]),
    ...databaseFigures(deps.db),
    gauge('shop_disk_free_bytes', 'Room on the disk of the data folder.', [{ value: free }]),
    gauge('shop_disk_size_bytes', 'Size of the disk of the data folder.', [{ value: size }]),
    gauge('shop_child_processes', 'Pieces of work for child processes (gate, pictures, editions), by state.', [
      { labels: { state: 'running' }, value: children.running },
      { labels: { state: 'waiting' }, value: children.waiting },
    ]),
    ...(stored ?? []),
  ];
}

function databaseFigures(db: Db): Figure[] {
  const { retries, pool } = db.load();
  const states = pool === null ? [] : Object.entries(pool);
  return [
    gauge('shop_transaction_retries', 'Transactions of this process that were run again after a conflict.', [
      { value: retries },
    ]),
    gauge(
      'shop_database_connections',
      'Connections of the pool, and callers that wait for one.',
      states.map(([state, value]) => ({ labels: { state }, value: value as number })),
    ),
  ];
}

async function storedFigures({ db, clock, watched }: Deps): Promise<Figure[]> {
  const now = clock.now();
  const states = await Promise.all(watched.backlogs.map(async ({ name, read }) => ({ name, ...(await read(now)) })));
  const [runs, leases, alerts, backups] = await Promise.all([
    lastRuns(db.read),
    repository.heldLeases(db.read),
    activeAlerts(db.read),
    backupFigures(db),
  ]);
  const instants = (column: 'succeeded_at' | 'failed_at'): Figure['values'] =>
    runs.map((run) => ({ labels: { job: run.job }, value: (run[column] ?? 0) / 1000 }));
  return [
    gauge(
      'shop_backlog_waiting',
      'Pieces of work that wait.',
      states.map(({ name, waiting }) => ({ labels: { backlog: name }, value: waiting })),
    ),
    gauge(
      'shop_backlog_oldest_age_seconds',
      'Age of the oldest piece that waits; 0 without any.',
      states.map(({ name, oldestAt }) => ({
        labels: { backlog: name },
        value: oldestAt === null ? 0 : Math.max(0, now - oldestAt) / 1000,
      })),
    ),
    gauge(
      'shop_job_last_success_timestamp_seconds',
      'Last run that succeeded, in any process.',
      instants('succeeded_at'),
    ),
    gauge('shop_job_last_failure_timestamp_seconds', 'Last run that failed, in any process.', instants('failed_at')),
    gauge('shop_backup_last_success_timestamp_seconds', 'Last good backup; 0 without any.', [
      { value: backups.goodAt / 1000 },
    ]),
    gauge('shop_backup_last_failure_timestamp_seconds', 'Last backup that failed; 0 without any.', [
      { value: backups.badAt / 1000 },
    ]),
    gauge('shop_backup_size_bytes', 'Size of all that the newest backup needs.', [{ value: backups.size }]),
    gauge(
      'shop_job_lease',
      'Jobs that some process holds at this moment.',
      leases.map((job) => ({ labels: { job }, value: 1 })),
    ),
    gauge(
      'shop_alert_active',
      'Alerts that the admins are told of, as long as they last.',
      alertNames(watched).map((name) => ({
        labels: { alert: name },
        value: alerts.some((each) => each.name === name) ? 1 : 0,
      })),
    ),
  ];
}
