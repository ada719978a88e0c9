import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts';
import { startWorker } from '../testing/run-worker.ts';
import { SWEEP_JOB } from './jobs/sweep-job.ts';

let test: TestApp;
let folder: string;
let left: string[];
beforeAll(async () => {
  test = await buildTestApp();
  folder = test.config.dataDir;
  left = [];
});
afterAll(async () => {
  await test.close();
  for (const path of left) await rm(path, { recursive: true, force: true });
});

const sweep = async (): Promise<void> =>
  test.modules
    .jobs()
    .find(({ name }) => name === SWEEP_JOB)!
    .run(new AbortController().signal);

it('files of killed processes are swept, those in use and those of other programs are kept', async () => {
  const uploads = join(folder, 'tmp');
  await mkdir(uploads, { recursive: true });
  const old = new Date(Date.now() - 3 * 3_600_000);
  const places = [
    join(uploads, 'upload-'),
    join(tmpdir(), 'cuentos-edition-'),
    join(tmpdir(), 'cuentos-image-'),
    join(tmpdir(), 'cuentos-anchoring-'),
    join(tmpdir(), 'cuentos-trial-'),
    join(tmpdir(), 'somebody-else-'),
  ];
  const make = async (age: Date | null): Promise<string[]> => {
    const names: string[] = [];
    for (const prefix of places) {
      const path = await mkdtemp(prefix);
      await writeFile(join(path, 'ebook_file'), 'x');
      if (age) await utimes(join(path, 'ebook_file'), age, age);
      if (age) await utimes(path, age, age);
      names.push(path);
    }
    left.push(...names);
    return names;
  };
  const dead = await make(old);
  const working = await make(null);
  // A folder that was created long ago and still gets files deep within.
  const [, , , , slow = ''] = await make(old);
  await mkdir(join(slow, 'files', 'editions'), { recursive: true });
  await writeFile(join(slow, 'files', 'editions', 'x.epub'), 'x');
  for (const path of ['files/editions', 'files', '']) await utimes(join(slow, path), old, old);
  const room = join(folder, 'room-x.tmp');
  await writeFile(room, 'x');
  await utimes(room, old, old);
  await sweep();
  const names = new Set((await Promise.all([tmpdir(), uploads, folder].map(async (place) => readdir(place)))).flat());
  const isThere = (path: string): boolean => names.has(path.slice(path.lastIndexOf('/') + 1));
  expect(dead.map(isThere)).toEqual([false, false, false, false, false, true]);
  expect(working.map(isThere)).toEqual([true, true, true, true, true, true]);
  expect(isThere(slow)).toBe(true);
  expect(isThere(room)).toBe(false);
});

it('half-written files of a killed process in the storage are swept, complete and growing ones are kept', async () => {
  const { storage } = test.ports;
  await storage.putBytes('editions/whole.epub', Buffer.from('x'), 'application/epub+zip');
  const place = join(folder, 'files', 'editions');
  const pipe = join(folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
  const writer = startWorker('half-write-worker.ts', [join(folder, 'files'), pipe]);
  const drafts = async () => (await readdir(place)).filter((name) => name.endsWith('.part'));
  await vi.waitUntil(async () => (await drafts()).length === 1, { timeout: 20_000 });
  writer.process.kill('SIGKILL');
  await writer.ended;
  const [draft = ''] = await drafts();
  await sweep();
  expect(await drafts()).toEqual([draft]);
  const old = new Date(Date.now() - 3 * 3_600_000);
  for (const name of ['whole.epub', draft]) await utimes(join(place, name), old, old);
  await sweep();
  expect(await readdir(place)).toEqual(['whole.epub']);
});
