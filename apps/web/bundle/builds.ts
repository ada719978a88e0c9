import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Number of builds that are kept: a process that was started on an earlier build still serves its files. */
const KEPT_BUILDS = 3;

const byAge = async (dist: string): Promise<string[]> => (await readdir(join(dist, 'builds'))).toSorted();

/** Makes the folder of a new build; no process serves from it until it is published. */
export async function createBuildFolder(dist: string, now = new Date()): Promise<string> {
  const name = `${now.toISOString().replaceAll(/\D/g, '')}-${randomBytes(3).toString('hex')}`;
  const folder = join(dist, 'builds', name);
  await mkdir(folder, { recursive: true });
  return folder;
}

/** The folder of the published build. @throws when none was published. */
export async function publishedBuild(dist: string): Promise<string> {
  return join(dist, 'builds', (await readFile(join(dist, 'current'), 'utf8')).trim());
}

/**
 * Makes a finished build the one that the next process serves, in one step: the file `current` holds its name (read by
 * the server's register-pages.ts). The oldest builds go, never the published one.
 */
export async function publishBuild(dist: string, folder: string): Promise<void> {
  const name = folder.slice(join(dist, 'builds').length + 1);
  const draft = join(dist, `current.${name}`);
  await writeFile(draft, name);
  await rename(draft, join(dist, 'current'));
  const others = (await byAge(dist)).filter((other) => other !== name);
  for (const old of others.slice(0, Math.max(0, others.length + 1 - KEPT_BUILDS))) {
    await rm(join(dist, 'builds', old), { recursive: true, force: true });
  }
}
