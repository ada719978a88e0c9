import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../../lib/api-error.ts';
import { NO_ANSWER_TEXT } from '../../lib/error-texts.ts';
import { ebookTexts as t } from './ebook-texts.ts';

/** Where a file is on its way. */
export type UploadState =
  | { readonly step: 'idle' }
  | { readonly step: 'sending'; readonly file: File; readonly sent: number; readonly total: number }
  /** All of it is there; the gate is looking. */
  | { readonly step: 'checking'; readonly file: File }
  | { readonly step: 'refused'; readonly file: File; readonly reason: string };

type Send<Result> = (upload: {
  readonly file: File;
  readonly onProgress: (sent: number, total: number) => void;
  readonly signal: AbortSignal;
}) => Promise<Result | false>;

/** One upload at a time, with its progress, its end and its cancel; leaving the screen cancels it. */
export function useUpload() {
  const [state, setState] = useState<UploadState>({ step: 'idle' });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  /** @returns null when it was refused, cancelled or failed; the state says why. */
  const start = async <Result>(file: File, send: Send<Result>): Promise<Result | null> => {
    const aborter = new AbortController();
    running.current = aborter;
    setState({ step: 'sending', file, sent: 0, total: file.size });
    const onProgress = (sent: number, total: number) => {
      // The form's own frame is sent too; the reader of the figure knows the file.
      const done = total > 0 ? Math.min(1, sent / total) : 0;
      if (done === 1) setState({ step: 'checking', file });
      else setState({ step: 'sending', file, sent: done * file.size, total: file.size });
    };
    try {
      const result = await send({ file, onProgress, signal: aborter.signal });
      setState({ step: 'idle' });
      return result || null;
    } catch (error) {
      if (aborter.signal.aborted) setState({ step: 'idle' });
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

/** The server's sentence for the author; without one the general one. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof ApiError)) return t.failed;
  if (error.status === 0) return NO_ANSWER_TEXT;
  const told = error.code === 'book_refused' || error.code === 'payload_too_large' || error.code === 'invalid_request';
  return told ? (error.fields['ebook_file'] ?? error.detail) || t.failed : t.failed;
}
