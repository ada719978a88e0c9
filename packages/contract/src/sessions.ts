import { z } from 'zod';
import { callsOf } from './call.ts';
import { deleted, pageParams, searchQuery } from './paging.ts';
import { instant } from './primitives.ts';

const { admin, user } = callsOf('sessions');

/** A live session of the caller. */
export const ownSession = z.object({
  id: z.string(),
  /** The browser's own name, as it told it at the sign-in; may be empty. */
  user_agent: z.string(),
  created_at: instant,
  last_used_at: instant,
  expires_at: instant,
  /** Whether this is the session of the request. */
  current: z.boolean(),
});
export type OwnSession = z.infer<typeof ownSession>;

/** GET /api/users/me/sessions: the asking one first, then the latest used. */
export const ownSessions = z.array(ownSession);

/** GET /api/admin/active_sessions/{offset}/{limit}; `id` is the session's. */
export const activeSession = z.object({
  id: z.string(),
  user_id: z.string(),
  name: z.string(),
  email: z.string(),
  role_name: z.string(),
  created_at: instant,
  expired_at: instant,
  last_used_at: instant,
  user_agent: z.string(),
});
export type ActiveSession = z.infer<typeof activeSession>;
export const activeSessions = z.array(activeSession);

export const listOwnSessions = user('GET', '/api/users/me/sessions', 'Own sessions', { answer: ownSessions });

export const closeOwnSession = user('DELETE', '/api/users/me/sessions/:id', 'End an own session');

export const closeOtherSessions = user('POST', '/api/users/me/sessions/close_others', 'End all other own sessions');

export const adminListSessions = admin(
  'GET',
  '/api/admin/active_sessions/:offset/:limit',
  'Live sessions, newest first',
  { params: pageParams.shape, query: searchQuery, answer: activeSessions },
);

export const adminCloseSession = admin('DELETE', '/api/admin/sessions/:id', 'End a session', { answer: deleted });

export const adminCloseSessionsOfUser = admin(
  'DELETE',
  '/api/admin/users/:id/sessions',
  'End all sessions of a user, but the one that asks',
  { answer: deleted },
);
