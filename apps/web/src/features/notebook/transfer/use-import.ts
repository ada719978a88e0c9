import { getLibrary, type Library } from '@cuentos/contract/library';
import { useCallback, useState } from 'react';
import { request } from '../../../lib/api/api-client.ts';
import { session } from '../../../lib/api/session.ts';
import { useTask } from '../../../ui/forms/use-task.ts';
import { showToastHere } from '../../../ui/overlays/toast-store.ts';
import { libraryCache } from '../../library/library-cache.ts';
import { readFiles, type ReadFiles, type RefusedFile } from '../../note-files/read-files.ts';
import { readNotes } from '../notebook-copies.ts';
import type { NotebookStore } from '../notebook-store.ts';
import type { PastImport } from './past-import.ts';
import { bring, takeBack } from './imports.ts';
import { type HeldPart, type NamedBook, namedBooks } from './match-books.ts';
import { knownNotes, type KnownNotes, type PartImport } from './plan-import.ts';
import { transferTexts as t } from './texts.ts';

/** Contents of the files, shown before they are stored. */
export interface Preview {
  readonly books: readonly NamedBook[];
  readonly unreadable: number;
  readonly held: readonly HeldPart[];
  readonly known: KnownNotes;
}

/** An import, from the files to its undoing. */
export function useImport(notebook: NotebookStore) {
  const uid = session.claims()?.uid ?? '';
  const [preview, setPreview] = useState<Preview | null>(null);
  const [refused, setRefused] = useState<readonly RefusedFile[]>([]);
  const [brought, setBrought] = useState<PastImport | null>(null);
  const { busy, run } = useTask();
  const read = useCallback(
    async (files: readonly File[]) =>
      run(async () => {
        const result = await readFiles(files);
        setRefused(result.refused);
        setPreview(result.notes.length === 0 ? null : await previewOf(result, notebook, uid));
        if (result.notes.length + result.refused.length === 0) showToastHere('error', t.nothing);
      }),
    [run, notebook, uid],
  );
  /** Shows when the device stores nothing: then nothing was imported. */
  const change = async (work: () => Promise<PastImport>) =>
    run(async () => {
      try {
        const { parts } = await work();
        for (const { partId } of parts) await notebook.reload(partId);
      } catch {
        showToastHere('error', t.notStored);
      }
    });
  const keep = async (parts: readonly PartImport[]) =>
    change(async () => {
      const past = await bring(uid, parts);
      setBrought(past);
      return past;
    });
  const undo = async (past: PastImport) =>
    change(async () => {
      await takeBack(uid, past);
      setBrought(null);
      setPreview(null);
      showToastHere('success', t.undone);
      return past;
    });
  const back = () => {
    setPreview(null);
    setRefused([]);
  };
  return { uid, busy, preview, refused, brought, read, keep, undo, back };
}

async function previewOf({ notes, unreadable }: ReadFiles, notebook: NotebookStore, uid: string): Promise<Preview> {
  const { entries, author } = notebook.snapshot();
  const library = await readLibrary();
  if (library) notebook.nameParts(library);
  const held = heldParts(library);
  const known = knownNotes(entries, await readNotes(uid));
  return { books: namedBooks(notes, held, author), unreadable, held, known };
}

/** The reader's library from the server, or from this device when the server does not answer. */
async function readLibrary(): Promise<Library | null> {
  return request(getLibrary, { handles: 'all', quiet: true }).catch(async () =>
    libraryCache.readLibrary().catch(() => null),
  );
}

function heldParts(library: Library | null): HeldPart[] {
  const rows = [...(library?.user_book_parts ?? []), ...(library?.early_access ?? [])];
  return rows.map(({ book_part_id: partId, book_part_name: partName, book_id: bookId, book_name: bookName }) => {
    return { partId, partName, bookId, bookName };
  });
}
