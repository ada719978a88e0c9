import { existsSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

/** A file system in memory, where the system has one. */
const MEMORY = '/dev/shm';
/** Bytes that must be free there. */
const NEEDED = 1024 ** 3;

/**
 * Where test runs keep what they throw away (databases, shops, browser profiles): in memory where it has room, since half
 * of a test's time went into waiting for a disk. A process that is killed loses no more there than on a disk.
 *
 * @returns {string} the folder that `TMPDIR` names, where it names one.
 */
export function scratchFolder(memory = MEMORY) {
  if (process.env.TMPDIR || !existsSync(memory)) return tmpdir();
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize < NEEDED ? tmpdir() : memory;
}
