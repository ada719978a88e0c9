import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { santiagoDate } from '@cuentos/domain/time/santiago';
import { daysFromEpoch } from '@cuentos/domain/time/civil-date';
import { keptBackups } from '@cuentos/domain/backups/kept-backups';
import { DAY_MS, SECOND_MS } from '@cuentos/domain/time/durations';
import { composeShop, type Shop } from '../compose.ts';
import { erasedAccounts } from '../modules/auth/service.ts';
import {
  BEAT_MS,
  type BackedUpFile,
  backupFailures as failures,
  beginNewRun,
  beginRun,
  createSeal,
  createVault,
  endRun,
  failRun,
  isLost,
  listKept,
  noteProgress,
  type Progress,
  readBackupKey,
  type Snapshot,
  type Vault,
} from '../modules/backups/service.ts';
import { countRows, dumpTables, loadTables, type RowCounts, RowsMissing } from '../platform/db/dump.ts';
import { acquireLease, releaseLease, renewLease } from '../platform/db/leases.ts';
import { migrations } from '../platform/db/migrations.ts';
import { addMoney, differentSums, sumMoney } from '../platform/db/money-sums.ts';
import { newId } from '../platform/db/new-id.ts';
import type { TableName } from '../platform/db/schema.ts';
import type { KeptBackupRow } from '../platform/db/tables/operation.ts';
import { shopVersion } from '../platform/shop-version.ts';
import { FileMissing, type StoragePort } from '../ports/storage.ts';
import { fileKeys } from './backup.ts';
import { apartConfig } from './apart-config.ts';
import { CommandFailure, commandStep, placesOf } from './run-command.ts';
import { snapshotTexts as t } from './texts.ts';

/** Name of the lease without which no process writes to the backup store or deletes from it. */
const LEASE = 'backup-store';
const LEASE_MS = 30 * SECOND_MS;
/** Time after which the lease of a killed process has expired; the server's next process waits that long. */
const PATIENCE_MS = LEASE_MS + 5 * SECOND_MS;
/** Bytes of rows in one piece, before they are compressed. */
const PIECE_BYTES = 8 * 1024 * 1024;
/** Each file that was stored before is read again and compared on one day out of so many. */
const CHECK_DAYS = 28;
/** Age at which the files that no backup needs are deleted, milliseconds. */
const GRACE_MS = 2 * DAY_MS;
const TRIAL = 'backup-trial-';

/** The backups of a shop, opened with its key. @throws {CommandFailure} when the key or the store cannot be had */
export async function openVault({ config, ports }: Pick<Shop, 'config' | 'ports'>): Promise<Vault> {
  const { key } = await commandStep(t.keyFile(config.dataDir), async () => readBackupKey(config));
  return createVault(ports.backups, await createSeal(key));
}

/**
 * Makes a backup where the shop keeps them: every row in one snapshot and every file that is not stored yet, put back
 * into an empty database and compared before it is called good; then deletes what is kept no longer. What is broken off
 * in the middle is no backup, for the list of its parts is written last.
 * @param runId the run that was asked for; without it, one more is asked for now
 * @throws {CommandFailure} when another one is under way, or something fails; the run then says why
 */
export async function makeSnapshot(shop: Shop, runId: string | null, signal?: AbortSignal): Promise<string> {
  const { ports } = shop;
  const holder = newId();
  if (!(await take(ports.db, holder, runId === null ? 0 : PATIENCE_MS))) throw new CommandFailure(t.another);
  const lost = new AbortController();
  const ending = signal ? AbortSignal.any([signal, lost.signal]) : lost.signal;
  const state: { progress: Progress; id: string | null } = {
    progress: { phase: 'rows', done: 0, total: 0 },
    id: null,
  };
  const beat = async (): Promise<void> => {
    const isOurs = await renewLease(ports.db, LEASE, holder, LEASE_MS);
    const isOpen = state.id === null || (await noteProgress(ports, state.id, state.progress));
    if (!isOurs || !isOpen) lost.abort();
  };
  // If the database does not answer for a moment, no other process can have got the lease.
  const timer = setInterval(() => void beat().catch(() => undefined), BEAT_MS / 10);
  try {
    state.id = await takeUp(shop, runId);
    const say = (phase: Progress['phase'], done: number, total: number): void => {
      if (ending.aborted) throw new CommandFailure(failures.brokenOff);
      state.progress = { phase, done, total };
    };
    const made = await make(shop, state.id, say).catch(async (error: unknown) => {
      await failRun(ports, state.id ?? '', error instanceof CommandFailure ? error.message : failures.unexpected);
      throw error;
    });
    state.progress = { phase: 'tidying', done: 0, total: 0 };
    const { kept, remark } = await tidy(shop, made);
    const { fingerprint } = await openVault(shop);
    await endRun(ports, made.id, { kept, fingerprint, remark });
    return `${t.done(made, ports.backups.place)}${remark === null ? '' : ` ${remark}`}`;
  } finally {
    clearInterval(timer);
    await releaseLease(ports.db, LEASE, holder).catch(() => undefined);
  }
}

async function take(db: Shop['ports']['db'], holder: string, patienceMs: number): Promise<boolean> {
  const until = performance.now() + patienceMs;
  for (;;) {
    if (await acquireLease(db, LEASE, holder, LEASE_MS)) return true;
    if (performance.now() >= until) return false;
    await pause(SECOND_MS);
  }
}

async function takeUp({ ports }: Shop, runId: string | null): Promise<string> {
  const id = runId === null ? await beginNewRun(ports) : (await beginRun(ports, runId)) ? runId : null;
  if (id === null) throw new CommandFailure(t.another);
  return id;
}

type Say = (phase: Progress['phase'], done: number, total: number) => void;

async function make(shop: Shop, id: string, say: Say): Promise<Snapshot> {
  const { ports } = shop;
  const places = placesOf(shop);
  const vault = await openVault(shop);
  await commandStep(places.backups, async () => ports.backups.sweep(Date.now()));
  try {
    return await makeIn(shop, vault, id, say);
  } catch (error) {
    // The rows of the failed backup are deleted; its files serve the next backup. If the store is unavailable, the rows
    // stay for a while.
    await vault.discard(id).catch(() => undefined);
    throw error;
  }
}

async function makeIn(shop: Shop, vault: Vault, id: string, say: Say): Promise<Snapshot> {
  const { ports } = shop;
  const places = placesOf(shop);
  const before = await earlierFiles(shop, vault);
  const erased = await commandStep(places.database, async () => erasedAccounts(ports.db.read));
  const dumped = await dump(shop, vault, id, say);
  const keys = await tryRows(shop, vault, { id, ...dumped }, say);
  const filed = await putFiles(shop, vault, { keys, before }, say);
  const checkedFiles = await checkFiles(shop, vault, filed, say);
  const { files, missing, added } = filed;
  const snapshot: Snapshot = {
    format: 3,
    id,
    schema: migrations.length,
    version: shopVersion,
    madeAt: new Date(ports.clock.now()).toISOString(),
    ...dumped,
    files,
    missing,
    erased,
    checkedFiles,
    added: added + dumped.pieces.reduce((sum, { stored }) => sum + stored, 0),
  };
  await commandStep(places.backups, async () => vault.write(snapshot));
  return snapshot;
}

/** Files of the newest backup, by key: only what one of them lists is known to be whole. */
async function earlierFiles(shop: Shop, vault: Vault): Promise<ReadonlyMap<string, BackedUpFile>> {
  const { backups } = placesOf(shop);
  for (const { id } of await commandStep(backups, async () => vault.list())) {
    const snapshot = await commandStep(backups, async () => vault.read(id)).catch((error: unknown) => {
      if (isLost(error)) return null;
      throw error;
    });
    if (snapshot) return new Map(snapshot.files.map((file) => [file.key, file]));
  }
  return new Map();
}

type Dumped = Pick<Snapshot, 'rows' | 'pieces' | 'money'>;

/** Stores every row of one moment, in pieces, so that memory stays small. */
async function dump(shop: Shop, vault: Vault, id: string, say: Say): Promise<Dumped> {
  const places = placesOf(shop);
  const rows: Record<string, number> = {};
  const money: Record<string, number> = {};
  const pieces: Snapshot['pieces'] = [];
  let pages: { table: TableName; rows: readonly Readonly<Record<string, string | number | null>>[] }[] = [];
  let bytes = 0;
  const flush = async (): Promise<void> => {
    if (pages.length === 0) return;
    pieces.push(await commandStep(places.backups, async () => vault.putPiece(id, pieces.length, pages)));
    pages = [];
    bytes = 0;
  };
  await commandStep(places.database, async () =>
    dumpTables(shop.ports.db, async (table, page) => {
      rows[table] = (rows[table] ?? 0) + page.length;
      addMoney(money, table, page);
      pages.push({ table, rows: page });
      bytes += JSON.stringify(page).length;
      say(
        'rows',
        Object.values(rows).reduce((sum, each) => sum + each, 0),
        0,
      );
      if (bytes >= PIECE_BYTES) await flush();
    }),
  );
  await flush();
  return { rows, pieces, money };
}

/**
 * Reads the rows back from the store and puts them into an empty database, which counts them and adds up their money.
 * @returns the keys of the files that the rows need
 */
async function tryRows(shop: Shop, vault: Vault, snapshot: Dumped & Pick<Snapshot, 'id'>, say: Say): Promise<string[]> {
  const { config, ports } = shop;
  const places = placesOf(shop);
  await sweepTrials(config.dataDir);
  const folder = await commandStep(places.data, async () => mkdtemp(join(config.dataDir, TRIAL)));
  try {
    const beside = await composeShop(apartConfig(folder), { patient: true });
    try {
      const { db } = beside.ports;
      const total = Object.values(snapshot.rows).reduce((sum, each) => sum + each, 0);
      async function* rows() {
        let done = 0;
        const pages = vault.rows(snapshot);
        const next = async () => commandStep(places.backups, async () => pages.next());
        for (let page = await next(); page.done !== true; page = await next()) {
          yield { table: page.value.table as TableName, rows: page.value.rows };
          done += page.value.rows.length;
          say('checking', done, total);
        }
      }
      const load = { rows, expected: snapshot.rows, carriers: [], now: ports.clock.now() };
      // Compares the loaded rows with their counts, and then ends the links that sign in, as every restore does.
      const loaded = await commandStep(places.data, async () => loadTables(db, load)).catch((error: unknown) => {
        if (error instanceof RowsMissing || isLost(error))
          throw new CommandFailure(failures.rows(t.rows), { cause: error });
        throw error;
      });
      requireSame(loaded, await countRows(db.read), differentSums(snapshot.money, await sumMoney(db.read)));
      return await fileKeys(beside);
    } finally {
      await beside.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function requireSame(loaded: RowCounts, found: RowCounts, sums: readonly string[]): void {
  const tables = Object.keys(found).filter((table) => found[table] !== loaded[table]);
  const wrong = [...tables, ...sums];
  if (wrong.length > 0) throw new CommandFailure(failures.rows(wrong.join(', ')));
}

/** Removes the folders of killed trials. No other trial runs while the lease is held. */
async function sweepTrials(dataDir: string): Promise<void> {
  const names = await readdir(dataDir);
  for (const name of names.filter((each) => each.startsWith(TRIAL))) {
    await rm(join(dataDir, name), { recursive: true, force: true });
  }
}

interface Filed {
  readonly files: BackedUpFile[];
  readonly missing: string[];
  /** Keys of the files that this backup stored. */
  readonly fresh: ReadonlySet<string>;
  /** Bytes that were stored now. */
  readonly added: number;
}

interface FilesToPut {
  readonly keys: readonly string[];
  readonly before: ReadonlyMap<string, BackedUpFile>;
}

/** Stores every file that is not stored whole yet, one at a time. */
async function putFiles(shop: Shop, vault: Vault, { keys, before }: FilesToPut, say: Say): Promise<Filed> {
  const places = placesOf(shop);
  const isStored = await commandStep(places.backups, async () => vault.stored());
  const files: BackedUpFile[] = [];
  const missing: string[] = [];
  const fresh = new Set<string>();
  let added = 0;
  for (const [index, key] of keys.entries()) {
    say('files', index, keys.length);
    const known = before.get(key);
    if (known && isStored(known)) {
      files.push(known);
      continue;
    }
    const bytes = await commandStep(places.files, async () => readWhole(shop.ports.storage, key));
    if (bytes === null) {
      missing.push(key);
      continue;
    }
    // An interrupted backup may have stored the file: then it is verified like a new one, but not uploaded again.
    const foretold = vault.foretell(key, bytes);
    const isThere = isStored(foretold);
    const file = isThere ? foretold : await commandStep(places.backups, async () => vault.putFile(key, bytes));
    files.push(file);
    fresh.add(key);
    added += file.stored;
  }
  return { files, missing, fresh, added };
}

/** A whole file; null when there is none. */
async function readWhole(storage: StoragePort, key: string): Promise<Buffer | null> {
  try {
    return await buffer((await storage.read(key)).stream);
  } catch (error) {
    if (error instanceof FileMissing) return null;
    throw error;
  }
}

/**
 * Reads files back and compares them: all that were stored now, and the day's share of the others. An old one that is
 * damaged is stored again from the shop.
 * @returns how many were read
 * @throws {CommandFailure} when one does not come back as it was put
 */
async function checkFiles(shop: Shop, vault: Vault, { files, fresh }: Filed, say: Say): Promise<number> {
  const places = placesOf(shop);
  const share = daysFromEpoch(santiagoDate(shop.ports.clock.now())) % CHECK_DAYS;
  const isOfToday = (key: string): boolean => Math.floor(vault.shareOf(key) * CHECK_DAYS) === share;
  const chosen = files.filter(({ key }) => fresh.has(key) || isOfToday(key));
  const isWhole = async (file: BackedUpFile): Promise<boolean> =>
    commandStep(places.backups, async () => vault.readFile(file)).then(
      () => true,
      (error: unknown) => {
        if (isLost(error)) return false;
        throw error;
      },
    );
  let broken = 0;
  for (const [index, file] of chosen.entries()) {
    say('checking', index, chosen.length);
    if (await isWhole(file)) continue;
    const bytes = await commandStep(places.files, async () => readWhole(shop.ports.storage, file.key));
    if (bytes !== null) await commandStep(places.backups, async () => vault.putFile(file.key, bytes));
    if (bytes === null || !(await isWhole(file))) broken += 1;
  }
  if (broken > 0) throw new CommandFailure(failures.files(broken));
  // Lists the store once more, so that a store that lost a file is noticed before the backup is called good.
  const isStored = await commandStep(places.backups, async () => vault.stored());
  const gone = files.filter((file) => !isStored(file)).length;
  if (gone > 0) throw new CommandFailure(failures.files(gone));
  return chosen.length;
}

/** The backups that are kept, and why what is kept no longer could not be deleted; null when it was. */
interface Tidied {
  readonly kept: readonly KeptBackupRow[];
  readonly remark: string | null;
}

/** Deletes expired backups. If the store refuses, the new backup is good all the same. */
async function tidy(shop: Shop, made: Snapshot): Promise<Tidied> {
  const { backups } = placesOf(shop);
  try {
    const vault = await openVault(shop);
    return { kept: await commandStep(backups, async () => thinOut(vault)), remark: null };
  } catch (error) {
    if (!(error instanceof CommandFailure)) throw error;
    const before = (await listKept(shop.ports.db)).filter(({ id }) => id !== made.id);
    return { kept: [rowOf(made), ...before], remark: failures.untidied(error.message) };
  }
}

/** @returns the kept backups, newest first */
async function thinOut(vault: Vault): Promise<KeptBackupRow[]> {
  const places = await vault.list();
  const keptIds = keptBackups(places);
  const kept: Snapshot[] = [];
  let isReadable = true;
  for (const { id } of places.filter((place) => keptIds.has(place.id))) {
    const snapshot = await vault.read(id).catch((error: unknown) => {
      if (isLost(error)) return null;
      throw error;
    });
    if (snapshot) kept.push(snapshot);
    else isReadable = false;
  }
  const dropped = places.filter(({ id }) => !keptIds.has(id)).map(({ id }) => id);
  // Deletes nothing while a list is unreadable: it may name any of the files.
  if (isReadable) await vault.prune(kept, dropped, Date.now() - GRACE_MS);
  return kept.map(rowOf);
}

function rowOf({ id, madeAt, pieces, files, rows, missing, checkedFiles, added }: Snapshot): KeptBackupRow {
  const size = [...pieces, ...files].reduce((sum, { stored }) => sum + stored, 0);
  return {
    id,
    made_at: Date.parse(madeAt),
    size,
    added,
    rows: Object.values(rows).reduce((sum, each) => sum + each, 0),
    files: files.length,
    checked_files: checkedFiles,
    missing_files: missing.length,
  };
}
