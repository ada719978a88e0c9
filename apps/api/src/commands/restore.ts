import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { createGunzip } from 'node:zlib';
import { extract } from 'tar-stream';
import { composeShop, type Shop } from '../compose.ts';
import { erasedAccounts } from '../modules/auth/service.ts';
import { endEpoch } from '../modules/changes/service.ts';
import { eraseAgain } from '../modules/personal-data/service.ts';
import { recordMaintenance } from '../modules/setup/service.ts';
import { carryWithdrawals } from '../modules/site/service.ts';
import type { Tx } from '../platform/db/db.ts';
import {
  countRows,
  type DumpedRow,
  dumpedTables,
  isEmptyShop,
  loadTables,
  type RowCounts,
  RowsMissing,
} from '../platform/db/dump.ts';
import { migrations } from '../platform/db/migrations.ts';
import type { TableName } from '../platform/db/schema.ts';
import { forgetProcesses, haveMoved, SILENCE_MS, watchProcesses } from '../platform/db/processes.ts';
import { failureReason } from '../platform/failure-reason.ts';
import type { StoragePort } from '../ports/storage.ts';
import { type BackupManifest, fileKeys, MANIFEST, readErased } from './backup.ts';
import { CommandFailure, commandStep, placesOf } from './run-command.ts';
import { restoreTexts as t } from './texts.ts';

/**
 * Puts a backup back. The whole archive is checked before anything changes; rows change in one transaction, after the
 * files they refer to are in place and were read again. Rows are counted before the commit and after it.
 * @param silenceMs how long a living process of the shop may say nothing.
 * @throws {CommandFailure} when the archive is damaged, the shop has data and `--replace` was not given, processes of
 *   the shop are at work and `--beside-running` was not given, or something did not arrive whole.
 */
export async function restore(shop: Shop, args: readonly string[], silenceMs = SILENCE_MS): Promise<string> {
  const { path, replace, besideRunning, trial } = await readArguments(args);
  if (trial) return tryOut(shop, path);
  const { db, clock } = shop.ports;
  if (!replace && !(await isEmptyShop(db))) {
    throw new CommandFailure(t.notEmpty);
  }
  const watched = besideRunning ? null : await watchProcesses(db, silenceMs);
  if (watched?.alive) throw new CommandFailure(t.running);
  const manifest = await check(path);
  const places = placesOf(shop);
  for await (const entry of readEntries(path))
    await commandStep(places.files, async () => putFile(shop.ports.storage, entry, manifest));
  const guard = async (tx: Tx): Promise<void> => {
    if (!watched) return;
    if (await haveMoved(tx, watched.lastBeats)) throw new CommandFailure(t.running);
    await forgetProcesses(tx, watched);
  };
  const ledger = new Map((await readErased(dirname(path))).map((account) => [account.id, account.erased_at]));
  const guardAndRead = async (tx: Tx): Promise<void> => {
    await guard(tx);
    for (const { id, erased_at } of await erasedAccounts(tx)) ledger.set(id, erased_at);
  };
  const after = async (tx: Tx): Promise<void> => {
    for (const [id, erasedAt] of ledger) await eraseAgain(tx, id, erasedAt);
    await endEpoch(tx);
  };
  const rows = () => readRows(path);
  const carriers = [carryWithdrawals];
  const load = { rows, expected: manifest.rows, carriers, guard: guardAndRead, after, now: clock.now() };
  const committed = await commandStep(places.database, async () => loadTables(db, load)).catch((error: unknown) => {
    if (!(error instanceof RowsMissing)) throw error;
    throw new CommandFailure(t.rowsMissing, { cause: error });
  });
  shop.services.books.catalogue.invalidate();
  await verify(shop, committed, manifest, besideRunning);
  await recordMaintenance(shop.ports, 'restore', 'good');
  return sentence(manifest);
}

/** Puts a backup back into an empty shop beside this one, to know that it can be, and remembers here how that went. */
async function tryOut({ config, ports }: Shop, path: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'cuentos-trial-'));
  try {
    const place = { dataDir: folder, DATABASE_URL: undefined, S3_ENDPOINT: undefined };
    const beside = await composeShop({ ...config, ...place }, { patient: true });
    try {
      const restoredFiles = await restore(beside, [path]);
      await recordMaintenance(ports, 'trial', 'good');
      return t.trial(restoredFiles);
    } finally {
      await beside.close();
    }
  } catch (error) {
    await recordMaintenance(ports, 'trial', 'bad');
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function sentence({ madeAt, rows, missing = [] }: BackupManifest): string {
  const count = Object.values(rows).reduce((sum, each) => sum + each, 0);
  const missingText = missing.length > 0 ? t.missingFiles(missing.length) : '';
  return `${t.done(madeAt, count)}${missingText}`;
}

interface Arguments {
  readonly path: string;
  readonly replace: boolean;
  readonly besideRunning: boolean;
  readonly trial: boolean;
}

async function readArguments(args: readonly string[]): Promise<Arguments> {
  const flag = { type: 'boolean', default: false } as const;
  const options = { replace: flag, 'beside-running': flag, trial: flag };
  const parsed = (() => {
    try {
      return parseArgs({ args: [...args], allowPositionals: true, options });
    } catch {
      return null;
    }
  })();
  const [file] = parsed?.positionals ?? [];
  if (!parsed || file === undefined) throw new CommandFailure(t.usage);
  const path = resolve(process.env['INIT_CWD'] ?? '.', file);
  await access(path).catch(() => {
    throw new CommandFailure(`No existe el archivo ${path}.`);
  });
  return {
    path,
    replace: parsed.values.replace,
    besideRunning: parsed.values['beside-running'],
    trial: parsed.values.trial,
  };
}

/** Stores a file of the archive and reads it again. */
async function putFile(storage: StoragePort, { name, bytes }: Entry, { entries }: BackupManifest): Promise<void> {
  if (!name.startsWith('files/')) return;
  const key = name.slice('files/'.length);
  await storage.putBytes(key, bytes, 'application/octet-stream');
  const hash = createHash('sha256');
  for await (const chunk of (await storage.read(key)).stream) hash.update(chunk as Buffer);
  if (hash.digest('hex') === entries[name]) return;
  throw new CommandFailure(t.fileDiffers(key));
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
  manifest: BackupManifest,
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
  const missingFiles = new Set(manifest.missing);
  const lostFiles: string[] = [];
  for (const key of await fileKeys(shop)) {
    if (!missingFiles.has(key) && !(await shop.ports.storage.exists(key))) lostFiles.push(key);
  }
  if (lostFiles.length > 0) throw new CommandFailure(t.filesLost(lostFiles));
}

interface Entry {
  readonly name: string;
  readonly bytes: Buffer;
}

/** @throws when the archive ends early or is no archive, as soon as that shows. */
async function* readEntries(path: string): AsyncGenerator<Entry> {
  const archive = extract();
  const fed = pipeline(createReadStream(path), createGunzip(), archive);
  // A failure of the file or of the decompression ends the loop below too; it is told once, there or at the end.
  fed.catch(() => undefined);
  for await (const entry of archive) {
    const chunks: Buffer[] = [];
    for await (const chunk of entry) chunks.push(chunk as Buffer);
    yield { name: entry.header.name, bytes: Buffer.concat(chunks) };
  }
  await fed;
}

/** Reads the archive to its end and compares every entry with the manifest. */
async function check(path: string): Promise<BackupManifest> {
  const hashes = new Map<string, string>();
  let manifest: BackupManifest | null = null;
  try {
    for await (const { name, bytes } of readEntries(path)) {
      if (name === MANIFEST) manifest = JSON.parse(bytes.toString('utf8')) as BackupManifest;
      else hashes.set(name, createHash('sha256').update(bytes).digest('hex'));
    }
  } catch (error) {
    // A refusal of the system (no room, no right) does not mean that the archive is bad.
    if (failureReason(error)) await commandStep(t.archive(path), async () => Promise.reject(error as Error));
    throw new CommandFailure(t.broken, { cause: error });
  }
  const expected = Object.entries(manifest?.entries ?? {});
  const isWhole = expected.length === hashes.size && expected.every(([name, hash]) => hashes.get(name) === hash);
  if (!manifest || !isWhole) throw new CommandFailure(t.broken);
  requireKnownSchema(manifest);
  return manifest;
}

/** @throws {CommandFailure} when the rows are of another schema than one that this program had or has. */
function requireKnownSchema({ format, schema }: { readonly format: number; readonly schema: number }): void {
  if (format === 2 && schema <= migrations.length) return;
  throw new CommandFailure(t.otherVersion(format === 1));
}

async function* readRows(path: string): AsyncGenerator<{ table: TableName; rows: DumpedRow[] }> {
  for await (const { name, bytes } of readEntries(path)) {
    const table = dumpedTables.find((candidate) => name.startsWith(`rows/${candidate}-`));
    if (table) yield { table, rows: JSON.parse(bytes.toString('utf8')) as DumpedRow[] };
  }
}
