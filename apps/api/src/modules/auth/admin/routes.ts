import { adminCloseSession, adminCloseSessionsOfUser, adminListSessions } from '@cuentos/contract/sessions';
import { callerOf } from '../../../platform/http/access.ts';
import { sendPage } from '../../../platform/http/paging.ts';
import { serve, type TypedApp } from '../../../platform/http/serve.ts';
import type { AdminSessionService } from './service.ts';

/** 'Admin': active sessions. */
export function registerAdminSessionRoutes(app: TypedApp, sessions: AdminSessionService): void {
  serve(app, adminListSessions, async (request, reply) =>
    sendPage(reply, await sessions.list({ ...request.params, ...request.query })),
  );
  serve(app, adminCloseSession, async (request) => {
    await sessions.revoke(callerOf(request), request.params.id);
    return { deleted: true as const };
  });
  serve(app, adminCloseSessionsOfUser, async (request) => {
    await sessions.revokeAll(callerOf(request), request.params.id);
    return { deleted: true as const };
  });
}
