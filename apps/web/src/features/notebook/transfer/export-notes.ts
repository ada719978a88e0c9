import { saveFile } from '../../../lib/save-file.ts';
import { showToastHere } from '../../../ui/overlays/toast-store.ts';
import type { NotebookEntry } from '../entries.ts';
import { portableColor, type PortableNote } from '../../note-files/formats/portable-note.ts';
import { type ExportFormat, makeFile } from '../../note-files/make-files.ts';
import { portableBook, portableRange } from '../../note-files/to-portable.ts';
import { transferTexts as t } from './texts.ts';

/** Saves the entries as a file, without the server. */
export function exportNotes(format: ExportFormat, entries: readonly NotebookEntry[], author: string): void {
  const notes = entries.map((entry) => toPortable(entry, author));
  const file = makeFile(format, notes, new Date().toISOString());
  saveFile(file, file.name);
  showToastHere('success', t.saved);
}

/** An entry of the notebook for files. */
export function toPortable(entry: NotebookEntry, author: string): PortableNote {
  const { kind, id, part, chapter, cfi, quote, prefix, suffix, note, color, percentage, createdAt } = entry;
  return {
    kind,
    id,
    book: portableBook(part, author),
    chapter: chapter ?? '',
    cfi: portableRange(cfi),
    quote,
    prefix,
    suffix,
    note,
    color: portableColor(color),
    percentage: kind === 'bookmark' ? percentage : null,
    createdAt,
  };
}
