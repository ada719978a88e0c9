import type { ActiveSession } from '@cuentos/contract/admin/sessions';
import * as endpoints from '@cuentos/contract/endpoints';
import { adminCall } from '../../lib/admin-call.ts';
import type { PageRequest } from '../../lib/use-paged-list.ts';

/** Key of the paged list. */
export const SESSIONS_KEY = ['admin', 'sessions', 'list'] as const;

/** GET /api/admin/active_sessions/{offset}/{limit}, newest first. */
export function fetchSessions({ offset, limit, q, signal }: PageRequest): Promise<readonly ActiveSession[] | false> {
  return adminCall(endpoints.adminListSessions, {
    params: { offset, limit },
    query: { q },
    handles: 'all',
    signal,
    quiet: q !== null,
  });
}

/** DELETE /api/admin/sessions/{id}: the next call of that device is refused. */
export function closeSession(id: string): Promise<unknown> {
  return adminCall(endpoints.adminCloseSession, { params: { id }, handles: 'all' });
}
