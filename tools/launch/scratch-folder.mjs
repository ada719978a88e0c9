import { existsSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

/** Folder of a file system in memory, on systems that have one. */
const MEMORY = '/dev/shm';
/** Least free memory there, bytes. */
const NEEDED = 1024 ** 3;

/**
 * Returns the folder for temporary files of test runs (databases, shops, browser profiles): in memory where it has
 * room, because tests waited half of their time for a disk. A killed process loses no more there than on a disk.
 *
 * @returns {string} the folder that `TMPDIR` names, if it is set.
 */
export function scratchFolder(memory = MEMORY) {
  if (process.env.TMPDIR || !existsSync(memory)) return tmpdir();
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize < NEEDED ? tmpdir() : memory;
}
