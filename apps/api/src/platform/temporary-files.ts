import { lstat, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { HOUR_MS } from '@cuentos/domain/time/durations';

/** Longer than any request; older files were left by a killed process. */
const LEFT_BEHIND_MS = 2 * HOUR_MS;

/**
 * Removes temporary files of killed processes; a folder in use has recently written files.
 * @param isOurs decides by name which files may be removed.
 * @param now by the clock of this machine, like the times of its files.
 */
export async function sweepTemporary(folder: string, isOurs: (name: string) => boolean, now: number): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    if (!isOurs(name)) continue;
    const path = join(folder, name);
    if (now - (await lastWritten(path)) > LEFT_BEHIND_MS) await rm(path, { recursive: true, force: true });
  }
}

/** When something was last written to a file, or anywhere in a folder. */
async function lastWritten(path: string): Promise<number> {
  const within = await readdir(path, { recursive: true }).catch(() => []);
  const times = [path, ...within.map((name) => join(path, name))].map(async (each) => lstat(each).catch(() => null));
  return Math.max(...(await Promise.all(times)).map((info) => info?.mtimeMs ?? 0));
}
