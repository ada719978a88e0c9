import { getLibrary } from '@cuentos/contract/library';
import { listOrders } from '@cuentos/contract/orders';
import { onChange } from '../device/changes.ts';
import { queryClient } from '../lib/api/query-client.ts';
import { keyOf } from '../lib/api/query-key.ts';

/** Shortest pause between two refreshes of lists with reading progress, ms: another device reports each page. */
const REST_MS = 3000;

let isFollowing = false;

/** Refetches the visible queries of a changed topic; others are refetched when they are shown. */
export function refreshQueriesOnChanges(): void {
  if (isFollowing) return;
  isFollowing = true;
  // The library's key is a prefix of the keys of each book's parts, too.
  const refreshLibrary = onceAt(0, () => void queryClient.invalidateQueries({ queryKey: keyOf(getLibrary) }));
  onChange(['library', 'finished', 'orders'], refreshLibrary);
  onChange(['position'], onceAt(REST_MS, refreshLibrary));
  onChange(
    ['orders'],
    onceAt(0, () => void queryClient.invalidateQueries({ queryKey: keyOf(listOrders) })),
  );
}

/** Runs work once for all simultaneous calls, and afterwards once for each pause with a call. @param pause ms */
function onceAt(pause: number, work: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isAsked = false;
  const run = (): void => {
    timer = undefined;
    if (!isAsked) return;
    isAsked = false;
    work();
    timer = setTimeout(run, pause);
  };
  return () => {
    isAsked = true;
    timer ??= setTimeout(run);
  };
}
