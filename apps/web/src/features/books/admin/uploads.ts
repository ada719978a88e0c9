import { limits } from '@cuentos/contract/limits';
import type { AdminPart } from '@cuentos/contract/parts';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../../../lib/api/api-error.ts';
import { NO_ANSWER_TEXT } from '../../../lib/api/texts.ts';
import { formatBytes } from '../../../lib/formats.ts';
import { isTold } from '../../admin/admin-mutation.ts';
import { createPartOfEpub, cachePart } from './api.ts';
import { bookTexts, ebookTexts as t } from './texts.ts';

const IMAGES: ReadonlySet<string> = new Set(['image/jpeg', 'image/png', 'image/webp']);

/** Types that a file picker offers for pictures. */
export const IMAGE_TYPES = [...IMAGES].join(',');
/** Types and endings that a file picker offers for books: some systems know no type for them. */
export const EPUB_TYPES = 'application/epub+zip,.epub';

/** Returns the fault of a picture before it is sent; null when there is none. */
export function imageFault({ type, size }: File): string | null {
  if (!IMAGES.has(type)) return bookTexts.notImage;
  return size > limits.imageBytesChosen ? bookTexts.imageTooLarge : null;
}

/** Width below which most screens enlarge a cover, px. */
const NARROWEST_COVER = 640;
/** Width divided by height; book covers have two to three. */
const COVER_SHAPES = { tallest: 0.55, widest: 0.8 } as const;

/** Returns a doubt about a cover to ask about; null when there is none. */
export function coverDoubt(width: number, height: number): 'shape' | 'small' | null {
  const shape = width / height;
  if (shape < COVER_SHAPES.tallest || shape > COVER_SHAPES.widest) return 'shape';
  return width < NARROWEST_COVER ? 'small' : null;
}

/** Returns the fault of an EPUB before it is sent; null when there is none. */
export function epubFault({ name, type, size }: File): string | null {
  // Systems that do not know the type send none, or that of a ZIP; then the name decides.
  const isUnnamed = type === '' || type === 'application/octet-stream' || type === 'application/zip';
  if (type !== 'application/epub+zip' && !(isUnnamed && /\.epub$/i.test(name))) return t.notEpub;
  return size > limits.epubBytes ? t.tooLarge(formatBytes(size)) : null;
}

/** State of an upload. */
export type UploadState =
  | { readonly step: 'idle' }
  | { readonly step: 'sending'; readonly file: File; readonly sent: number; readonly total: number }
  /** All bytes are sent, and the server checks the file. */
  | { readonly step: 'checking'; readonly file: File }
  | { readonly step: 'refused'; readonly file: File; readonly reason: string };

type UploadSender<Result> = (upload: {
  readonly file: File;
  readonly onProgress: (sentBytes: number, total: number) => void;
  readonly signal: AbortSignal;
}) => Promise<Result>;

/** One upload, with progress, result and cancellation; another upload, or leaving the screen, cancels it. */
export function useUpload() {
  const [state, setState] = useState<UploadState>({ step: 'idle' });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  /** @returns null when it was refused, cancelled or failed; the state has the reason */
  const start = async <Result>(file: File, send: UploadSender<Result>): Promise<Result | null> => {
    running.current?.abort();
    const aborter = new AbortController();
    running.current = aborter;
    setState({ step: 'sending', file, sent: 0, total: file.size });
    const onProgress = (sentBytes: number, total: number) => {
      // The request contains the form's own bytes too, so its share is applied to the file's size.
      const sentShare = total > 0 ? Math.min(1, sentBytes / total) : 0;
      if (sentShare === 1) setState({ step: 'checking', file });
      else setState({ step: 'sending', file, sent: sentShare * file.size, total: file.size });
    };
    try {
      const result = await send({ file, onProgress, signal: aborter.signal });
      setState({ step: 'idle' });
      return result;
    } catch (error) {
      // A newer upload has replaced this one and shows its own state.
      if (running.current !== aborter) return null;
      if (aborter.signal.aborted || isTold(error)) setState({ step: 'idle' });
      else setState({ step: 'refused', file, reason: reasonOf(error) });
      return null;
    } finally {
      if (running.current === aborter) running.current = null;
    }
  };
  const refuse = (file: File, reason: string) => setState({ step: 'refused', file, reason });
  const stop = () => running.current?.abort();
  return { state, start, refuse, stop };
}

/** The server's sentence for the author, or else the general one. */
function reasonOf(error: unknown): string {
  if (!(error instanceof ApiError)) return t.failed;
  if (error.status === 0) return NO_ANSWER_TEXT;
  const isExplained =
    error.code === 'book_refused' || error.code === 'payload_too_large' || error.code === 'invalid_request';
  return isExplained ? (error.fields['ebook_file'] ?? error.detail) || t.failed : t.failed;
}

/** State of one of several files. */
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

type QueuedUpload = Omit<Entry, 'progress'>;

/** The files in the queue, of which one is sent at a time; leaving cancels the rest. */
export function useUploadQueue(bookId: string) {
  const client = useQueryClient();
  const [entries, setEntries] = useState<readonly Entry[]>([]);
  const queue = useRef<QueuedUpload[]>([]);
  const current = useRef<{ readonly id: number; readonly aborter: AbortController } | null>(null);
  const nextId = useRef(0);
  useEffect(
    () => () => {
      queue.current = [];
      current.current?.aborter.abort();
    },
    [],
  );
  const setProgress = (id: number, progress: Progress) =>
    setEntries((all) => all.map((each) => (each.id === id ? { ...each, progress } : each)));
  const sendQueued = async () => {
    if (current.current) return;
    for (let next = queue.current.shift(); next; next = queue.current.shift()) {
      const { id, file } = next;
      const aborter = new AbortController();
      current.current = { id, aborter };
      const send = { client, bookId, file, signal: aborter.signal, onStep: (step: Progress) => setProgress(id, step) };
      setProgress(id, await sendOne(send));
    }
    current.current = null;
  };
  const enqueue = (entry: QueuedUpload) => {
    queue.current.push(entry);
    void sendQueued();
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
      queue.current = queue.current.filter((each) => each.id !== id);
      setProgress(id, { step: 'stopped' });
    }
  };
  const retry = (id: number) => {
    const entry = entries.find((each) => each.id === id);
    if (!entry) return;
    setProgress(id, { step: 'waiting' });
    enqueue(entry);
  };
  return { entries, add, stop, retry };
}

interface UploadTask {
  readonly client: QueryClient;
  readonly bookId: string;
  readonly file: File;
  readonly signal: AbortSignal;
  readonly onStep: (progress: Progress) => void;
}

/** Makes a draft part of one file. @returns how it ended */
async function sendOne({ client, bookId, file, signal, onStep }: UploadTask): Promise<Progress> {
  const onProgress = (sentBytes: number, total: number) =>
    onStep(sentBytes < total ? { step: 'sending', percent: (sentBytes / total) * 100 } : { step: 'checking' });
  try {
    const saved = await createPartOfEpub(bookId, { file, onProgress, signal });
    const { edition: _, ...part } = saved;
    cachePart(client, part);
    return { step: 'made', part };
  } catch (error) {
    return signal.aborted ? { step: 'stopped' } : { step: 'refused', reason: reasonOf(error) };
  }
}
