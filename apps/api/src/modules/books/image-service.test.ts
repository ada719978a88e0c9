import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { canMount, mountDisk } from '../../testing/small-disk.ts';
import { UnusablePicture } from './picture-child.ts';

let test: TestApp;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cuentos-pictures-'));
  test = await buildTestApp();
});
afterAll(async () => {
  await test.close();
  await rm(folder, { recursive: true, force: true });
});

/** Writes a picture of noise, which no encoder can compress. */
async function noise(name: string, width = 800): Promise<string> {
  const path = join(folder, name);
  const create = {
    width,
    height: width,
    channels: 3,
    background: '#888',
    noise: { type: 'gaussian', mean: 128, sigma: 60 },
  };
  await sharp({ create: create as never })
    .jpeg()
    .toFile(path);
  return path;
}
const stored = async (path: string) => test.services.images.store(path);
const imageFiles = async () => readdir(join(test.config.dataDir, 'files', 'images')).catch(() => []);
const rows = async () => test.ports.db.read.selectFrom('images').select('id').execute();

describe('a picture', () => {
  it('is refused if it is no picture, is damaged, or has too many pixels', async () => {
    const whole = await readFile(await noise('whole.jpg'));
    const broken = Buffer.concat([whole.subarray(0, 2000), Buffer.alloc(whole.length - 2000, 7)]);
    const large = await sharp({ create: { width: 16_000, height: 16_000, channels: 3, background: '#fff' } })
      .png()
      .toBuffer();
    for (const [name, bytes] of Object.entries({ text: Buffer.from('no'), broken, large, empty: Buffer.alloc(0) })) {
      await writeFile(join(folder, name), bytes);
      await expect(stored(join(folder, name)), name).rejects.toThrow(UnusablePicture);
    }
    expect(await imageFiles()).toEqual([]);
  });

  it.runIf(process.platform === 'linux')(
    'is reported as worth another try, not as unusable, if the system kills the child process',
    async () => {
      const path = await noise('killed.jpg', 3000);
      const storing = stored(path).catch((error: unknown) => error);
      const child = await vi.waitUntil(async () => workerOn(path), { timeout: 20_000 });
      process.kill(child, 'SIGKILL');
      expect(await storing).toMatchObject({ code: 'unavailable', status: 503 });
      expect([await rows(), await imageFiles()]).toEqual([[], []]);
      expect(await stored(path)).toMatch(/^[0-9a-f]{40}$/);
    },
    60_000,
  );
});

describe.runIf(canMount)('a picture on a disk without room', () => {
  it('is reported as worth another try, not as unusable, and leaves no file', async () => {
    const path = await noise('full.jpg', 900);
    const before = [await rows(), await imageFiles()];
    const disk = mountDisk(8);
    const { TMPDIR } = process.env;
    process.env['TMPDIR'] = disk.folder;
    try {
      disk.fill(8192);
      await expect(stored(path)).rejects.toMatchObject({ code: 'unavailable', status: 503 });
      expect(await readdir(disk.folder)).toEqual(['ballast']);
      expect([await rows(), await imageFiles()]).toEqual(before);
      disk.free();
      expect(await stored(path)).toMatch(/^[0-9a-f]{40}$/);
    } finally {
      if (TMPDIR === undefined) delete process.env['TMPDIR'];
      else process.env['TMPDIR'] = TMPDIR;
      disk.unmount();
    }
  });
});

/** Returns the pid of the process that encodes a file. */
async function workerOn(path: string): Promise<number | undefined> {
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    if (command.includes('encode-image-worker') && command.includes(path)) return Number(pid);
  }
  return undefined;
}
