import type { AdminPart } from '@cuentos/contract/admin/books';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { epubFault } from './check-file.ts';
import { createPartOfEpub, keepPart } from './data.ts';
import { ebookTexts as t } from './ebook-texts.ts';
import { reasonOf } from './use-upload.ts';

/** Where one of several files is. */
export type Progress =
  | { readonly step: 'waiting' | 'checking' | 'stopped' }
  | { readonly step: 'sending'; readonly percent: number }
  | { readonly step: 'made'; readonly part: AdminPart }
  | { readonly step: 'refused'; readonly reason: string };

export interface Entry {
  readonly id: number;
  readonly file: File;
  readonly progress: Progress;
}

type InLine = Omit<Entry, 'progress'>;

/** The files in line, of which one is sent at a time; leaving cancels what is left. */
export function useUploadQueue(bookId: string) {
  const client = useQueryClient();
  const [entries, setEntries] = useState<readonly Entry[]>([]);
  const line = useRef<InLine[]>([]);
  const current = useRef<{ readonly id: number; readonly aborter: AbortController } | null>(null);
  const nextId = useRef(0);
  useEffect(
    () => () => {
      line.current = [];
      current.current?.aborter.abort();
    },
    [],
  );
  const tell = (id: number, progress: Progress) =>
    setEntries((all) => all.map((each) => (each.id === id ? { ...each, progress } : each)));
  const work = async () => {
    if (current.current) return;
    for (let next = line.current.shift(); next; next = line.current.shift()) {
      const { id, file } = next;
      const aborter = new AbortController();
      current.current = { id, aborter };
      const send = { client, bookId, file, signal: aborter.signal, onStep: (step: Progress) => tell(id, step) };
      tell(id, await sendOne(send));
    }
    current.current = null;
  };
  const enqueue = (entry: InLine) => {
    line.current.push(entry);
    void work();
  };
  const add = (files: readonly File[]) => {
    const added = files.map((file): Entry => {
      const fault = epubFault(file);
      const progress: Progress = fault === null ? { step: 'waiting' } : { step: 'refused', reason: fault };
      return { id: (nextId.current += 1), file, progress };
    });
    setEntries((all) => [...all, ...added]);
    for (const { id, file, progress } of added) if (progress.step === 'waiting') enqueue({ id, file });
  };
  const stop = (id: number) => {
    if (current.current?.id === id) current.current.aborter.abort();
    else {
      line.current = line.current.filter((each) => each.id !== id);
      tell(id, { step: 'stopped' });
    }
  };
  const again = (id: number) => {
    const entry = entries.find((each) => each.id === id);
    if (!entry) return;
    tell(id, { step: 'waiting' });
    enqueue(entry);
  };
  return { entries, add, stop, again };
}

interface Sending {
  readonly client: QueryClient;
  readonly bookId: string;
  readonly file: File;
  readonly signal: AbortSignal;
  readonly onStep: (progress: Progress) => void;
}

/** Makes a draft part of one file. @returns how it ended */
async function sendOne({ client, bookId, file, signal, onStep }: Sending): Promise<Progress> {
  const onProgress = (sent: number, total: number) =>
    onStep(sent < total ? { step: 'sending', percent: (sent / total) * 100 } : { step: 'checking' });
  try {
    const saved = await createPartOfEpub(bookId, { file, onProgress, signal });
    if (!saved) return { step: 'refused', reason: t.failed };
    const { edition: _, ...part } = saved;
    keepPart(client, part);
    return { step: 'made', part };
  } catch (error) {
    return signal.aborted ? { step: 'stopped' } : { step: 'refused', reason: reasonOf(error) };
  }
}
