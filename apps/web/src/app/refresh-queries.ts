import { listOrders } from '@cuentos/contract/orders';
import { getLibrary } from '@cuentos/contract/library';
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
  // What is held of each book stands under the key of the library, too.
  const refreshLibrary = () => void queryClient.invalidateQueries({ queryKey: keyOf(getLibrary) });
  onChange(['library', 'finished', 'orders'], refreshLibrary);
  onChange(['orders'], () => void queryClient.invalidateQueries({ queryKey: keyOf(listOrders) }));
  onChange(['position'], resting(refreshLibrary));
}

/** Does the work at once, and what is asked for within the rest after it, at its end. */
function resting(work: () => void): () => void {
  let rest: ReturnType<typeof setTimeout> | undefined;
  let isAsked = false;
  const run = (): void => {
    isAsked = false;
    work();
    rest = setTimeout(() => {
      rest = undefined;
      if (isAsked) run();
    }, REST_MS);
  };
  return () => {
    if (rest === undefined) run();
    else isAsked = true;
  };
}
