import { createHash } from 'node:crypto';
import { access, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { composeShop, type Shop } from '../compose.ts';
import { erasedAccounts } from '../modules/auth/service.ts';
import { recordMaintenance } from '../modules/backups/service.ts';
import { endEpoch } from '../modules/changes/service.ts';
import { eraseAgain } from '../modules/personal-data/service.ts';
import { carryWithdrawals } from '../modules/site/service.ts';
import type { Tx } from '../platform/db/db.ts';
import { countRows, isEmptyShop, loadTables, type RowCounts, RowsMissing } from '../platform/db/dump.ts';
import { differentSums, sumMoney } from '../platform/db/money-sums.ts';
import { forgetProcesses, haveMoved, SILENCE_MS, watchProcesses } from '../platform/db/processes.ts';
import { FileMissing, type StoragePort } from '../ports/storage.ts';
import { apartConfig } from './apart-config.ts';
import { fileKeys } from './backup.ts';
import { archiveSource, type BackedUp, type BackupContents, type BackupSource } from './backup-source.ts';
import { chooseSnapshot, listSnapshots, sealOfShop } from './kept-backups.ts';
import { CommandFailure, commandStep, placesOf } from './run-command.ts';
import { restoreTexts as t } from './texts.ts';

/**
 * Puts a backup back: an archive in one file, or one of those that the shop keeps.
 * @param silenceMs how long a living process of the shop may say nothing.
 * @throws {CommandFailure} when the backup is damaged or of another key, the shop has data and `--replace` was not given,
 *   processes of the shop are at work and `--beside-running` was not given, or something did not arrive whole.
 */
export async function restore(shop: Shop, args: readonly string[], silenceMs = SILENCE_MS): Promise<string> {
  const wanted = await readArguments(args);
  if (wanted.list) return listSnapshots(shop, wanted.from);
  const source =
    wanted.path === null
      ? await chooseSnapshot(shop, wanted.from, wanted.at)
      : archiveSource(wanted.path, async () => sealOfShop(shop));
  if (wanted.trial) return tryOut(shop, source);
  return `${await putBack(shop, source, { ...wanted, silenceMs })}${t.sessionsEnded}`;
}

interface Manner {
  readonly replace: boolean;
  readonly besideRunning: boolean;
  readonly silenceMs: number;
}

/**
 * Puts a backup back. It is checked before anything changes; rows change in one transaction, after the files they refer
 * to are in place and were read again. Rows are counted before the commit and after it.
 */
async function putBack(
  shop: Shop,
  source: BackupSource,
  { replace, besideRunning, silenceMs }: Manner,
): Promise<string> {
  const { db, clock } = shop.ports;
  if (!replace && !(await isEmptyShop(db))) {
    throw new CommandFailure(t.notEmpty);
  }
  const watched = besideRunning ? null : await watchProcesses(db, silenceMs);
  if (watched?.alive) throw new CommandFailure(t.running);
  const contents = await source.check();
  const places = placesOf(shop);
  for await (const file of source.files())
    await commandStep(places.files, async () => putFile(shop.ports.storage, file));
  const guard = async (tx: Tx): Promise<void> => {
    if (!watched) return;
    if (await haveMoved(tx, watched.lastBeats)) throw new CommandFailure(t.running);
    await forgetProcesses(tx, watched);
  };
  const ledger = new Map((await source.erased()).map((account) => [account.id, account.erased_at]));
  const guardAndRead = async (tx: Tx): Promise<void> => {
    await guard(tx);
    for (const { id, erased_at } of await erasedAccounts(tx)) ledger.set(id, erased_at);
  };
  const after = async (tx: Tx): Promise<void> => {
    for (const [id, erasedAt] of ledger) await eraseAgain(tx, id, erasedAt);
    await endEpoch(tx);
  };
  const rows = () => source.rows();
  const carriers = [carryWithdrawals];
  const load = { rows, expected: contents.rows, carriers, guard: guardAndRead, after, now: clock.now() };
  const committed = await commandStep(places.database, async () => loadTables(db, load)).catch((error: unknown) => {
    if (!(error instanceof RowsMissing)) throw error;
    throw new CommandFailure(t.rowsMissing, { cause: error });
  });
  shop.services.books.catalogue.invalidate();
  await verify(shop, committed, contents, besideRunning);
  await recordMaintenance(shop.ports, 'restore', 'good');
  return sentence(contents);
}

/** Puts a backup back into an empty shop beside this one, to know that it can be, and remembers here how that went. */
async function tryOut({ ports }: Shop, source: BackupSource): Promise<string> {
  try {
    const restored = await withShopFrom(source, async (_beside, sentenceOfRestore) => sentenceOfRestore);
    await recordMaintenance(ports, 'trial', 'good');
    return t.trial(restored);
  } catch (error) {
    await recordMaintenance(ports, 'trial', 'bad');
    throw error;
  }
}

/**
 * Restores a backup into a shop in a temporary folder, without connections to the outside, and removes it after the work.
 * @param port on which it may listen; 0 for any
 */
export async function withShopFrom<T>(
  source: BackupSource,
  work: (beside: Shop, restored: string) => Promise<T>,
  port = 0,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'cuentos-trial-'));
  try {
    const beside = await composeShop(apartConfig(folder, port), { patient: true });
    try {
      const manner = { replace: false, besideRunning: false, silenceMs: SILENCE_MS };
      return await work(beside, await putBack(beside, source, manner));
    } finally {
      await beside.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function sentence({ madeAt, rows, missing }: BackupContents): string {
  const count = Object.values(rows).reduce((sum, each) => sum + each, 0);
  const missingText = missing.length > 0 ? t.missingFiles(missing.length) : '';
  return `${t.done(Date.parse(madeAt), count)}${missingText}`;
}

interface Arguments {
  /** Archive; null for a backup that is kept. */
  readonly path: string | null;
  /** Folder of the backups; null for the place that the settings name. */
  readonly from: string | null;
  /** Day or moment of the wanted backup; null for the newest. */
  readonly at: string | null;
  readonly list: boolean;
  readonly replace: boolean;
  readonly besideRunning: boolean;
  readonly trial: boolean;
}

/** Argument that names the shop's own backup store. */
const OWN_PLACE = 'backups';

async function readArguments(args: readonly string[]): Promise<Arguments> {
  const flag = { type: 'boolean', default: false } as const;
  const word = { type: 'string' } as const;
  const options = { replace: flag, 'beside-running': flag, trial: flag, list: flag, from: word, at: word };
  const parsed = (() => {
    try {
      return parseArgs({ args: [...args], allowPositionals: true, options });
    } catch {
      return null;
    }
  })();
  if (!parsed) throw new CommandFailure(t.usage);
  const { positionals, values } = parsed;
  const [file] = positionals;
  // An archive has no list and no days; without one the backups that are kept are meant.
  const isKept = values.list || values.from !== undefined || values.at !== undefined;
  if (isKept === (file !== undefined)) throw new CommandFailure(t.usage);
  const here = process.env['INIT_CWD'] ?? '.';
  const from = values.from === undefined || values.from === OWN_PLACE ? null : resolve(here, values.from);
  const path = file === undefined ? null : resolve(here, file);
  for (const place of [path, from]) {
    if (place === null) continue;
    await access(place).catch(() => {
      throw new CommandFailure(t.noFile(place));
    });
  }
  const { replace, trial, list, 'beside-running': besideRunning } = values;
  return { path, from, at: values.at ?? null, list, replace, besideRunning, trial };
}

/** Stores a file, unless it is there already as it was, and reads it again. */
async function putFile(storage: StoragePort, { key, sha256, read }: BackedUp): Promise<void> {
  if ((await digestOf(storage, key)) === sha256) return;
  await storage.putBytes(key, await read(), 'application/octet-stream');
  if ((await digestOf(storage, key)) !== sha256) throw new CommandFailure(t.fileDiffers(key));
}

/** SHA-256 of a stored file, hex; null when there is none. */
async function digestOf(storage: StoragePort, key: string): Promise<string | null> {
  try {
    const hash = createHash('sha256');
    for await (const chunk of (await storage.read(key)).stream) hash.update(chunk as Buffer);
    return hash.digest('hex');
  } catch (error) {
    if (error instanceof FileMissing) return null;
    throw error;
  }
}

/** Tables of which a shop at work only ever adds rows; beside one, more than was restored is no fault. */
const ONLY_ADDED: ReadonlySet<string> = new Set([
  'users',
  'books',
  'orders',
  'order_items',
  'payments',
  'refunds',
  'entitlements',
  'consent_records',
]);

/** Looks at what the next reader would find. @throws {CommandFailure} when rows or files are not there */
async function verify(
  shop: Shop,
  committed: RowCounts,
  contents: BackupContents,
  besideRunning: boolean,
): Promise<void> {
  const restoredCounts = await countRows(shop.ports.db.read);
  const wrong = Object.entries(committed).filter(([table, count]) => {
    const now = restoredCounts[table] ?? 0;
    return besideRunning ? ONLY_ADDED.has(table) && now < count : now !== count;
  });
  if (wrong.length > 0) {
    const tables = wrong.map(([table, count]) => t.tableDiffers(table, restoredCounts[table] ?? 0, count)).join(', ');
    throw new CommandFailure(t.rowsDiffer(tables));
  }
  if (contents.money && !besideRunning) {
    const sums = differentSums(contents.money, await sumMoney(shop.ports.db.read));
    if (sums.length > 0) throw new CommandFailure(t.rowsDiffer(sums.join(', ')));
  }
  const missingFiles = new Set(contents.missing);
  const lostFiles: string[] = [];
  for (const key of await fileKeys(shop)) {
    if (!missingFiles.has(key) && !(await shop.ports.storage.exists(key))) lostFiles.push(key);
  }
  if (lostFiles.length > 0) throw new CommandFailure(t.filesLost(lostFiles));
}
