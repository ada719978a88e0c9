import { type ActiveSession, adminCloseSession, adminCloseSessionsOfUser } from '@cuentos/contract/sessions';
import type { AdminUserDetails } from '@cuentos/contract/users';
import { session as ownSession } from '../../../lib/api/session.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { RowAction } from '../../../ui/lists/data-table.tsx';
import { ask } from '../../../ui/overlays/confirm.ts';
import { showToast } from '../../../ui/overlays/toast-store.ts';
import { adminCall } from '../../admin/admin-call.ts';
import { useAdminMutation } from '../../admin/admin-mutation.ts';
import { formatMinute } from '../../admin/dates.ts';
import { deviceName } from '../device-name.ts';
import { userTexts as t } from './texts.ts';

const failures = { byCode: { session_not_found: t.sessionGone, user_not_found: t.gone }, failed: t.closingFailed };

interface UserSessionsProps {
  readonly person: AdminUserDetails;
  readonly onClosed: () => void;
}

/** The devices that are signed in to an account, each with its last use; all of them can be signed out at once. */
export function UserSessions({ person, onClosed }: UserSessionsProps) {
  const { id, name, sessions } = person;
  const own = ownSession.claims()?.sid;
  const closing = useAdminMutation({
    call: (session: ActiveSession) => adminCall(adminCloseSession, { params: { id: session.id }, handles: 'all' }),
    onDone: () => showToast('success', t.sessionClosed),
    texts: failures,
    onEnd: onClosed,
  });
  const closingAll = useAdminMutation({
    call: () => adminCall(adminCloseSessionsOfUser, { params: { id }, handles: 'all' }),
    onDone: () => showToast('success', t.allClosed),
    texts: failures,
    onEnd: onClosed,
  });
  const closeAll = async () => {
    const question = { title: t.closeAllAsk, message: t.closeAllText(name), confirm: t.closeAll, cancel: t.cancel };
    if (await ask(question)) closingAll.send();
  };
  return (
    <section className="grid justify-items-start">
      <h3 className="text-lg">{t.sessions}</h3>
      {sessions.length === 0 && <p className="mt-1 text-sm text-ink-2">{t.noSessions}</p>}
      {sessions.length > 0 && (
        <ul className="mt-2 w-full border-t border-line">
          {sessions.map((session) => (
            <SessionRow
              key={session.id}
              session={session}
              isOwn={session.id === own}
              isClosing={closing.sending?.id === session.id}
              onClose={() => closing.send(session)}
            />
          ))}
        </ul>
      )}
      {sessions.filter((session) => session.id !== own).length > 1 && (
        <Button className="mt-4" busy={closingAll.busy} onClick={() => void closeAll()}>
          {t.closeAll}
        </Button>
      )}
    </section>
  );
}

interface SessionRowProps {
  readonly session: ActiveSession;
  /** The session of this admin. */
  readonly isOwn: boolean;
  readonly isClosing: boolean;
  readonly onClose: () => void;
}

function SessionRow({ session, isOwn, isClosing, onClose }: SessionRowProps) {
  const { user_agent: userAgent, last_used_at: used, created_at: created, expired_at: expired } = session;
  const device = deviceName(userAgent);
  return (
    <li className="flex items-center justify-between gap-3 border-b border-line py-2.5">
      <div className="min-w-0">
        <p className="font-medium">{device}</p>
        <p className="figures text-xs text-ink-3">
          {t.sessionLine(formatMinute(used), formatMinute(created), formatMinute(expired))}
        </p>
      </div>
      {isOwn ? (
        <Badge tone="info">{t.thisSession}</Badge>
      ) : (
        <RowAction busy={isClosing} aria-label={t.closeSessionOf(device)} onClick={onClose}>
          {t.closeSession}
        </RowAction>
      )}
    </li>
  );
}
