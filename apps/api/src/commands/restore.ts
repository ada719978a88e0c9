import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { createGunzip } from 'node:zlib';
import { extract } from 'tar-stream';
import type { Shop } from '../compose.ts';
import { type DumpedRow, isEmptyShop, loadTables, type TableName, tableNames } from '../platform/db/dump.ts';
import { type BackupManifest, MANIFEST } from './backup.ts';
import { CommandFailure } from './run-command.ts';

/**
 * Puts a backup back: `npm run restore -- FILE [--replace]`. The whole archive is checked before anything changes;
 * rows change in one transaction, after the files they refer to are in place.
 * @throws {CommandFailure} when the archive is damaged, or the shop has data and `--replace` was not given.
 */
export async function restore(shop: Shop, args: readonly string[]): Promise<string> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { replace: { type: 'boolean' } },
  });
  const [file] = positionals;
  if (file === undefined) throw new CommandFailure('Uso: npm run restore -- RESPALDO.tar.gz [--replace]');
  const path = resolve(process.env['INIT_CWD'] ?? '.', file);
  await access(path).catch(() => {
    throw new CommandFailure(`No existe el archivo ${path}.`);
  });
  if (!values.replace && !(await isEmptyShop(shop.ports.db))) {
    throw new CommandFailure('La tienda ya tiene datos. Con --replace se cambian por los del respaldo.');
  }
  const manifest = await check(path);
  for await (const { name, bytes } of readEntries(path)) {
    if (name.startsWith('files/'))
      await shop.ports.storage.putBytes(name.slice('files/'.length), bytes, 'application/octet-stream');
  }
  await loadTables(shop.ports.db, readRows(path));
  shop.services.books.catalogue.invalidate();
  const rows = Object.values(manifest.rows).reduce((sum, count) => sum + count, 0);
  return `Respaldo del ${manifest.madeAt} repuesto: ${rows} filas.`;
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
  const found = new Map<string, string>();
  let manifest: BackupManifest | null = null;
  try {
    for await (const { name, bytes } of readEntries(path)) {
      if (name === MANIFEST) manifest = JSON.parse(bytes.toString('utf8')) as BackupManifest;
      else found.set(name, createHash('sha256').update(bytes).digest('hex'));
    }
  } catch (error) {
    throw new CommandFailure('El respaldo está dañado o incompleto. No se cambió nada.', { cause: error });
  }
  const expected = Object.entries(manifest?.entries ?? {});
  const whole =
    manifest?.format === 1 &&
    expected.length === found.size &&
    expected.every(([name, hash]) => found.get(name) === hash);
  if (!manifest || !whole) throw new CommandFailure('El respaldo está dañado o incompleto. No se cambió nada.');
  return manifest;
}

async function* readRows(path: string): AsyncGenerator<{ table: TableName; rows: DumpedRow[] }> {
  for await (const { name, bytes } of readEntries(path)) {
    const table = tableNames.find((known) => name.startsWith(`rows/${known}-`));
    if (table) yield { table, rows: JSON.parse(bytes.toString('utf8')) as DumpedRow[] };
  }
}
