import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { HOUR_MS } from '@cuentos/domain/time/durations';

/** Longer than any request; what is older was left behind by a process that was killed. */
const LEFT_BEHIND_MS = 2 * HOUR_MS;

/**
 * Removes what killed processes left in a folder; what others are at work with is younger.
 * @param prefixes how the names of what may be removed begin.
 * @param now by the clock of this machine, like the times of its files.
 */
export async function sweepTemporary(folder: string, prefixes: readonly string[], now: number): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    if (!prefixes.some((prefix) => name.startsWith(prefix))) continue;
    const path = join(folder, name);
    const info = await stat(path).catch(() => null);
    if (info && now - info.mtimeMs > LEFT_BEHIND_MS) await rm(path, { recursive: true, force: true });
  }
}
