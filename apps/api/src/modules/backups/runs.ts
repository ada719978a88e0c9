import { latestBackupDay } from '@cuentos/domain/backups/backup-day';
import type { BackupPhase } from '@cuentos/contract/backups';
import { DAY_MS, HOUR_MS } from '@cuentos/domain/time/durations';
import type { Connection, Db, Tx } from '../../platform/db/db.ts';
import { newId } from '../../platform/db/new-id.ts';
import type { BackupRunRow, KeptBackupRow } from '../../platform/db/tables/operation.ts';
import type { Ports } from '../../ports/ports.ts';
import * as repository from './repository.ts';
import { backupFailures as t } from './texts.ts';

type RunPorts = Pick<Ports, 'db' | 'clock'>;

/** Interval at which a process reports that it is making a backup; one that is silent for longer has died. */
export const BEAT_MS = 10_000;
const SILENCE_MS = 6 * BEAT_MS;
/** How often the backup of a day is tried, and the pause after a failure. */
const TRIES = 4;
const PAUSE_MS = HOUR_MS;
/** Runs are remembered this long, milliseconds. */
const REMEMBERED_MS = 400 * DAY_MS;

const newRun = (now: number, day: string | null): BackupRunRow => ({
  id: newId(now),
  day,
  state: 'asked',
  asked_at: now,
  beat_at: now,
  ended_at: null,
  phase: 'waiting',
  done: 0,
  total: 0,
  failure: null,
});

/** Requests a backup, unless one is running. @returns the requested or running one */
export async function askForBackup(
  tx: Tx,
  now: number,
): Promise<{ readonly run: BackupRunRow; readonly isNew: boolean }> {
  const [open] = await repository.openRuns(tx);
  if (open) return { run: open, isNew: false };
  const run = newRun(now, null);
  await repository.insertRun(tx, run);
  return { run, isNew: true };
}

/**
 * Finds the backup to make now: a requested one, or that of the day. A run that a killed process left open is recorded
 * as failed.
 * @param hour of Santiago; null without automatic backups
 */
export async function nextRun({ db, clock }: RunPorts, hour: number | null): Promise<BackupRunRow | null> {
  const now = clock.now();
  if (!(await repository.readFacts(db.read))) await db.withTx(async (tx) => repository.insertFacts(tx, now));
  // Checks without writing first: almost always nothing is due.
  const [open] = await repository.openRuns(db.read);
  if (!open && (await dayDue(db.read, now, hour)) === null) return null;
  return db.withTx(async (tx) => {
    for (const run of await repository.openRuns(tx)) {
      if (run.state === 'asked') return run;
      if (now - run.beat_at < SILENCE_MS) return null;
      await repository.updateRun(tx, run.id, { state: 'bad', ended_at: now, failure: t.brokenOff });
    }
    const day = await dayDue(tx, now, hour);
    if (day === null) return null;
    const run = newRun(now, day);
    await repository.insertRun(tx, run);
    return run;
  });
}

/** The day whose backup is due; null when it exists, is running, failed often enough, or is before the shop began. */
async function dayDue(connection: Connection, now: number, hour: number | null): Promise<string | null> {
  if (hour === null) return null;
  const { day, at } = latestBackupDay(now, hour);
  const facts = await repository.readFacts(connection);
  if (!facts || at < facts.since) return null;
  const tries = await repository.runsOfDay(connection, day);
  if (tries.some(({ state }) => state !== 'bad')) return null;
  const last = tries.at(-1);
  const isWaiting = last !== undefined && now - (last.ended_at ?? now) < PAUSE_MS;
  return tries.length >= TRIES || isWaiting ? null : day;
}

/** Starts a run. @returns false when it was started or ended already */
export async function beginRun({ db, clock }: RunPorts, id: string): Promise<boolean> {
  return db.withTx(async (tx) => {
    const run = (await repository.openRuns(tx)).find((each) => each.id === id);
    if (run?.state !== 'asked') return false;
    return repository.updateRun(tx, id, { state: 'running', beat_at: clock.now() });
  });
}

/** Requests and starts a run, for the terminal. @returns null when another one is running */
export async function beginNewRun(ports: RunPorts): Promise<string | null> {
  const { run, isNew } = await ports.db.withTx(async (tx) => askForBackup(tx, ports.clock.now()));
  return isNew && (await beginRun(ports, run.id)) ? run.id : null;
}

/** Progress of a run. */
export interface Progress {
  readonly phase: BackupPhase;
  readonly done: number;
  readonly total: number;
}

/** Records that a run is working, with its progress. @returns false when it was ended by another process meanwhile */
export async function noteProgress({ db, clock }: RunPorts, id: string, progress: Progress): Promise<boolean> {
  return db.withTx(async (tx) => repository.updateRun(tx, id, { ...progress, beat_at: clock.now() }));
}

/** Result of a successful backup. */
interface MadeBackup {
  /** All that are kept now. */
  readonly kept: readonly KeptBackupRow[];
  /** Fingerprint of the key that closed it. */
  readonly fingerprint: string;
  /** A warning for the admins about a successful backup. */
  readonly remark?: string | null;
}

/** Ends a run well. */
export async function endRun(
  { db, clock }: RunPorts,
  id: string,
  { kept, fingerprint, remark = null }: MadeBackup,
): Promise<void> {
  const now = clock.now();
  await db.withTx(async (tx) => {
    await repository.updateRun(tx, id, { state: 'good', ended_at: now, failure: remark });
    await repository.replaceKept(tx, kept);
    await repository.noteUsedKey(tx, { fingerprint, at: now });
    await repository.insertMaintenance(tx, { id: newId(now), kind: 'backup', outcome: 'good', at: now });
    await repository.insertMaintenance(tx, { id: newId(now), kind: 'trial', outcome: 'good', at: now });
    await repository.deleteRunsBefore(tx, now - REMEMBERED_MS);
  });
}

/** Records that a run failed, unless it has ended already. @param sentence reason, for the admins */
export async function failRun({ db, clock }: RunPorts, id: string, sentence: string): Promise<void> {
  const now = clock.now();
  await db.withTx(async (tx) => {
    const failed = { state: 'bad', ended_at: now, failure: sentence } as const;
    if (!(await repository.updateRun(tx, id, failed))) return;
    await repository.insertMaintenance(tx, { id: newId(now), kind: 'backup', outcome: 'bad', at: now });
  });
}

/** Two days without a good backup, one to make it and one to mend what kept it from being made. */
const LATE_MS = 2 * DAY_MS;

/** Whether backups are made no more: two days without a good one. Before the first, since the shop makes them. */
export async function isBackupLate(db: Db, now: number): Promise<boolean> {
  const good = await repository.lastMaintenance(db, ['backup'], 'good');
  const facts = await repository.readFacts(db.read);
  return now - (good?.at ?? facts?.since ?? now) > LATE_MS;
}

/** Whether the last backup that the shop made of itself failed. */
export async function hasBackupFailed(db: Db): Promise<boolean> {
  return (await repository.lastEnded(db.read))?.state === 'bad';
}
