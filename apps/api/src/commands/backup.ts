import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { pack, type Pack } from 'tar-stream';
import type { Shop } from '../compose.ts';
import { editionFileKey, resourceKey } from '../modules/editions/service.ts';
import { erasedAccounts } from '../modules/auth/service.ts';
import { createSeal, readBackupKey, recordMaintenance } from '../modules/backups/service.ts';
import { pictureKeys } from '../modules/books/service.ts';
import { dumpTables, referencedFiles, type RowCounts } from '../platform/db/dump.ts';
import { migrations } from '../platform/db/migrations.ts';
import { newId } from '../platform/db/new-id.ts';
import { errorCode } from '../platform/error-code.ts';
import { FileMissing, type StoragePort } from '../ports/storage.ts';
import { CommandFailure, commandStep, placesOf } from './run-command.ts';
import { backupTexts as t, snapshotTexts } from './texts.ts';

/** Description of the archive. It is the last entry, so that a cut archive has none. */
export interface BackupManifest {
  /** 1 was written before the schema had one initial step. */
  readonly format: 2;
  /** Number of applied schema steps. */
  readonly schema: number;
  readonly madeAt: string;
  /** SHA-256 per entry, hex. */
  readonly entries: Readonly<Record<string, string>>;
  readonly rows: RowCounts;
  /** Files that rows refer to and that the shop itself no longer had. */
  readonly missing?: readonly string[];
}

export const MANIFEST = 'manifest.json';

/**
 * Writes one archive with every row and file of a running shop, encrypted when its name ends with `.age`: rows first, in one snapshot, then the files they
 * refer to, which never change. The same format on both engines, so it also moves a shop from one to the other.
 * @throws {CommandFailure} when files are missing, and the archive is written nevertheless with everything else; and when
 *   database, files or the archive's own disk fail, naming which and why.
 */
export async function backup(shop: Shop, args: readonly string[]): Promise<string> {
  const { clock } = shop.ports;
  const stamp = new Date(clock.now()).toISOString().replaceAll(/[:.]/g, '-');
  const target = resolve(process.env['INIT_CWD'] ?? '.', args[0] ?? `backup-${stamp}.tar.gz`);
  const draft = `${target}.${newId()}.part`;
  const places = placesOf(shop);
  const own = `El respaldo ${target}`;
  await commandStep(own, async () => mkdir(dirname(target), { recursive: true, mode: 0o700 }));
  const archive = pack();
  // Readable for its owner only, because it holds addresses, password hashes and notes of every reader.
  const file = createWriteStream(draft, { mode: 0o600, flush: true });
  const writing = target.endsWith('.age')
    ? pipeline(archive, createGzip(), await sealing(shop), file)
    : pipeline(archive, createGzip(), file);
  try {
    const failed = writing.then(
      () => new Promise<never>(() => undefined),
      async (error: unknown) => commandStep(own, async () => Promise.reject(error as Error)),
    );
    // The failure is reported below if filling has ended before it.
    failed.catch(() => undefined);
    // A full disk ends the pipe, and what waits for room in it would wait for ever.
    const manifest = await Promise.race([fill(archive, shop), failed]);
    archive.finalize();
    await commandStep(own, async () => {
      await writing;
      await rename(draft, target);
    });
    const erased = await commandStep(places.database, async () => erasedAccounts(shop.ports.db.read));
    await commandStep(own, async () => noteErased(dirname(target), erased));
    const { missing = [] } = manifest;
    await recordMaintenance(shop.ports, 'backup', missing.length === 0 ? 'good' : 'bad');
    if (missing.length === 0) return t.done(target);
    throw new CommandFailure(t.incomplete(target, missing));
  } finally {
    archive.destroy();
    await writing.catch(() => undefined);
    await rm(draft, { force: true });
  }
}

/** Encrypts what streams through it with the key of the backups. */
export async function sealing({ config }: Pick<Shop, 'config'>) {
  const { key } = await commandStep(snapshotTexts.keyFile(config.dataDir), async () => readBackupKey(config));
  const seal = await createSeal(key);
  return async function* sealed(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    yield* await seal.closeStream(Readable.from(source, { objectMode: false }));
  };
}

/** File beside the archives with the numbers of accounts that were erased: an older archive still holds them. */
const ERASED = 'erased-accounts.json';

/** An account that was erased: its number and when that was, epoch milliseconds. */
export interface ErasedAccount {
  readonly id: string;
  readonly erased_at: number;
}

/** Erased accounts, from the file beside the archives; empty when there is no such file. */
export async function readErased(folder: string): Promise<ErasedAccount[]> {
  const text = await readFile(join(folder, ERASED), 'utf8').catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  });
  return text === null ? [] : (JSON.parse(text) as { readonly accounts: ErasedAccount[] }).accounts;
}

/** Adds to the list; entries stay in it. */
async function noteErased(folder: string, erased: readonly ErasedAccount[]): Promise<void> {
  const erasedAccounts = new Map([...(await readErased(folder)), ...erased].map((account) => [account.id, account]));
  if (erasedAccounts.size === 0) return;
  const draft = join(folder, `${ERASED}.${newId()}.part`);
  await writeFile(draft, JSON.stringify({ format: 1, accounts: [...erasedAccounts.values()] }), {
    mode: 0o600,
    flush: true,
  });
  await rename(draft, join(folder, ERASED));
}

async function fill(archive: Pack, shop: Shop): Promise<BackupManifest> {
  const { clock, db, storage } = shop.ports;
  const entries: Record<string, string> = {};
  const rows: Record<string, number> = {};
  const missingFiles: string[] = [];
  const places = placesOf(shop);
  const dump = async (table: string, page: readonly unknown[]) => {
    const rowsBefore = rows[table] ?? 0;
    rows[table] = rowsBefore + page.length;
    const name = `rows/${table}-${String(rowsBefore).padStart(9, '0')}.json`;
    await add(archive, entries, name, Buffer.from(JSON.stringify(page)));
  };
  await commandStep(places.database, async () => dumpTables(db, dump));
  const keys = await commandStep(places.database, async () => fileKeys(shop));
  for (const key of keys) {
    const bytes = await commandStep(places.files, async () => readWhole(storage, key));
    if (bytes) await add(archive, entries, `files/${key}`, bytes);
    else missingFiles.push(key);
  }
  const madeAt = new Date(clock.now()).toISOString();
  const { length: schema } = migrations;
  const manifest: BackupManifest = { format: 2, schema, madeAt, entries: { ...entries }, rows, missing: missingFiles };
  await add(archive, entries, MANIFEST, Buffer.from(JSON.stringify(manifest)));
  return manifest;
}

/** A whole file; null when there is none. */
async function readWhole(storage: StoragePort, key: string): Promise<Buffer | null> {
  try {
    const { stream } = await storage.read(key);
    const chunks: Buffer[] = [];
    for await (const chunk of stream) chunks.push(chunk as Buffer);
    return Buffer.concat(chunks);
  } catch (error) {
    if (error instanceof FileMissing) return null;
    throw error;
  }
}

/** Adds an entry to an archive and notes its hash. */
export async function add(
  archive: Pack,
  entries: Record<string, string>,
  name: string,
  bytes: Uint8Array,
): Promise<void> {
  entries[name] = createHash('sha256').update(bytes).digest('hex');
  await new Promise<void>((done, fail) => {
    archive.entry({ name, size: bytes.length }, Buffer.from(bytes), (error) => (error ? fail(error) : done()));
  });
}

/** Storage keys that the rows refer to. */
export async function fileKeys({ ports }: Shop): Promise<string[]> {
  const { editions, resources, images } = await referencedFiles(ports.db);
  return [
    ...editions.map(editionFileKey),
    ...resources.flatMap(({ hash, br }) => [resourceKey(hash, null), ...(br ? [resourceKey(hash, 'br')] : [])]),
    ...images.flatMap(pictureKeys),
  ];
}
