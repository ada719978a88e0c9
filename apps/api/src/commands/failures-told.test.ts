import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Shop } from '../compose.ts';
import { type StoragePort, StorageUnavailable } from '../ports/storage.ts';
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts';
import { addBook, addEdition, addPart, ingest } from '../testing/fixtures.ts';
import { canMount, mountDisk } from '../testing/small-disk.ts';
import { backup } from './backup.ts';
import { restore } from './restore.ts';
import { CommandFailure } from './run-command.ts';

/**
 * Backup and restore report the failed step and its cause in a sentence, since a stack trace tells an operator nothing.
 */
let folder: string;
let test: TestApp;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cuentos-told-'));
  test = await buildTestApp();
  const book = await addBook(test);
  await addEdition(test, (await addPart(test, book.id)).id, await ingest(test));
  await backup(shopWith({}), [join(folder, 'sound.tar.gz')]);
});
afterAll(async () => {
  await test.close();
  await rm(folder, { recursive: true, force: true });
});

const shopWith = (storage: Partial<StoragePort>): Shop =>
  ({
    config: test.config,
    services: test.services,
    ports: { ...test.ports, storage: { ...test.ports.storage, ...storage } },
  }) as Shop;

const failed = (code: string) => async (): Promise<never> => {
  throw new StorageUnavailable('the object store does not answer', {
    cause: new TypeError('fetch failed', { cause: Object.assign(new Error('x'), { code }) }),
  });
};

async function sentenceOf(work: Promise<string>): Promise<string> {
  const failure = await work.then(
    () => null,
    (error: unknown) => error,
  );
  expect(failure).toBeInstanceOf(CommandFailure);
  return (failure as Error).message;
}

it('a backup reports a bad certificate of the file store, and leaves no partial archive', async () => {
  const target = join(folder, 'a.tar.gz');
  const sentence = await sentenceOf(backup(shopWith({ read: failed('CERT_HAS_EXPIRED') }), [target]));
  expect(sentence).toBe(
    `El almacén de archivos en ${test.config.dataDir} tiene un certificado que venció (CERT_HAS_EXPIRED). Renueva ese certificado, o pídeselo a quien lleva el servidor. Mira también la hora de esta máquina.`,
  );
  expect(await readdir(folder)).not.toContain('a.tar.gz');
});

it('a restore reports that the file store does not answer', async () => {
  const shop = shopWith({ read: failed('ECONNREFUSED') });
  const sentence = await sentenceOf(restore(shop, [join(folder, 'sound.tar.gz'), '--replace']));
  expect(sentence).toMatch(/^El almacén de archivos .* no contesta: la conexión fue rechazada \(ECONNREFUSED\)\.$/);
});

it.runIf(canMount)('a backup onto a full disk reports the full disk', async () => {
  const disk = mountDisk(1);
  try {
    disk.fill(2_000);
    const target = join(disk.folder, 'b.tar.gz');
    const sentence = await sentenceOf(backup(shopWith({}), [target]));
    expect(sentence).toBe(`El respaldo ${target} no tiene espacio: el disco está lleno (ENOSPC).`);
    expect(await readdir(disk.folder)).toEqual(['ballast']);
  } finally {
    disk.unmount();
  }
});

it('a restore of an unreadable archive does not call it damaged', async () => {
  const sentence = await sentenceOf(restore(shopWith({}), [folder, '--replace']));
  expect(sentence).toMatch(/^El respaldo .*\((?:EISDIR|EACCES)\)\.$/);
});
