import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { pack, type Pack } from 'tar-stream';
import type { Shop } from '../compose.ts';
import { editionFileKey, resourceKey } from '../modules/editions/service.ts';
import { pictureFallbackKey, pictureKeys } from '../modules/books/service.ts';
import { dumpTables, referencedFiles } from '../platform/db/dump.ts';
import { newId } from '../platform/db/new-id.ts';

/** What the archive says about itself; its last entry, so that a cut archive has none. */
export interface BackupManifest {
  readonly format: 1;
  readonly madeAt: string;
  /** SHA-256 per entry, hex. */
  readonly entries: Readonly<Record<string, string>>;
  /** Rows per table. */
  readonly rows: Readonly<Record<string, number>>;
}

export const MANIFEST = 'manifest.json';

/**
 * Writes one archive with every row and file of a running shop: rows first, in one snapshot, then the files they
 * refer to, which never change. The same format on both engines, so it also moves a shop from one to the other.
 */
export async function backup(shop: Shop, args: readonly string[]): Promise<string> {
  const { clock, db, storage } = shop.ports;
  const stamp = new Date(clock.now()).toISOString().replaceAll(/[:.]/g, '-');
  const target = resolve(process.env['INIT_CWD'] ?? '.', args[0] ?? `backup-${stamp}.tar.gz`);
  const draft = `${target}.${newId()}.part`;
  await mkdir(dirname(target), { recursive: true });
  const archive = pack();
  const written = pipeline(archive, createGzip(), createWriteStream(draft));
  try {
    const entries: Record<string, string> = {};
    const rows: Record<string, number> = {};
    await dumpTables(db, async (table, page) => {
      const seen = rows[table] ?? 0;
      rows[table] = seen + page.length;
      await add(
        archive,
        entries,
        `rows/${table}-${String(seen).padStart(9, '0')}.json`,
        Buffer.from(JSON.stringify(page)),
      );
    });
    for (const key of await fileKeys(shop)) {
      const { stream } = await storage.read(key);
      const chunks: Buffer[] = [];
      for await (const chunk of stream) chunks.push(chunk as Buffer);
      await add(archive, entries, `files/${key}`, Buffer.concat(chunks));
    }
    const manifest: BackupManifest = {
      format: 1,
      madeAt: new Date(clock.now()).toISOString(),
      entries: { ...entries },
      rows,
    };
    await add(archive, entries, MANIFEST, Buffer.from(JSON.stringify(manifest)));
    archive.finalize();
    await written;
    await rename(draft, target);
  } finally {
    archive.destroy();
    await written.catch(() => undefined);
    await rm(draft, { force: true });
  }
  return `Respaldo completo en ${target}`;
}

async function add(archive: Pack, entries: Record<string, string>, name: string, bytes: Buffer): Promise<void> {
  entries[name] = createHash('sha256').update(bytes).digest('hex');
  await new Promise<void>((done, fail) => {
    archive.entry({ name, size: bytes.length }, bytes, (error) => (error ? fail(error) : done()));
  });
}

/** Storage keys that the rows refer to. */
async function fileKeys({ ports }: Shop): Promise<string[]> {
  const { editions, resources, images } = await referencedFiles(ports.db);
  return [
    ...editions.map(editionFileKey),
    ...resources.flatMap(({ hash, br }) => [resourceKey(hash, null), ...(br ? [resourceKey(hash, 'br')] : [])]),
    ...images.flatMap((id) => [...pictureKeys(id), pictureFallbackKey(id)]),
  ];
}
