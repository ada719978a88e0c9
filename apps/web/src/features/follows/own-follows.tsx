import { getProfile } from '@cuentos/contract/users';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDate } from '../../lib/formats.ts';
import { Button } from '../../ui/button.tsx';
import { restoreFocus } from '../../ui/focus-fallback.ts';
import { showToastHere } from '../../ui/overlays/toast-store.ts';
import { Cover } from '../../ui/pictures/cover.tsx';
import { fetchFollows, unfollow } from './api.ts';
import { followTexts as t } from './texts.ts';
import { keyOf } from '../../lib/api/query-key.ts';
import { Waiting } from '../../ui/waiting.tsx';

// The key lies below the profile's, so that invalidating the profile refreshes the follows too.
const followsQuery = queryOptions({ queryKey: [...keyOf(getProfile), 'follows'], queryFn: fetchFollows });

/** 'Lo que sigo': the followed books, with buttons to unfollow. */
export function OwnFollows() {
  const client = useQueryClient();
  const follows = useQuery(followsQuery);
  const [stopping, setStopping] = useState<string | null>(null);
  const stop = async (bookId: string, name: string) => {
    setStopping(bookId);
    try {
      await unfollow(bookId);
      showToastHere('success', t.stopped(name));
    } catch {
      showToastHere('error', t.failed);
    }
    // Also after a failure: the book may already be unfollowed.
    await client.invalidateQueries(followsQuery);
    setStopping(null);
    restoreFocus('#follows-title');
  };
  return (
    <section aria-labelledby="follows-title" className="mt-12">
      <h2 id="follows-title" className="type-1">
        {t.ownTitle}
      </h2>
      {follows.isPending && <Waiting className="skeleton mt-2 h-24" />}
      <p className="mt-1 text-sm text-ink-2">{follows.data?.length === 0 ? t.ownEmpty : t.ownText}</p>
      {follows.isError && !follows.data && (
        <div className="mt-4 flex flex-wrap items-center gap-3 text-sm text-ink-2">
          {t.ownFailed}
          <Button onClick={() => void follows.refetch()}>{t.retry}</Button>
        </div>
      )}
      {follows.data && follows.data.length > 0 && (
        <ul className="mt-4 border-t border-line">
          {follows.data.map(({ book_id: id, book_name: name, image, next_release: next }) => (
            <li key={id} className="flex min-h-20 items-center gap-4 border-b border-line py-3">
              <div className="w-11 shrink-0">
                <Cover picture={image} alt="" sizes="44px" seed={id} />
              </div>
              <div className="min-w-0 flex-1">
                <p className="font-medium [overflow-wrap:anywhere]">{name}</p>
                <p className="figures text-xs text-ink-3">{next === null ? t.noDate : t.next(formatDate(next))}</p>
              </div>
              <Button
                variant="quiet"
                busy={stopping === id}
                aria-label={t.stopOf(name)}
                onClick={() => void stop(id, name)}
              >
                {t.stop}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
