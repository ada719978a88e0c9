import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts';
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

it('what killed processes left behind is swept, what is at work or of others is not', async () => {
  const uploads = join(folder, 'tmp');
  await mkdir(uploads, { recursive: true });
  const old = new Date(Date.now() - 3 * 3_600_000);
  const places = [
    join(uploads, 'upload-'),
    join(tmpdir(), 'cuentos-edition-'),
    join(tmpdir(), 'cuentos-image-'),
    join(tmpdir(), 'cuentos-anchoring-'),
    join(tmpdir(), 'somebody-else-'),
  ];
  const make = async (age: Date | null): Promise<string[]> => {
    const made: string[] = [];
    for (const prefix of places) {
      const path = await mkdtemp(prefix);
      await writeFile(join(path, 'ebook_file'), 'x');
      if (age) await utimes(path, age, age);
      made.push(path);
    }
    left.push(...made);
    return made;
  };
  const dead = await make(old);
  const working = await make(null);
  const room = join(folder, 'room-x.tmp');
  await writeFile(room, 'x');
  await utimes(room, old, old);
  await test.modules
    .jobs()
    .find(({ name }) => name === SWEEP_JOB)!
    .run(new AbortController().signal);
  const names = new Set((await Promise.all([tmpdir(), uploads, folder].map(async (place) => readdir(place)))).flat());
  const isThere = (path: string): boolean => names.has(path.slice(path.lastIndexOf('/') + 1));
  expect(dead.map(isThere)).toEqual([false, false, false, false, true]);
  expect(working.map(isThere)).toEqual([true, true, true, true, true]);
  expect(isThere(room)).toBe(false);
});
