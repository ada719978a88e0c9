import { portableColor, type PortableNote } from '../../note-files/formats/portable-note.ts';
import { portableBook, portableRange } from '../../note-files/to-portable.ts';
import type { NotebookEntry } from '../entries.ts';

/** An entry of the notebook as files carry it. */
export function toPortable(entry: NotebookEntry, author: string): PortableNote {
  const { kind, id, part, chapter, cfi, quote, prefix, suffix, note, color, createdAt } = entry;
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
    createdAt,
  };
}
