import {
  cleanText,
  isRecord,
  type NoteFile,
  noteFile,
  plausibleInstant,
  plausiblePercentage,
  portableColor,
  type PortableNote,
} from './portable-note.ts';

const FORMAT = 'cuentos-notes';

/** Writes all facts of notes, as JSON of this shop. */
export function writeNotebookJson(notes: readonly PortableNote[], now: string): string {
  return `${JSON.stringify({ format: FORMAT, version: 1, exported_at: now, notes }, null, 1)}\n`;
}

/** Reads {@link writeNotebookJson}. @returns null for JSON of another program */
export function readNotebookJson(value: unknown): NoteFile | null {
  if (!isRecord(value) || value['format'] !== FORMAT || !Array.isArray(value['notes'])) return null;
  return noteFile(value['notes'].map(readNote));
}

function readNote(value: unknown): PortableNote | null {
  if (!isRecord(value) || !isRecord(value['book'])) return null;
  const book = value['book'];
  const text = (name: string) => cleanText(value[name]);
  return {
    kind: value['kind'] === 'bookmark' ? 'bookmark' : 'highlight',
    id: text('id'),
    book: {
      title: cleanText(book['title']),
      part: cleanText(book['part']),
      author: cleanText(book['author']),
      ids: Array.isArray(book['ids']) ? book['ids'].map(cleanText) : [],
    },
    chapter: text('chapter'),
    cfi: text('cfi'),
    quote: text('quote'),
    prefix: text('prefix'),
    suffix: text('suffix'),
    note: text('note'),
    color: portableColor(value['color']),
    percentage: plausiblePercentage(value['percentage']),
    createdAt: plausibleInstant(text('createdAt')),
  };
}
