import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createBuildFolder, publishBuild, publishedBuild } from './builds.ts';

let dist: string;
beforeEach(async () => {
  dist = await mkdtemp(join(tmpdir(), 'builds-'));
});
afterEach(async () => rm(dist, { recursive: true }));

const build = async (minute: number): Promise<string> => {
  const folder = await createBuildFolder(dist, new Date(Date.UTC(2026, 10, 25, 12, minute)));
  await writeFile(join(folder, 'page.html'), String(minute));
  return folder;
};

it('the served build stays unchanged until a new build is finished and published', async () => {
  const first = await build(1);
  await publishBuild(dist, first);
  const unfinished = await build(2);
  expect(await publishedBuild(dist)).toBe(first);
  expect(await readdir(first)).toEqual(['page.html']);
  await publishBuild(dist, unfinished);
  expect(await publishedBuild(dist)).toBe(unfinished);
  expect(await readdir(first)).toEqual(['page.html']);
});

it('keeps the last builds for processes that serve from them', async () => {
  const folders = [];
  for (const minute of [1, 2, 3, 4, 5]) {
    const folder = await build(minute);
    await publishBuild(dist, folder);
    folders.push(folder);
  }
  expect((await readdir(join(dist, 'builds'))).map((name) => join(dist, 'builds', name))).toEqual(folders.slice(2));
});

it('finds no build before the first one', async () => {
  await expect(publishedBuild(dist)).rejects.toThrow('ENOENT');
});
