import type { ExportedBook } from '@cuentos/domain/exports/exported-book';
import type { OwnFile } from './own-file.ts';

/** Part of the File System Access API that TypeScript's library does not describe yet. */
interface SavePicker {
  showSaveFilePicker?: (options: {
    suggestedName: string;
    types: readonly { description: string; accept: Readonly<Record<string, readonly string[]>> }[];
  }) => Promise<FileSystemFileHandle>;
}

export type SaveOutcome = 'written' | 'downloaded' | 'cancelled' | 'failed';

/** Whether the browser lets this page write into a file that the reader chooses. */
export function canWriteFiles(): boolean {
  return typeof (globalThis as SavePicker).showSaveFilePicker === 'function';
}

/** The chosen file, so that the next save does not ask for one. */
let chosenFile: FileSystemFileHandle | null = null;

/**
 * Writes the document with its notes: into a file chosen by the reader, where the browser allows that, else as a
 * download.
 */
export async function saveFile(file: OwnFile, state: ExportedBook): Promise<SaveOutcome> {
  try {
    if (!canWriteFiles()) return await download(file, state);
    chosenFile ??= await chooseFile(fileNameOf(state));
    if (!chosenFile) return 'cancelled';
    // The file changes only once all text is written: `createWritable` writes a copy first.
    const writable = await chosenFile.createWritable();
    try {
      for await (const text of file.written(state)) await writable.write(text);
    } catch (error) {
      await writable.abort();
      throw error;
    }
    await writable.close();
    return 'written';
  } catch {
    chosenFile = null;
    return 'failed';
  }
}

async function chooseFile(suggestedName: string): Promise<FileSystemFileHandle | null> {
  const types = [{ description: 'HTML', accept: { 'text/html': ['.html'] } }];
  try {
    return (await (globalThis as SavePicker).showSaveFilePicker?.({ suggestedName, types })) ?? null;
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return null;
    throw error;
  }
}

async function download(file: OwnFile, state: ExportedBook): Promise<SaveOutcome> {
  const parts: string[] = [];
  for await (const text of file.written(state)) parts.push(text);
  const address = URL.createObjectURL(new Blob(parts, { type: 'text/html' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = fileNameOf(state);
  document.body.append(link);
  link.click();
  link.remove();
  // The browser reads the blob after the click, and does not say for how long.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
  return 'downloaded';
}

/** The name of the opened file, or else one made of book and part. */
function fileNameOf({ book, part }: ExportedBook): string {
  const own = decodeURIComponent(location.pathname.split('/').at(-1) ?? '');
  if (/\.html?$/i.test(own)) return own;
  return `${book.name} - ${part.name}.html`.replaceAll(/[\\/:*?"<>|]/g, ' ');
}
