import { useState } from 'react';
import { isOnline } from '../../offline/network-status.ts';
import { showToast } from '../../ui/toast-store.ts';
import { takeRefresh } from './refresh-limit.ts';
import { libraryTexts as t } from './texts.ts';

/** The spinner stops by itself. */
const SPINNER_MAX_MS = 10_000;

interface Refresh {
  /** Name of the list that the limit counts. */
  readonly list: string;
  readonly reload: () => Promise<unknown>;
  /** Said when it is done. */
  readonly done: string;
}

/** A reload by hand: needs a connection, is limited, ends with a toast. */
export function useRefresh({ list, reload, done }: Refresh) {
  const [refreshing, setRefreshing] = useState(false);
  const refresh = async () => {
    if (refreshing) return;
    if (!isOnline()) return showToast('error', t.noConnection);
    if (!takeRefresh(list)) return showToast('error', t.refreshLimit);
    setRefreshing(true);
    const timer = setTimeout(() => setRefreshing(false), SPINNER_MAX_MS);
    try {
      await reload();
      showToast('success', done);
    } catch {
      // The failed call has already said so.
    } finally {
      clearTimeout(timer);
      setRefreshing(false);
    }
  };
  return { refreshing, refresh };
}
