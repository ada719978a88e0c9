import { type BackupRun, type BackupState, getBackupArchive, type KeptBackup } from '@cuentos/contract/backups';
import { urlOf } from '@cuentos/contract/call';
import { nextBackupAt } from '@cuentos/domain/backups/backup-day';
import { DAY_MS, MINUTE_MS } from '@cuentos/domain/time/durations';
import type { Readable } from 'node:stream';
import type { Config } from '../../platform/config/config.ts';
import type { Secrets } from '../../platform/config/secrets.ts';
import type { Db } from '../../platform/db/db.ts';
import { newId } from '../../platform/db/new-id.ts';
import type { Database } from '../../platform/db/schema.ts';
import type { BackupRunRow, KeptBackupRow } from '../../platform/db/tables/operation.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { createSigner } from '../../platform/signer.ts';
import { toIso } from '../../platform/to-iso.ts';
import type { Ports } from '../../ports/ports.ts';
import { recordAudit } from '../audit/service.ts';
import { readBackupKey } from './backup-key.ts';
import * as repository from './repository.ts';
import { askForBackup } from './runs.ts';
import { createSeal } from './seal.ts';
import { startChild, type StartChild } from './start-child.ts';

export { findBackupKey, readBackupKey } from './backup-key.ts';
export {
  BEAT_MS,
  beginNewRun,
  beginRun,
  endRun,
  failRun,
  hasBackupFailed,
  isBackupLate,
  noteProgress,
  type Progress,
} from './runs.ts';
export { AGE_HEADER, createSeal, type Seal, SealBroken } from './seal.ts';
export { backupFailures } from './texts.ts';
export { type BackedUpFile, createVault, isLost, type Snapshot, type Vault } from './vault.ts';

/** A link to a backup opens it for so long; the browser follows it at once. */
const LINK_MS = 2 * MINUTE_MS;

interface Deps {
  readonly config: Config;
  readonly ports: Ports;
  readonly secrets: Secrets;
  readonly start?: StartChild;
}

export type BackupService = ReturnType<typeof createBackupService>;

/** 'Respaldos': the backups as admins see and request them. */
export function createBackupService({ config, ports, secrets, start = startChild }: Deps) {
  const { db, clock } = ports;
  const signer = createSigner(secrets.backupLink);
  const signed = (id: string, expires: string): string => `GET\nbackup\n${id}\n${expires}`;
  const state = async (): Promise<BackupState> => readState({ config, ports });
  return {
    state,
    /** Requests a backup; while one is running the answer describes that one. */
    async ask(actorId: string): Promise<BackupState> {
      const now = clock.now();
      await db.withTx(async (tx) => {
        const { run, isNew } = await askForBackup(tx, now);
        if (isNew) await recordAudit(tx, { actorId, action: 'backup.asked', subject: run.id }, now);
      });
      return state();
    },
    async showKey(actorId: string): Promise<string> {
      const { key } = await readBackupKey(config);
      const { fingerprint } = await createSeal(key);
      const entry = { actorId, action: 'backup.key_shown', subject: fingerprint } as const;
      await db.withTx(async (tx) => recordAudit(tx, entry, clock.now()));
      return key;
    },
    /** Records that the current key is kept elsewhere. A new key has to be kept again. */
    async keepKey(actorId: string): Promise<BackupState> {
      const now = clock.now();
      const { fingerprint } = await createSeal((await readBackupKey(config)).key);
      await db.withTx(async (tx) => {
        await repository.insertFacts(tx, now);
        await repository.updateKeptKey(tx, fingerprint, now);
        await recordAudit(tx, { actorId, action: 'backup.key_kept', subject: fingerprint }, now);
      });
      return state();
    },
    /** @throws {AppError} not_found for a backup that is not kept */
    async link(actorId: string, id: string): Promise<string> {
      const now = clock.now();
      if (!(await repository.keptBackups(db.read)).some((kept) => kept.id === id)) throw new AppError('not_found');
      await db.withTx(async (tx) => recordAudit(tx, { actorId, action: 'backup.downloaded', subject: id }, now));
      const expires = String(now + LINK_MS);
      return urlOf(getBackupArchive, { id }, { expires, signature: signer.sign(signed(id, expires)) });
    },
    /**
     * Opens a backup as one encrypted file.
     * @throws {AppError} forbidden for a link that is not ours or has expired; unavailable when it cannot be read now
     */
    async archive(id: string, { expires, signature }: { readonly expires: string; readonly signature: string }) {
      const isOurs = signer.verify(signed(id, expires), signature) && Number(expires) > clock.now();
      if (!isOurs) throw new AppError('forbidden');
      const kept = (await repository.keptBackups(db.read)).find((each) => each.id === id);
      if (!kept) throw new AppError('not_found');
      const stream = await firstBytes(start(['backup', '--pack', id]));
      return { stream, madeAt: kept.made_at };
    },
  };
}

/** The output of a child, once it began. Broken off, it ends as a failure, so that no half file is taken for a whole one. */
async function firstBytes({ output, ended, complaint, stop }: ReturnType<StartChild>): Promise<Readable> {
  const isReadable = new Promise<'bytes'>((resolve) => output.once('readable', () => resolve('bytes')));
  const first = await Promise.race([isReadable, ended]);
  if (first !== 'bytes') throw new AppError('unavailable', { cause: new Error(complaint()) });
  output.once('close', stop);
  return output;
}

/** Everything that the page shows, read from the database, because the backup store may be slow or unavailable. */
async function readState({ config, ports }: Pick<Deps, 'config' | 'ports'>): Promise<BackupState> {
  const { db, clock, backups } = ports;
  const { key, source } = await readBackupKey(config);
  const [facts, run, good, kept, { fingerprint }] = await Promise.all([
    repository.readFacts(db.read),
    repository.lastRun(db.read),
    repository.lastMaintenance(db, ['backup'], 'good'),
    repository.keptBackups(db.read),
    createSeal(key),
  ]);
  const { backupHour: hour } = config;
  const used = repository.usedKeysOf(facts);
  return {
    place: { kind: backups.kind, name: backups.place, shares: await backups.shares().catch(() => null) },
    hour,
    next_at: hour === null ? null : toIso(nextBackupAt(clock.now(), hour)),
    last_good_at: toIso(good?.at ?? null),
    key: {
      source,
      fingerprint,
      kept_at: facts?.kept_key === fingerprint ? toIso(facts.kept_at) : null,
      other: otherKey(used, fingerprint, clock.now()),
    },
    run: run ? presentRun(run) : null,
    kept: kept.map(presentKept),
    kept_as_of: toIso(used[0]?.at ?? null),
  };
}

/** Time for which another recently used key is reported, after a change or when two processes use different keys. */
const OTHER_KEY_MS = 7 * DAY_MS;

function otherKey(used: readonly repository.UsedKey[], fingerprint: string, now: number): BackupState['key']['other'] {
  const other = used.find((each) => each.fingerprint !== fingerprint);
  if (!other) return null;
  const isRecent = other === used[0] || now - other.at < OTHER_KEY_MS;
  return { fingerprint: other.fingerprint, last_at: toIso(other.at), is_recent: isRecent };
}

const presentRun = ({ id, state, asked_at, ended_at, phase, done, total, failure }: BackupRunRow): BackupRun => ({
  id,
  state,
  asked_at: toIso(asked_at),
  ended_at: toIso(ended_at),
  phase,
  done,
  total,
  failure,
});

const presentKept = ({ made_at, ...facts }: KeptBackupRow): KeptBackup => ({ ...facts, made_at: toIso(made_at) });

/** Records a backup or restore of the command line. After a move this is the only record of it. */
export async function recordMaintenance(
  { db, clock }: Pick<Ports, 'db' | 'clock'>,
  kind: Database['maintenance_runs']['kind'],
  outcome: Database['maintenance_runs']['outcome'],
): Promise<void> {
  const now = clock.now();
  await db.withTx(async (tx) => repository.insertMaintenance(tx, { id: newId(now), kind, outcome, at: now }));
}

/** The backups that are kept, as they were seen last, the newest first. */
export const listKept = async (db: Db): Promise<KeptBackupRow[]> => repository.keptBackups(db.read);

/** When the shop was saved last, epoch milliseconds; null when it never was. */
export async function lastBackupAt(db: Db): Promise<number | null> {
  return (await repository.lastMaintenance(db, ['backup'], 'good'))?.at ?? null;
}

/** Facts for the check of the backups. */
export interface BackupFacts {
  /** Time of the last good backup, epoch milliseconds; null for none. */
  readonly goodAt: number | null;
  /** The last try to put a backup back, and how it ended. */
  readonly tried: { readonly at: number; readonly isGood: boolean } | null;
  /** Why the last backup that the shop made of itself failed; null when it did not. */
  readonly failure: string | null;
  readonly shares: 'disk' | 'bucket' | null;
  /** Whether the key of now is kept elsewhere. */
  readonly isKeyKept: boolean;
  /** Whether the shop made a backup of itself ever. */
  readonly isOwn: boolean;
  /** The fingerprints of another recently used key and of the current one; null without another key. */
  readonly otherKey: { readonly fingerprint: string; readonly lastAt: number; readonly now: string } | null;
}

/** Everything about backups that an admin should know before the first sale. */
export async function readBackupFacts({ config, ports }: Pick<Deps, 'config' | 'ports'>): Promise<BackupFacts> {
  const { db } = ports;
  const tried = await repository.lastMaintenance(db, ['restore', 'trial']);
  const ended = await repository.lastEnded(db.read);
  const { place, key, kept } = await readState({ config, ports });
  return {
    goodAt: await lastBackupAt(db),
    tried: tried ? { at: tried.at, isGood: tried.outcome === 'good' } : null,
    failure: ended?.state === 'bad' ? ended.failure : null,
    shares: place.shares,
    isKeyKept: key.kept_at !== null,
    isOwn: kept.length > 0,
    otherKey: key.other?.is_recent
      ? { fingerprint: key.other.fingerprint, lastAt: Date.parse(key.other.last_at), now: key.fingerprint }
      : null,
  };
}

/** When backups that the shop made of itself ended last, well and badly, epoch milliseconds, and the size of the newest. */
export async function backupFigures(db: Db): Promise<{ goodAt: number; badAt: number; size: number }> {
  const [good, bad, [newest]] = await Promise.all([
    repository.lastMaintenance(db, ['backup'], 'good'),
    repository.lastEnded(db.read, 'bad'),
    repository.keptBackups(db.read),
  ]);
  return { goodAt: good?.at ?? 0, badAt: bad?.ended_at ?? 0, size: newest?.size ?? 0 };
}
