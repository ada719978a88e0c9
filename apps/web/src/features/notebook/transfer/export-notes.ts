import { saveFile } from '../../../lib/save-file.ts';
import { showToastHere } from '../../../ui/overlays/toast-store.ts';
import type { NotebookEntry } from '../entries.ts';
import { type ExportFormat, makeFile } from '../../note-files/make-files.ts';
import { transferTexts as t } from './texts.ts';
import { toPortable } from './to-portable.ts';

/** Hands the entries to the browser as a file. Nothing of it goes to the server. */
export function exportNotes(format: ExportFormat, entries: readonly NotebookEntry[], author: string): void {
  const notes = entries.map((entry) => toPortable(entry, author));
  const file = makeFile(format, notes, new Date().toISOString());
  saveFile(file, file.name);
  showToastHere('success', t.saved);
}
