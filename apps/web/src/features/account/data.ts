import type { Profile } from '@cuentos/contract/auth';
import * as endpoints from '@cuentos/contract/endpoints';
import type { OwnSession } from '@cuentos/contract/auth';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api-client.ts';

/** GET /api/users/me. */
export const profileQuery = queryOptions({
  queryKey: ['me'],
  queryFn: (): Promise<Profile> => call(endpoints.profile, { handles: [404] }),
  staleTime: 300_000,
});

/** GET /api/users/me/sessions: the asking one first. The screen says itself when they cannot be had. */
export const sessionsQuery = queryOptions({
  queryKey: ['me', 'sessions'],
  queryFn: (): Promise<readonly OwnSession[]> => call(endpoints.ownSessions, { handles: 'all' }),
});

/** DELETE /api/users/me/sessions/{id}. */
export async function closeSession(id: string): Promise<void> {
  await call(endpoints.closeOwnSession, { params: { id } });
}

/** POST /api/users/me/sessions/close_others. */
export async function closeOtherSessions(): Promise<void> {
  await call(endpoints.closeOtherSessions);
}
