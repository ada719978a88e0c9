import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fileKeys } from '../../commands/backup.ts';
import type { Shop } from '../../compose.ts';
import { StorageUnavailable } from '../../ports/storage.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { get } from '../../testing/calls.ts';
import { createAvifJob } from './make-avif.ts';
import { findPicture } from './service.ts';

let test: TestApp;
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cuentos-avif-'));
  test = await buildTestApp();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await test.close();
  await rm(folder, { recursive: true, force: true });
});

/** Stores a picture with as many shapes and colours as a cover. @returns its id */
async function storeCover(width: number, ground: string): Promise<string> {
  const path = join(folder, `${ground}-${width}.png`);
  const height = width * 1.5;
  const shapes = Array.from(
    { length: 60 },
    (_, n) =>
      `<circle cx="${(n * 97) % width}" cy="${(n * 61) % height}" r="${width / 14}" fill="hsl(${n * 37} 70% 50%)"/>`,
  );
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <path d="M0 0H9999V9999H0Z" fill="${ground}"/>${shapes.join('')}</svg>`;
  await sharp(Buffer.from(drawing)).png().toFile(path);
  return test.services.images.store(path);
}
const run = async (signal = new AbortController().signal) => createAvifJob(test.ports).run(signal);
const filesOf = async (id: string) =>
  (await readdir(join(test.config.dataDir, 'files', 'images'))).flatMap((name) =>
    name.startsWith(id) ? [name.slice(id.length)] : [],
  );
const pictureOf = async (id: string) => findPicture(test.ports.db.read, `/images/${id}.jpg`);

it('the job makes AVIF files in the shown sizes, each at most nine tenths of the WebP', async () => {
  const id = await storeCover(700, 'navy');
  expect((await pictureOf(id))?.avif).toBeUndefined();
  expect(await filesOf(id)).toEqual(expect.arrayContaining(['-master.webp', '-960.webp']));

  await run();
  const address = `/images/${id}`;
  expect((await pictureOf(id))?.avif).toBe(
    `${address}-160.avif 160w, ${address}-320.avif 320w, ${address}-640.avif 640w`,
  );
  for (const width of [160, 320, 640]) {
    const avif = await get(test, `${address}-${width}.avif`);
    expect([avif.headers['content-type'], avif.headers['cache-control'], avif.headers['vary']]).toEqual([
      'image/avif',
      'public, max-age=31536000, immutable',
      undefined,
    ]);
    expect((await sharp(avif.rawPayload).metadata()).width).toBe(width);
    const webp = await get(test, `${address}-${width}.webp`);
    expect(avif.rawPayload.length).toBeLessThanOrEqual(webp.rawPayload.length * 0.9);
  }
  expect(await filesOf(id)).not.toContain('-master.webp');
});

it('the job keeps no AVIF that is not smaller, and does not try it again', async () => {
  const id = await storeCover(8, 'gray');
  await run();
  expect((await pictureOf(id))?.avif).toBeUndefined();
  expect((await filesOf(id)).filter((name) => /avif|master/.test(name))).toEqual([]);
  const read = vi.spyOn(test.ports.storage, 'read');
  await run();
  expect(read).not.toHaveBeenCalled();
});

it('the job tries a picture again after a failure of the storage, and continues with the next picture meanwhile', async () => {
  const first = await storeCover(400, 'navy');
  const second = await storeCover(400, 'maroon');
  const { read } = test.ports.storage;
  const away = vi.spyOn(test.ports.storage, 'read').mockImplementation(async (key) => {
    if (key.includes(first)) throw new StorageUnavailable('away');
    return read.call(test.ports.storage, key);
  });
  await expect(run()).rejects.toThrow(StorageUnavailable);
  expect([(await pictureOf(first))?.avif, (await pictureOf(second))?.avif]).toEqual([
    undefined,
    expect.stringContaining('320.avif'),
  ]);
  away.mockRestore();
  await run();
  expect((await pictureOf(first))?.avif).toContain('320.avif');
});

it('the job waits longer after each failure of the storage, and makes other pictures meanwhile', async () => {
  const id = await storeCover(400, 'navy');
  const away = vi.spyOn(test.ports.storage, 'read').mockRejectedValue(new StorageUnavailable('away'));
  const job = createAvifJob(test.ports);
  const { signal } = new AbortController();
  const failures = async () => {
    await job.run(signal).catch(() => undefined);
    return away.mock.calls.length;
  };
  expect(await failures()).toBe(1);
  test.clock.time += 60_000 - 1;
  expect(await failures()).toBe(1);
  test.clock.time += 1;
  expect(await failures()).toBe(2);
  test.clock.time += 60_000;
  expect(await failures()).toBe(2);
  away.mockRestore();
  const other = await storeCover(400, 'maroon');
  await job.run(signal);
  expect((await pictureOf(other))?.avif).toContain('320.avif');
  expect((await pictureOf(id))?.avif).toBeUndefined();
  test.clock.time += 4 * 60_000;
  await job.run(signal);
  expect((await pictureOf(id))?.avif).toContain('320.avif');
});

it('a picture waits for the next process when this one ends', async () => {
  const id = await storeCover(400, 'black');
  const ending = new AbortController();
  const { read } = test.ports.storage;
  vi.spyOn(test.ports.storage, 'read').mockImplementation(async (key) => {
    ending.abort();
    return read.call(test.ports.storage, key);
  });
  await run(ending.signal);
  expect(await filesOf(id)).toContain('-master.webp');
  vi.restoreAllMocks();
  await run();
  expect((await pictureOf(id))?.avif).toContain('320.avif');
});

it('AVIF files are in a backup, and restored ones without their master stay unchanged', async () => {
  const made = await storeCover(400, 'navy');
  await run();
  const restored = await storeCover(400, 'maroon');
  await test.ports.storage.delete(`images/${restored}-master.webp`);
  await run();
  expect((await pictureOf(restored))?.avif).toBeUndefined();
  const keys = await fileKeys({ ports: test.ports } as Shop);
  expect(keys.filter((key) => key.endsWith('.avif'))).toEqual([`images/${made}-160.avif`, `images/${made}-320.avif`]);
  for (const key of keys) expect(await test.ports.storage.exists(key)).toBe(true);
  await run();
  expect((await pictureOf(restored))?.avif).toBeUndefined();
});
