import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { gunzipSync, gzipSync } from 'node:zlib';
import { z } from 'zod';
import { FileMissing, type BackupStore, type StoredFile } from '../../ports/storage.ts';
import { type Seal, SealBroken } from './seal.ts';

const count = z.int().min(0);
const sha256 = z.string().length(64);

/** Rows of a backup that are stored as one piece. */
const piece = z.object({
  /** Digest of the JSON before its compression. */
  sha256,
  /** Bytes as they are stored. */
  stored: count,
});

/** A file that a backup needs. */
const backedUpFile = z.object({
  /** Key of the shop's storage. */
  key: z.string(),
  /** Digest of the file's content. */
  sha256,
  size: count,
  /** Bytes as they are stored. */
  stored: count,
});
export type BackedUpFile = z.infer<typeof backedUpFile>;

/** Contents of a backup. This list is written last, so that an interrupted backup has none. */
const snapshot = z.object({
  format: z.literal(3),
  id: z.string(),
  /** Number of applied schema steps. */
  schema: count,
  /** Version of the shop that made it. */
  version: z.string(),
  madeAt: z.iso.datetime(),
  /** How many rows each table has. */
  rows: z.record(z.string(), count),
  pieces: z.array(piece),
  files: z.array(backedUpFile),
  /** Keys of files that rows refer to and that the shop itself no longer had. */
  missing: z.array(z.string()),
  /** Sums of everything about money, to compare after a restore. */
  money: z.record(z.string(), z.int()),
  /** Accounts that were erased: their numbers and when, epoch milliseconds. */
  erased: z.array(z.object({ id: z.string(), erased_at: z.int() })),
  /** Files that were read again and compared before it was called good. */
  checkedFiles: count,
  /** Bytes that it added to the store. */
  added: count,
});
export type Snapshot = z.infer<typeof snapshot>;

/** Location and time of a backup, without its content. */
export interface SnapshotPlace {
  readonly id: string;
  /** Epoch milliseconds. */
  readonly madeAt: number;
}

/** Rows as they go into a piece. */
export interface RowPage {
  readonly table: string;
  readonly rows: readonly Readonly<Record<string, string | number | null>>[];
}

const BINARY = 'application/octet-stream';
const digestOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Bytes arrived whole and are not those that were stored. */
export class ContentsDiffer extends SealBroken {
  override name = 'ContentsDiffer';
}

/**
 * Paths of everything that is encrypted with one key. Each key has a folder of its own, so that backups of other keys
 * stay apart.
 */
function keysOf({ fingerprint, nameOf }: Seal) {
  return {
    snapshots: `${fingerprint}/snapshots`,
    rows: `${fingerprint}/rows`,
    files: `${fingerprint}/files`,
    snapshot: (id: string): string => `${fingerprint}/snapshots/${id}.age`,
    piece: (id: string, index: number): string => `${fingerprint}/rows/${id}/${String(index).padStart(6, '0')}.age`,
    file(key: string): string {
      const name = nameOf(key);
      return `${fingerprint}/files/${name.slice(0, 2)}/${name}.age`;
    },
  };
}

/** The backups of one key in a store: read, counted and deleted are those alone. */
export type Vault = ReturnType<typeof createVault>;

export function createVault(store: BackupStore, seal: Seal) {
  const keys = keysOf(seal);
  const put = async (key: string, bytes: Uint8Array): Promise<number> => {
    const closed = await seal.close(bytes);
    await store.putBytes(key, closed, BINARY);
    return closed.length;
  };
  const get = async (key: string): Promise<Uint8Array> => seal.open(await buffer((await store.read(key)).stream));
  return {
    fingerprint: seal.fingerprint,
    ...snapshotsIn(store, seal, { put, get }),
    ...filesIn(store, seal, { put, get }),
    async putPiece(id: string, index: number, pages: readonly RowPage[]): Promise<Snapshot['pieces'][number]> {
      const json = Buffer.from(JSON.stringify(pages));
      return { sha256: digestOf(json), stored: await put(keys.piece(id, index), gzipSync(json)) };
    },
    /**
     * Deletes the rows of a backup that came to nothing. Its list goes first: the store may have taken it although the
     * answer was lost, and a list without its rows would be taken for a backup.
     */
    async discard(id: string): Promise<void> {
      await store.delete(keys.snapshot(id));
      for (const { key } of await store.list(`${keys.rows}/${id}`)) await store.delete(key);
    },
    /** Rows, piece after piece, each compared before it is handed over. @throws {FileMissing} @throws {SealBroken} */
    async *rows({ id, pieces }: Pick<Snapshot, 'id' | 'pieces'>): AsyncGenerator<RowPage> {
      for (const [index, expected] of pieces.entries()) {
        const json = gunzipSync(await get(keys.piece(id, index)));
        if (digestOf(json) !== expected.sha256) throw new ContentsDiffer(`rows ${index} of ${id}`);
        yield* JSON.parse(json.toString('utf8')) as RowPage[];
      }
    },
    /**
     * Deletes backups, then every piece and file that none of those that are kept needs. What was stored a short while
     * ago stays: a backup that another machine is making may need it.
     * @param kept every backup that stays, whole
     * @param before epoch milliseconds; only what was stored earlier is deleted
     */
    async prune(kept: readonly Snapshot[], dropped: readonly string[], before: number): Promise<void> {
      for (const id of dropped) await store.delete(keys.snapshot(id));
      const needed = new Set(
        kept.flatMap(({ id, pieces, files }) => [
          ...pieces.map((_, index) => keys.piece(id, index)),
          ...files.map(({ key }) => keys.file(key)),
        ]),
      );
      const isOver = ({ key, storedAt }: StoredFile): boolean => !needed.has(key) && storedAt < before;
      const over = [...(await store.list(keys.rows)), ...(await store.list(keys.files))].filter(isOver);
      for (const { key } of over) await store.delete(key);
    },
  };
}

const describeFile = (key: string, bytes: Uint8Array) => ({ key, sha256: digestOf(bytes), size: bytes.length });

interface Sealed {
  /** @returns bytes as they are stored */
  put(key: string, bytes: Uint8Array): Promise<number>;
  get(key: string): Promise<Uint8Array>;
}

function filesIn(store: BackupStore, seal: Seal, { put, get }: Sealed) {
  const keys = keysOf(seal);
  return {
    async putFile(key: string, bytes: Uint8Array): Promise<BackedUpFile> {
      return { ...describeFile(key, bytes), stored: await put(keys.file(key), bytes) };
    },
    /** Describes a file as it would be stored, without uploading it. */
    foretell: (key: string, bytes: Uint8Array): BackedUpFile => ({
      ...describeFile(key, bytes),
      stored: seal.closedSize(bytes.length),
    }),
    /** @throws {FileMissing} @throws {SealBroken} */
    async readFile({ key, sha256: expected }: Pick<BackedUpFile, 'key' | 'sha256'>): Promise<Uint8Array> {
      const bytes = await get(keys.file(key));
      if (digestOf(bytes) !== expected) throw new ContentsDiffer(key);
      return bytes;
    },
    /** Lists the store once. @returns tells whether a file is stored whole */
    async stored(): Promise<(file: Pick<BackedUpFile, 'key' | 'stored'>) => boolean> {
      const sizes = new Map((await store.list(keys.files)).map(({ key, size }) => [key, size]));
      return ({ key, stored }) => sizes.get(keys.file(key)) === stored;
    },
    /** A number from 0 to 1 that is a file's own, for shares of them. */
    shareOf: (key: string): number => Number.parseInt(seal.nameOf(key).slice(-8), 16) / 2 ** 32,
  };
}

function snapshotsIn(store: BackupStore, seal: Seal, { put, get }: Sealed) {
  const keys = keysOf(seal);
  return {
    /** Backups, the newest first. */
    async list(): Promise<SnapshotPlace[]> {
      const files = await store.list(keys.snapshots);
      return files
        .flatMap(({ key }) => /([0-9a-f-]{36})\.age$/.exec(key)?.[1] ?? [])
        .map((id) => ({ id, madeAt: instantOf(id) }))
        .toSorted((a, b) => (a.id < b.id ? 1 : -1));
    },
    /** Whether the store holds backups, and only of other keys. */
    async hasOnlyOthers(): Promise<boolean> {
      const files = await store.list('');
      const owners = files.flatMap(({ key }) => /^([0-9a-f]{16})\/snapshots\//.exec(key)?.[1] ?? []);
      return owners.length > 0 && !owners.includes(seal.fingerprint);
    },
    /** @throws {FileMissing} @throws {SealBroken} */
    async read(id: string): Promise<Snapshot> {
      const parsed = snapshot.safeParse(JSON.parse(Buffer.from(await get(keys.snapshot(id))).toString('utf8')));
      if (!parsed.success) throw new SealBroken('is of another version', { cause: parsed.error });
      return parsed.data;
    },
    /** Writes the list of a backup, which makes it one. */
    write: async (made: Snapshot): Promise<number> => put(keys.snapshot(made.id), Buffer.from(JSON.stringify(made))),
  };
}

/** The instant that a UUIDv7 begins with, epoch milliseconds. */
const instantOf = (id: string): number => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);

/** Whether something is not in the store, or is not what was put there. */
export const isLost = (error: unknown): boolean => error instanceof FileMissing || error instanceof SealBroken;
