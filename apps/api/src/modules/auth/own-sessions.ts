import type { OwnSession } from '@cuentos/contract/sessions';
import type { Caller } from '../../platform/http/access.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { Db } from '../../platform/db/db.ts';
import type { SessionRow } from '../../platform/db/schema.ts';
import type { Clock } from '../../ports/clock.ts';
import * as repository from './repository.ts';

export interface OwnSessionService {
  /** The caller's live sessions: the asking one first, then the latest used. */
  list(caller: Caller): Promise<OwnSession[]>;
  /** Ends one of them; ending it twice is fine. @throws {AppError} not_found for whatever is not the caller's */
  close(caller: Caller, sessionId: string): Promise<void>;
  /** Ends all but the asking one ('Cerrar otras sesiones'). */
  closeOthers(caller: Caller): Promise<void>;
}

/** What readers see and end of their own sessions. */
export function createOwnSessionService({ db, clock }: { db: Db; clock: Clock }): OwnSessionService {
  return {
    async list({ userId, sessionId }) {
      const rows = await repository.listLiveSessions(db, userId, clock.now());
      const sessions = rows.map((row) => present(row, sessionId));
      return [...sessions.filter(({ current }) => current), ...sessions.filter(({ current }) => !current)];
    },
    async close({ userId }, sessionId) {
      const found = await repository.findSession(db.read, sessionId);
      if (found?.session.user_id !== userId) throw new AppError('not_found');
      await db.withTx(async (tx) => repository.revokeSession(tx, sessionId, clock.now(), userId));
    },
    async closeOthers({ userId, sessionId }) {
      await db.withTx(async (tx) => repository.revokeSessions(tx, userId, clock.now(), sessionId));
    },
  };
}

function present(row: SessionRow, current: string): OwnSession {
  const iso = (instant: number): string => new Date(instant).toISOString();
  return {
    id: row.id,
    user_agent: row.user_agent,
    created_at: iso(row.created_at),
    last_used_at: iso(row.last_used_at),
    expires_at: iso(row.expires_at),
    current: row.id === current,
  };
}
