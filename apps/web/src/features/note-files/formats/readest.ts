import {
  cleanText,
  isRecord,
  type NoteFile,
  noteFile,
  plausibleInstant,
  portableColor,
  portableNote,
} from './portable-note.ts';

/** Reads the annotations that Readest writes as JSON. @returns null for JSON of another program */
export function readReadest(value: unknown): NoteFile | null {
  if (!isRecord(value) || value['$format'] !== 'readest-annotations' || !Array.isArray(value['annotations']))
    return null;
  const about = isRecord(value['book']) ? value['book'] : {};
  const book = { title: cleanText(about['title']), part: '', author: cleanText(about['author']), ids: [] };
  return noteFile(
    value['annotations'].map((entry: unknown) => {
      if (!isRecord(entry)) return null;
      const { createdAt, id, cfi, text, note, color, type } = entry;
      return portableNote({
        kind: type === 'bookmark' ? 'bookmark' : 'highlight',
        book,
        id: cleanText(id),
        cfi: cleanText(cfi),
        quote: cleanText(text),
        note: cleanText(note),
        color: portableColor(color),
        createdAt: typeof createdAt === 'number' ? plausibleInstant(createdAt) : '',
      });
    }),
  );
}
