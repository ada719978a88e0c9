import type { OwnSession } from '@cuentos/contract/auth';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { formatLongDate } from '../../../lib/formats.ts';
import { Button } from '../../../ui/button.tsx';
import { rescueFocus } from '../../../ui/rescue-focus.ts';
import { showToastHere } from '../../../ui/toast-store.ts';
import { closeOtherSessions, closeSession, sessionsQuery } from '../data.ts';
import { deviceName } from '../device-name.ts';
import { profileTexts as t } from '../profile-texts.ts';

const OTHERS = 'others';

/** Where the account is open, and how to close it there. */
export function OwnSessions() {
  const queryClient = useQueryClient();
  const sessions = useQuery(sessionsQuery);
  const [closing, setClosing] = useState<string | null>(null);

  const close = async (what: string, call: () => Promise<void>, done: string) => {
    setClosing(what);
    try {
      await call();
      showToastHere('success', done);
    } catch {
      // The failed call has already said so.
    }
    // Also after a failure: it may have ended by itself.
    await queryClient.invalidateQueries(sessionsQuery);
    setClosing(null);
    rescueFocus('#sessions-title');
  };
  return (
    <section aria-labelledby="sessions-title">
      <h2 id="sessions-title" className="type-1">
        {t.sessionsTitle}
      </h2>
      <p className="mt-1 text-sm text-ink-2">{t.sessionsText}</p>
      {sessions.isPending && <div aria-hidden="true" className="skeleton mt-5 h-30" />}
      {sessions.isError && !sessions.data && (
        <div className="mt-4 flex flex-wrap items-center gap-3 text-sm text-ink-2">
          {t.sessionsFailed}
          <Button onClick={() => void sessions.refetch()}>{t.retry}</Button>
        </div>
      )}
      {sessions.data && (
        <ul className="mt-4 border-t border-line">
          {sessions.data.map((session) => (
            <SessionRow
              key={session.id}
              session={session}
              busy={closing === session.id}
              onClose={() => void close(session.id, () => closeSession(session.id), t.closedOne)}
            />
          ))}
        </ul>
      )}
      {sessions.data && sessions.data.length > 1 && (
        <Button
          className="mt-5"
          busy={closing === OTHERS}
          onClick={() => void close(OTHERS, closeOtherSessions, t.closedOthers)}
        >
          {t.closeOthers}
        </Button>
      )}
    </section>
  );
}

interface SessionRowProps {
  readonly session: OwnSession;
  readonly busy: boolean;
  readonly onClose: () => void;
}

function SessionRow({ session, busy, onClose }: SessionRowProps) {
  const device = deviceName(session.user_agent);
  return (
    <li className="flex min-h-16 items-center justify-between gap-4 border-b border-line py-2">
      <div className="min-w-0">
        <p className="font-medium">{device}</p>
        <p className="figures text-xs text-ink-3">
          {session.current ? (
            <span className="font-semibold text-ok">{t.thisSession}</span>
          ) : (
            t.sessionLastSeen(formatLongDate(session.last_used_at))
          )}
        </p>
      </div>
      {!session.current && (
        <Button variant="quiet" busy={busy} aria-label={t.closeSessionOf(device)} onClick={onClose}>
          {t.closeSession}
        </Button>
      )}
    </li>
  );
}
