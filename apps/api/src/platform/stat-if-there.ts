import type { Stats } from 'node:fs';
import { stat } from 'node:fs/promises';

const ABSENT = new Set(['ENOENT', 'ENOTDIR']);

/**
 * Reads the facts of a file; null when there is none.
 * @throws the system's error for a file that it cannot look at: a disk that fails has not lost its files.
 */
export async function statIfThere(path: string): Promise<Stats | null> {
  try {
    return await stat(path);
  } catch (error) {
    if (error instanceof Error && 'code' in error && ABSENT.has(String(error.code))) return null;
    throw error;
  }
}
