import { toIso } from '../../../platform/to-iso.ts';
import type { ActiveSession } from '@cuentos/contract/sessions';
import type { Db } from '../../../platform/db/db.ts';
import type { Caller } from '../../../platform/http/access.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import type { Page, PageRequest } from '../../../platform/http/paging.ts';
import type { Clock } from '../../../ports/clock.ts';
import { recordAudit } from '../../audit/service.ts';
import { dropAppPasswords, findLiveUser, presentSession, revokeSessions } from '../service.ts';
import { revokeSession } from '../repository.ts';
import * as repository from './repository.ts';

export type AdminSessionService = ReturnType<typeof createAdminSessionService>;

/** The panel 'Sesiones Activas'. */
export function createAdminSessionService({ db, clock }: { db: Db; clock: Clock }) {
  return {
    /** Sessions that can still be used, newest first. */
    async list(page: PageRequest): Promise<Page<ActiveSession>> {
      const { rows, total } = await repository.listSessions(db, page, clock.now());
      return { rows: rows.map(present), total };
    },
    ofUser: async (userId: string) => (await repository.sessionsOf(db.read, userId, clock.now())).map(present),
    /** Ends a user's session: the next call of that device is refused. @throws {AppError} session_not_found */
    async revoke(actor: Caller, sessionId: string): Promise<void> {
      const now = clock.now();
      await db.withTx(async (tx) => {
        const userId = await revokeSession(tx, sessionId, now);
        if (userId === undefined) throw new AppError('session_not_found');
        const { userId: actorId } = actor;
        await recordAudit(
          tx,
          { actorId, action: 'session.revoked', subject: sessionId, detail: { user: userId } },
          now,
        );
      });
    },
    /**
     * Ends all sessions of a user and the passwords of their reading apps, as for a lost telephone; the session that asks
     * goes on.
     * @throws {AppError} user_not_found
     */
    async revokeAll({ userId: actorId, sessionId }: Caller, userId: string): Promise<void> {
      const now = clock.now();
      await db.withTx(async (tx) => {
        if (!(await findLiveUser(tx, userId))) throw new AppError('user_not_found');
        await revokeSessions(tx, userId, now, sessionId);
        await dropAppPasswords(tx, userId);
        await recordAudit(tx, { actorId, action: 'user.sessions_closed', subject: userId }, now);
      });
    },
  };
}

function present(session: repository.LiveSession): ActiveSession {
  const { user_id, name, email, role: role_name, expires_at } = session;
  return { ...presentSession(session), user_id, name, email, role_name, expired_at: toIso(expires_at) };
}
