import { readAnnotations } from './epub-annotations.ts';
import { readKindleClippings } from './kindle-clippings.ts';
import { readKoreader } from './koreader.ts';
import { readMarkdown } from './markdown.ts';
import { readNotebookJson } from './notebook-json.ts';
import { type NoteFile, NOTES_MAX } from './portable-note.ts';
import { readReadest } from './readest.ts';
import { readReadwiseCsv } from './readwise-csv.ts';

/** Reason for refusing a file. */
export type Refusal = 'unknown' | 'broken' | 'too-many';

/** Reads a file's notes in any known format, recognised by its contents and never by its name. */
export function readNotes(text: string): NoteFile | Refusal {
  const file = /^\s*[[{]/.test(text) ? readJson(text) : readText(text);
  if (typeof file !== 'string' && file.notes.length + file.unreadable > NOTES_MAX) return 'too-many';
  return file;
}

function readText(text: string): NoteFile | Refusal {
  return readKindleClippings(text) ?? readKoreader(text) ?? readReadwiseCsv(text) ?? readMarkdown(text) ?? 'unknown';
}

function readJson(text: string): NoteFile | Refusal {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return 'broken';
  }
  return readNotebookJson(value) ?? readReadest(value) ?? readAnnotations(value) ?? 'unknown';
}

/** Decodes bytes: UTF-8 or UTF-16 if valid, else Windows' Latin encoding. */
export function decodeNotes(bytes: Uint8Array<ArrayBuffer>): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
