import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { ApiError } from '../../lib/api-error.ts';
import { showToast } from '../../ui/toast-store.ts';
import { salesTexts as t } from './texts.ts';

/** The job that does it looks once in a while. */
const SETTLES_MS = 2500;

interface RetryOptions {
  readonly queryKey: readonly unknown[];
  readonly call: (id: string) => Promise<unknown>;
  /** Said when it is under way. */
  readonly done: string;
}

/** Does one row of a log again, says how that went, and shows the row's new state. */
export function useRetry({ queryKey, call, done }: RetryOptions): (id: string) => void {
  const client = useQueryClient();
  const running = useRef(new Set<string>());
  const reload = () => void client.invalidateQueries({ queryKey });
  const retry = async (id: string) => {
    try {
      if (await call(id)) showToast('success', done);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code === 'nothing_to_retry') showToast('info', t.nothingToRetry);
      else if (error.code !== 'forbidden') showToast('error', t.retryFailed);
    }
    reload();
    setTimeout(reload, SETTLES_MS);
  };
  return (id) => {
    // A second press while the first is under way.
    if (running.current.has(id)) return;
    running.current.add(id);
    void retry(id).finally(() => running.current.delete(id));
  };
}
