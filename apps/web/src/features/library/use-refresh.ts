import { useState } from 'react';
import { isOnline } from '../../device/network-status.ts';
import { ApiError, statusText } from '../../lib/api/api-error.ts';
import { showToast } from '../../ui/overlays/toast-store.ts';
import { libraryTexts as t } from './texts.ts';

/** 4 refreshes per 60 s and list. */
const LIMIT = 4;
const WINDOW_MS = 60_000;

const refreshTimes = new Map<string, number[]>();

/** Counts a refresh of a list; false when its limit is reached. */
export function tryRefresh(list: string, now = Date.now()): boolean {
  const recent = (refreshTimes.get(list) ?? []).filter((instant) => now - instant < WINDOW_MS);
  const allowed = recent.length < LIMIT;
  refreshTimes.set(list, allowed ? [...recent, now] : recent);
  return allowed;
}

/** Longest time of the spinner, ms. */
const SPINNER_MAX_MS = 10_000;

interface Refresh {
  /** Name of the list that the limit counts. */
  readonly list: string;
  readonly reload: () => Promise<unknown>;
  /** Message after success. */
  readonly done: string;
}

/** A refresh by hand: needs a connection, is limited, and ends with a toast that says whether the server answered. */
export function useRefresh({ list, reload, done }: Refresh) {
  const [refreshing, setRefreshing] = useState(false);
  const refresh = async () => {
    if (refreshing) return;
    if (!isOnline()) return showToast('error', t.noConnection, { about: 'connection' });
    if (!tryRefresh(list)) return showToast('error', t.refreshLimit);
    setRefreshing(true);
    const timer = setTimeout(() => setRefreshing(false), SPINNER_MAX_MS);
    try {
      await reload();
      showToast('success', done);
    } catch (error) {
      const sentence = error instanceof ApiError ? statusText(error.status) : null;
      showToast('error', sentence ?? t.refreshFailed);
    } finally {
      clearTimeout(timer);
      setRefreshing(false);
    }
  };
  return { refreshing, refresh };
}
