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
import { eraseAgain } from '../modules/personal-data/service.ts';
import { recordMaintenance } from '../modules/setup/service.ts';
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

const usage = `Uso: npm run restore -- RESPALDO.tar.gz [--replace] [--beside-running] [--trial]

  --replace          Cambia los datos de una tienda que ya los tiene.
  --beside-running   Repone aunque haya procesos de la tienda funcionando; lo que escriban desde ahora se agrega.
  --trial            Prueba el respaldo en una tienda aparte, que se borra al final. Nada cambia en esta.`;

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
    throw new CommandFailure('La tienda ya tiene datos. Con --replace se cambian por los del respaldo.');
  }
  const watched = besideRunning ? null : await watchProcesses(db, silenceMs);
  if (watched?.alive) throw new CommandFailure(stillRunning);
  const manifest = await check(path);
  const places = placesOf(shop);
  for await (const entry of readEntries(path))
    await commandStep(places.files, async () => putFile(shop.ports.storage, entry, manifest));
  const guard = async (tx: Tx): Promise<void> => {
    if (!watched) return;
    if (await haveMoved(tx, watched.lastBeats)) throw new CommandFailure(stillRunning);
    await forgetProcesses(tx, watched);
  };
  const ledger = new Map((await readErased(dirname(path))).map((account) => [account.id, account.erased_at]));
  const guardAndRead = async (tx: Tx): Promise<void> => {
    await guard(tx);
    for (const { id, erased_at } of await erasedAccounts(tx)) ledger.set(id, erased_at);
  };
  const after = async (tx: Tx): Promise<void> => {
    for (const [id, erasedAt] of ledger) await eraseAgain(tx, id, erasedAt);
  };
  const rows = () => readRows(path);
  const load = { rows, expected: manifest.rows, guard: guardAndRead, after, now: clock.now() };
  const committed = await commandStep(places.database, async () => loadTables(db, load)).catch((error: unknown) => {
    if (!(error instanceof RowsMissing)) throw error;
    throw new CommandFailure('El respaldo no trae las filas que dice traer. No se cambió nada.', { cause: error });
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
      const done = await restore(beside, [path]);
      await recordMaintenance(ports, 'trial', 'good');
      return `Prueba: ${done} Nada cambió en esta tienda.`;
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

const stillRunning =
  'La tienda está funcionando. Detenla y repite, o agrega --beside-running para reponer a su lado. No se cambió nada.';

function sentence({ madeAt, rows, missing = [] }: BackupManifest): string {
  const count = Object.values(rows).reduce((sum, each) => sum + each, 0);
  const lacking = missing.length > 0 ? ` Archivos que ya le faltaban al respaldo: ${missing.length}.` : '';
  return `Respaldo del ${madeAt} repuesto: ${count} filas. Todas las sesiones terminaron.${lacking}`;
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
  if (!parsed || file === undefined) throw new CommandFailure(usage);
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
  throw new CommandFailure(`El archivo ${key} no quedó guardado como era. No se cambió ninguna fila.`);
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
    const tables = wrong
      .map(([table, count]) => `${table} (${restoredCounts[table] ?? 0} en vez de ${count})`)
      .join(', ');
    throw new CommandFailure(`La reposición no quedó como debía: ${tables}.`);
  }
  const missingFiles = new Set(manifest.missing);
  const lost: string[] = [];
  for (const key of await fileKeys(shop)) {
    if (!missingFiles.has(key) && !(await shop.ports.storage.exists(key))) lost.push(key);
  }
  if (lost.length > 0) throw new CommandFailure(`Las filas están repuestas, pero faltan archivos:\n${lost.join('\n')}`);
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
    // What the system refuses says nothing of the archive.
    if (failureReason(error)) await commandStep(`El respaldo ${path}`, async () => Promise.reject(error as Error));
    throw new CommandFailure('El respaldo está dañado o incompleto. No se cambió nada.', { cause: error });
  }
  const expected = Object.entries(manifest?.entries ?? {});
  const whole = expected.length === hashes.size && expected.every(([name, hash]) => hashes.get(name) === hash);
  if (!manifest || !whole) throw new CommandFailure('El respaldo está dañado o incompleto. No se cambió nada.');
  requireKnownSchema(manifest);
  return manifest;
}

/** @throws {CommandFailure} when the rows are of another schema than one that this program had or has. */
function requireKnownSchema({ format, schema }: { readonly format: number; readonly schema: number }): void {
  if (format === 2 && schema <= migrations.length) return;
  const version = format === 1 ? 'una versión anterior' : 'una versión más nueva';
  throw new CommandFailure(`El respaldo es de ${version} del programa, y esta no puede reponerlo. No se cambió nada.`);
}

async function* readRows(path: string): AsyncGenerator<{ table: TableName; rows: DumpedRow[] }> {
  for await (const { name, bytes } of readEntries(path)) {
    const table = dumpedTables.find((candidate) => name.startsWith(`rows/${candidate}-`));
    if (table) yield { table, rows: JSON.parse(bytes.toString('utf8')) as DumpedRow[] };
  }
}
