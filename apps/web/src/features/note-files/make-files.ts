import { ANNOTATIONS_FILE, ANNOTATIONS_TYPE, writeAnnotationSet } from './formats/epub-annotations.ts';
import { writeMarkdown } from './formats/markdown.ts';
import { writeNotebookJson } from './formats/notebook-json.ts';
import { fullTitle, type PortableNote } from './formats/portable-note.ts';
import { writeReadwiseCsv } from './formats/readwise-csv.ts';
import { foldText } from '@cuentos/domain/text/fold';
import { strToU8, type Zippable, zipSync } from 'fflate';
import { newId } from '../../lib/new-id.ts';
import { noteFileTexts as t } from './texts.ts';

/** Formats in which notes are exported. */
export type ExportFormat = 'annotations' | 'markdown' | 'csv' | 'json';

/** Makes the file of a format. Annotations of several parts are an archive of archives: a set is about one book. */
export function makeFile(format: ExportFormat, notes: readonly PortableNote[], now: string): File {
  const name = fileName(notes);
  if (format === 'markdown') return textFile(writeMarkdown(notes), `${name}.md`, 'text/markdown');
  if (format === 'csv') return textFile(writeReadwiseCsv(notes), `${name}.csv`, 'text/csv');
  if (format === 'json') return textFile(writeNotebookJson(notes, now), `${name}.json`, 'application/json');
  const archives = annotationArchives(notes, now);
  const [only, ...others] = Object.entries(archives);
  if (only && others.length === 0) return new File([only[1]], only[0], { type: ANNOTATIONS_TYPE });
  return new File([zipped(archives)], `${name}.zip`, { type: 'application/zip' });
}

/** Makes an archive with the notes in each format. */
export function makeArchive(notes: readonly PortableNote[], now: string): File {
  const files: Zippable = {
    [`${t.fileName}.md`]: strToU8(writeMarkdown(notes)),
    [`${t.fileName}.csv`]: strToU8(writeReadwiseCsv(notes)),
    [`${t.fileName}.json`]: strToU8(writeNotebookJson(notes, now)),
  };
  for (const [name, bytes] of Object.entries(annotationArchives(notes, now)))
    files[`epub/${name}`] = [bytes, { level: 0 }];
  return new File([zipped(files)], `${t.fileName}.zip`, { type: 'application/zip' });
}

function annotationArchives(notes: readonly PortableNote[], now: string): Record<string, Uint8Array<ArrayBuffer>> {
  const archives: Record<string, Uint8Array<ArrayBuffer>> = {};
  for (const ofBook of Map.groupBy(notes, ({ book }) => book.ids[0] ?? fullTitle(book)).values()) {
    const set = writeAnnotationSet(ofBook, { id: newId(), generator: location.origin, now });
    const name = fileName(ofBook);
    let free = `${name}.annotations`;
    for (let count = 2; free in archives; count += 1) free = `${name}-${count}.annotations`;
    archives[free] = zipped({ [ANNOTATIONS_FILE]: strToU8(set) });
  }
  return archives;
}

const zipped = (files: Zippable): Uint8Array<ArrayBuffer> => zipSync(files) as Uint8Array<ArrayBuffer>;

const textFile = (text: string, name: string, type: string): File =>
  new File([text], name, { type: `${type};charset=utf-8` });

/** Longest file name, letters. */
const NAME_MAX = 60;

/** File name: the book's title when all notes are about one. */
function fileName(notes: readonly PortableNote[]): string {
  const titles = new Set(notes.map(({ book }) => fullTitle(book)));
  const [title = ''] = titles.size === 1 ? titles : [];
  const words = foldText(title)
    .replaceAll('ñ', 'n')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, NAME_MAX)
    .replaceAll(/^-+|-+$/g, '');
  return words === '' ? t.fileName : `${t.fileName}-${words}`;
}
