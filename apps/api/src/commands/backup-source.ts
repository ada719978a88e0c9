import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { extract } from 'tar-stream';
import { AGE_HEADER, isLost, type Seal, SealBroken, type Snapshot, type Vault } from '../modules/backups/service.ts';
import { type DumpedRow, dumpedTables, type RowCounts } from '../platform/db/dump.ts';
import { migrations } from '../platform/db/migrations.ts';
import type { MoneySums } from '../platform/db/money-sums.ts';
import type { TableName } from '../platform/db/schema.ts';
import { failureReason } from '../platform/failure-reason.ts';
import { type BackupManifest, type ErasedAccount, MANIFEST, readErased } from './backup.ts';
import { CommandFailure, commandStep } from './run-command.ts';
import { restoreTexts as t } from './texts.ts';

/** Contents of a backup by its own list. */
export interface BackupContents {
  /** ISO 8601. */
  readonly madeAt: string;
  readonly rows: RowCounts;
  /** Keys of files that the shop had lost when it was made. */
  readonly missing: readonly string[];
  /** Null for an archive in one file, which has no sums. */
  readonly money: MoneySums | null;
}

/** A file of a backup. */
export interface BackedUp {
  readonly key: string;
  readonly sha256: string;
  /** @throws {CommandFailure} when it does not come as it was stored */
  read(): Promise<Uint8Array>;
}

/** A backup that can be put back: an archive in one file, or one of those that the shop keeps. */
export interface BackupSource {
  /** Compares all of an archive, and all rows of a kept backup, with its manifest. @throws {CommandFailure} */
  check(): Promise<BackupContents>;
  files(): AsyncIterable<BackedUp>;
  rows(): AsyncIterable<{ readonly table: TableName; readonly rows: readonly DumpedRow[] }>;
  /** Accounts that were erased, also after it was made as far as is known. */
  erased(): Promise<readonly ErasedAccount[]>;
}

interface Entry {
  readonly name: string;
  readonly bytes: Buffer;
}

/**
 * An archive in one file, encrypted or not.
 * @param sealOf opens an encrypted one. @throws {CommandFailure} when there is no key
 */
export function archiveSource(path: string, sealOf: () => Promise<Seal>): BackupSource {
  const entries = () => readEntries(path, sealOf);
  let manifest: BackupManifest | null = null;
  return {
    async check() {
      manifest = await checkArchive(path, entries);
      const { madeAt, rows, missing = [] } = manifest;
      return { madeAt, rows, missing, money: null };
    },
    async *files() {
      for await (const { name, bytes } of entries()) {
        if (!name.startsWith('files/')) continue;
        const key = name.slice('files/'.length);
        yield { key, sha256: manifest?.entries[name] ?? '', read: async () => bytes };
      }
    },
    async *rows() {
      for await (const { name, bytes } of entries()) {
        const table = dumpedTables.find((candidate) => name.startsWith(`rows/${candidate}-`));
        if (table) yield { table, rows: JSON.parse(bytes.toString('utf8')) as DumpedRow[] };
      }
    },
    erased: async () => readErased(dirname(path)),
  };
}

/**
 * Reads the entries of an archive.
 * @throws when it ends early, was changed or is none, as soon as that shows.
 */
async function* readEntries(path: string, sealOf: () => Promise<Seal>): AsyncGenerator<Entry> {
  const archive = extract();
  const file = createReadStream(path);
  const opened: Readable = (await isEncrypted(path)) ? await (await sealOf()).openStream(file) : file;
  const fed = pipeline(opened, createGunzip(), archive);
  // A failure of the file or of the decompression also ends the loop below, and is reported once, there or at the end.
  fed.catch(() => undefined);
  for await (const entry of archive) {
    const chunks: Buffer[] = [];
    for await (const chunk of entry) chunks.push(chunk as Buffer);
    yield { name: entry.header.name, bytes: Buffer.concat(chunks) };
  }
  await fed;
}

async function isEncrypted(path: string): Promise<boolean> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(AGE_HEADER.length), 0, AGE_HEADER.length, 0);
    return buffer.subarray(0, bytesRead).toString('latin1') === AGE_HEADER;
  } finally {
    await file.close();
  }
}

/** Reads the archive to its end and compares every entry with the manifest. */
async function checkArchive(path: string, entries: () => AsyncIterable<Entry>): Promise<BackupManifest> {
  const hashes = new Map<string, string>();
  let manifest: BackupManifest | null = null;
  try {
    for await (const { name, bytes } of entries()) {
      if (name === MANIFEST) manifest = JSON.parse(bytes.toString('utf8')) as BackupManifest;
      else hashes.set(name, createHash('sha256').update(bytes).digest('hex'));
    }
  } catch (error) {
    if (error instanceof CommandFailure) throw error;
    // A refusal of the system (no room, no right) does not mean that the archive is bad.
    if (failureReason(error)) await commandStep(t.archive(path), async () => Promise.reject(error as Error));
    throw new CommandFailure(error instanceof SealBroken ? t.brokenOrOtherKey : t.broken, { cause: error });
  }
  const expected = Object.entries(manifest?.entries ?? {});
  const isWhole = expected.length === hashes.size && expected.every(([name, hash]) => hashes.get(name) === hash);
  if (!manifest || !isWhole) throw new CommandFailure(t.broken);
  requireKnownSchema(manifest.format === 2 ? manifest.schema : null);
  return manifest;
}

/**
 * One of the backups that the shop keeps. Each file is compared with its hash when it is read, and all of them are read
 * before the first row changes.
 * @param place the store, as a sentence begins
 * @param newest the newest backup that is kept, which knows of all erased accounts
 */
export function snapshotSource(vault: Vault, place: string, snapshot: Snapshot, newest: Snapshot): BackupSource {
  const broken = (error: unknown): never => {
    if (isLost(error)) throw new CommandFailure(t.broken, { cause: error });
    throw error;
  };
  const step = async <T>(work: () => Promise<T>): Promise<T> => commandStep(place, work).catch(broken);
  async function* pages() {
    const all = vault.rows(snapshot);
    const next = async () => step(async () => all.next());
    for (let page = await next(); page.done !== true; page = await next()) yield page.value;
  }
  return {
    async check() {
      requireKnownSchema(snapshot.schema);
      for await (const _ of pages());
      const isStored = await step(async () => vault.stored());
      if (!snapshot.files.every(isStored)) throw new CommandFailure(t.broken);
      const { madeAt, rows, missing, money } = snapshot;
      return { madeAt, rows, missing, money };
    },
    async *files() {
      for (const file of snapshot.files) {
        const { key, sha256 } = file;
        yield { key, sha256, read: async () => step(async () => vault.readFile(file)) };
      }
    },
    async *rows() {
      for await (const { table, rows } of pages()) yield { table: table as TableName, rows };
    },
    erased: async () => [...snapshot.erased, ...newest.erased],
  };
}

/** @param schema null of a format before the schema had one initial step. @throws {CommandFailure} */
function requireKnownSchema(schema: number | null): void {
  if (schema !== null && schema <= migrations.length) return;
  throw new CommandFailure(t.otherVersion(schema === null));
}
