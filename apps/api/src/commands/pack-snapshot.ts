import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { pack, type Pack } from 'tar-stream';
import type { Shop } from '../compose.ts';
import { isLost, type Snapshot, type Vault } from '../modules/backups/service.ts';
import { add, type BackupManifest, MANIFEST, sealing } from './backup.ts';
import { openVault } from './make-snapshot.ts';
import { CommandFailure, commandStep, placesOf } from './run-command.ts';
import { keptTexts as t } from './texts.ts';

/**
 * Writes a backup that the shop keeps as one archive, encrypted, which needs nothing but the key. Rows and files come
 * one piece at a time.
 * @throws {CommandFailure} when it is not there, of another key or damaged; what was written then has no end
 */
export async function packSnapshot(shop: Shop, id: string, out: Writable): Promise<void> {
  const vault = await openVault(shop);
  const { backups } = placesOf(shop);
  const step = async <T>(work: () => Promise<T>): Promise<T> =>
    commandStep(backups, work).catch((error: unknown) => {
      throw isLost(error) ? new CommandFailure(t.unreadable(id), { cause: error }) : error;
    });
  const snapshot = await step(async () => vault.read(id));
  const archive = pack();
  const writing = pipeline(archive, createGzip(), await sealing(shop), out);
  const filling = step(async () => fill(archive, vault, snapshot)).catch((error: unknown) => {
    archive.destroy(error as Error);
    throw error;
  });
  await Promise.all([filling, writing]);
}

async function fill(archive: Pack, vault: Vault, snapshot: Snapshot): Promise<void> {
  const entries: Record<string, string> = {};
  const rows: Record<string, number> = {};
  for await (const page of vault.rows(snapshot)) {
    const rowsBefore = rows[page.table] ?? 0;
    rows[page.table] = rowsBefore + page.rows.length;
    const name = `rows/${page.table}-${String(rowsBefore).padStart(9, '0')}.json`;
    await add(archive, entries, name, Buffer.from(JSON.stringify(page.rows)));
  }
  for (const file of snapshot.files) await add(archive, entries, `files/${file.key}`, await vault.readFile(file));
  const { schema, madeAt, missing } = snapshot;
  const manifest: BackupManifest = { format: 2, schema, madeAt, entries: { ...entries }, rows, missing };
  await add(archive, entries, MANIFEST, Buffer.from(JSON.stringify(manifest)));
  archive.finalize();
}
