import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ExLibris } from '@cuentos/domain/exports/exported-book';
import { addLastPage } from '@cuentos/epub/copy/add-last-page';
import { escapeMarkup, exLibrisLines } from './ex-libris.ts';
import type { OutgoingFile } from './single-file.ts';
import { exportTexts as texts } from './texts.ts';

/** Beginning of the names of temporary folders with editions that are on their way. */
export const WORK_FOLDER = 'cuentos-export-';

/**
 * The edition with an ex libris behind its last page. It goes through a file on disk, since the directory of an archive
 * stands at its end: memory holds only what is on its way.
 */
export async function assembleEpub(edition: Readable, exLibris: ExLibris, storeName: string): Promise<OutgoingFile> {
  const folder = await mkdtemp(join(tmpdir(), WORK_FOLDER));
  const remove = async (): Promise<void> => rm(folder, { recursive: true, force: true });
  try {
    const path = join(folder, 'edition.epub');
    await pipeline(edition, createWriteStream(path));
    const file = await addLastPage(path, { name: 'ex-libris', xhtml: exLibrisPage(exLibris, storeName) });
    // Ends after the last byte, at a failure, and when the reader hangs up.
    file.stream.once('close', () => void remove());
    return file;
  } catch (error) {
    await remove();
    throw error;
  }
}

/** XHTML of EPUB 2 and of EPUB 3 alike, without style: the reading program's own is enough for five lines. */
function exLibrisPage(exLibris: ExLibris, storeName: string): string {
  const lines = [...exLibrisLines(exLibris, storeName), texts.forGood].map((line) => `<p>${escapeMarkup(line)}</p>`);
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
    '<html xmlns="http://www.w3.org/1999/xhtml" xml:lang="es">\n' +
    `<head><title>${texts.exLibris}</title></head>\n` +
    `<body>\n<h1>${texts.exLibris}</h1>\n${lines.join('\n')}\n</body>\n</html>\n`
  );
}
