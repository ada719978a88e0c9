import { listBookmarks } from '@cuentos/contract/bookmarks';
import { listHighlights } from '@cuentos/contract/highlights';
import { getNotebook } from '@cuentos/contract/notebook';
import { request } from '../../lib/api/api-client.ts';
import type { PortableNote } from '../note-files/formats/portable-note.ts';
import { makeArchive } from '../note-files/make-files.ts';
import { portableBookmark, portableHighlight } from '../note-files/to-portable.ts';

/**
 * One archive with all notes of the signed-in reader in every format, as the server has them.
 * @throws {ApiError} when one of them did not come: half of the notes would pass for all
 */
export async function archiveOfNotes(): Promise<File> {
  const { parts, author } = await request(getNotebook);
  const notes: PortableNote[] = [];
  for (const part of parts) {
    const params = { id: part.part_id };
    const [highlights, { bookmarks }] = await Promise.all([
      request(listHighlights, { params, query: {} }),
      request(listBookmarks, { params }),
    ]);
    notes.push(...highlights.map((row) => portableHighlight(row, part, author)));
    notes.push(...bookmarks.map((row) => portableBookmark(row, part, author)));
  }
  return makeArchive(notes, new Date().toISOString());
}
