import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Publication } from '@cuentos/epub/container/publication';
import { prepareEdition } from '@cuentos/epub/gate/prepare-edition';

/** Returns the cleaned edition that the upload gate makes of an EPUB file; null when the gate refuses the book. */
export async function editionOf(file: string): Promise<{ bytes: Uint8Array; publication: Publication } | null> {
  const directory = await mkdtemp(join(tmpdir(), 'edition-'));
  try {
    const prepared = await prepareEdition(file, directory);
    return prepared.accepted
      ? { bytes: await readFile(prepared.editionPath), publication: prepared.publication }
      : null;
  } finally {
    await rm(directory, { recursive: true });
  }
}
