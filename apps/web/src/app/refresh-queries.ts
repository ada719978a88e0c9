import { getLibrary } from '@cuentos/contract/library';
import { listOrders } from '@cuentos/contract/orders';
import { onChange } from '../device/changes.ts';
import { queryClient } from '../lib/api/query-client.ts';
import { keyOf } from '../lib/api/query-key.ts';

/** A device that is read on tells of each page: lists that show how far it came are fetched again this often at most, ms. */
const REST_MS = 3000;

let isFollowing = false;

/** Fetches lists that are shown again when something of theirs changed elsewhere; others when they are shown next. */
export function refreshQueriesOnChanges(): void {
  if (isFollowing) return;
  isFollowing = true;
  // The copies held of each book stand under the key of the library, too.
  const refreshLibrary = onceAt(0, () => void queryClient.invalidateQueries({ queryKey: keyOf(getLibrary) }));
  onChange(['library', 'finished', 'orders'], refreshLibrary);
  onChange(['position'], onceAt(REST_MS, refreshLibrary));
  onChange(
    ['orders'],
    onceAt(0, () => void queryClient.invalidateQueries({ queryKey: keyOf(listOrders) })),
  );
}

/**
 * Does work once for all that ask for it at the same time, and after that once in each pause in which somebody asks.
 * @param pause ms
 */
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
