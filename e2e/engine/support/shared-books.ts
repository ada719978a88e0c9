import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';

const SHARED = join(import.meta.dirname, '../../../../shared/epubs');

/** Paths of the sample books beside this repository; empty where they are missing. */
export const ALL_BOOKS: readonly string[] = existsSync(SHARED)
  ? globSync(`${SHARED}/{libros,samples}/*.epub`).toSorted()
  : [];

/** Takes one book in five; all with `npm run prove`. */
const isChosen = (_: string, index: number): boolean => index % 5 === 4 || process.env['PROVE'] !== undefined;

export const SHARED_BOOKS: readonly string[] = ALL_BOOKS.filter(isChosen);

export const WHY_SKIPPED = 'the sample books are not in ../shared/epubs';
