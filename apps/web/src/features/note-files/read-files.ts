import { unzipSync } from 'fflate';
import { NOTES_MAX, type PortableNote } from './formats/portable-note.ts';
import { decodeNotes, readNotes, type Refusal } from './formats/read-notes.ts';

/** Largest file that is read, and largest unpacked archive, bytes. */
export const FILE_MAX = 20 * 1024 * 1024;
const UNPACKED_MAX = 3 * FILE_MAX;
const ARCHIVED_FILES_MAX = 500;

/** A refused file. */
export interface RefusedFile {
  readonly name: string;
  readonly reason: Refusal | 'too-large';
}

/** Contents of the chosen files. */
export interface ReadFiles {
  readonly notes: readonly PortableNote[];
  /** Number of invalid entries. */
  readonly unreadable: number;
  readonly refused: readonly RefusedFile[];
}

/**
 * Endings that are read in an archive, preferred first: an archive with the same notes in several formats is read once.
 */
const ENDINGS = ['json', 'annotations', 'annotation', 'jsonld', 'lua', 'csv', 'txt', 'md'] as const;

/** Endings that a file picker offers. */
export const ACCEPTED = ['.zip', ...ENDINGS.map((ending) => `.${ending}`)].join(',');

/** Reads files of notes, and archives of them. A file is accepted whole or refused; never rejects. */
export async function readFiles(files: readonly File[]): Promise<ReadFiles> {
  const notes: PortableNote[] = [];
  const refused: RefusedFile[] = [];
  let unreadable = 0;
  for (const file of files) {
    const read = await readFile(file);
    const isTooMany = typeof read !== 'string' && notes.length + read.notes.length > NOTES_MAX;
    if (typeof read === 'string' || isTooMany) {
      refused.push({ name: file.name, reason: typeof read === 'string' ? read : 'too-many' });
      continue;
    }
    notes.push(...read.notes);
    unreadable += read.unreadable;
  }
  return { notes, unreadable, refused };
}

type Read = Omit<ReadFiles, 'refused'> | RefusedFile['reason'];

async function readFile(file: File): Promise<Read> {
  if (file.size > FILE_MAX) return 'too-large';
  const bytes = await file.arrayBuffer().then(
    (buffer) => new Uint8Array(buffer),
    () => null,
  );
  if (bytes === null) return 'broken';
  return isZip(bytes) ? readArchive(bytes) : readNotes(decodeNotes(bytes));
}

const isZip = ([first, second, third]: Uint8Array): boolean => first === 0x50 && second === 0x4b && (third ?? 9) < 9;

const endingOf = (name: string): string => /\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';

/** @param isWithin whether it is inside another archive, as sets of several books are; deeper archives are not read */
function readArchive(bytes: Uint8Array<ArrayBuffer>, isWithin = false): Read {
  const files = unpack(bytes);
  if (typeof files === 'string') return files;
  const byEnding = Map.groupBy(files, ([name]) => endingOf(name));
  const ending = ENDINGS.find((each) => byEnding.has(each));
  const notes: PortableNote[] = [];
  let unreadable = 0;
  for (const [, content] of (ending && byEnding.get(ending)) ?? []) {
    const inner = isZip(content)
      ? isWithin
        ? 'unknown'
        : readArchive(content, true)
      : readNotes(decodeNotes(content));
    // An archive may contain other files besides notes; a notes file that is too large ends the reading.
    if (inner === 'unknown' || inner === 'broken') continue;
    if (typeof inner === 'string') return inner;
    notes.push(...inner.notes);
    unreadable += inner.unreadable;
    if (notes.length > NOTES_MAX) return 'too-many';
  }
  return notes.length + unreadable === 0 ? 'unknown' : { notes, unreadable };
}

/** Files of an archive. Its directory declares their unpacked sizes, and no file may exceed its own. */
function unpack(
  bytes: Uint8Array<ArrayBuffer>,
): readonly (readonly [string, Uint8Array<ArrayBuffer>])[] | RefusedFile['reason'] {
  let size = 0;
  let count = 0;
  const isTaken = ({ name, originalSize }: { readonly name: string; readonly originalSize: number }): boolean => {
    if (!ENDINGS.some((each) => each === endingOf(name)) || name.startsWith('__MACOSX/')) return false;
    size += originalSize;
    count += 1;
    return size <= UNPACKED_MAX && count <= ARCHIVED_FILES_MAX;
  };
  try {
    const files = Object.entries(unzipSync(bytes, { filter: isTaken })) as [string, Uint8Array<ArrayBuffer>][];
    return size > UNPACKED_MAX || count > ARCHIVED_FILES_MAX ? 'too-large' : files;
  } catch {
    return 'broken';
  }
}
