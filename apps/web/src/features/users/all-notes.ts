import { listBookmarks } from '@cuentos/contract/bookmarks';
import { listHighlights } from '@cuentos/contract/highlights';
import { getNotebook } from '@cuentos/contract/notebook';
import { request } from '../../lib/api/api-client.ts';
import type { PortableNote } from '../note-files/formats/portable-note.ts';
import { makeArchive } from '../note-files/make-files.ts';
import { portableBookmark, portableHighlight } from '../note-files/to-portable.ts';

/**
 * Makes an archive with all notes of the signed-in reader in each format, from the server.
 * @throws {ApiError} when a part of them failed to load: an incomplete archive would pass for complete
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
