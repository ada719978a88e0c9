import * as endpoints from '@cuentos/contract/admin/endpoints';
import { deleted, pageParams, searchQuery } from '@cuentos/contract/paging';
import { activeSessions } from '@cuentos/contract/admin/sessions';
import { id } from '@cuentos/contract/primitives';
import { z } from 'zod';
import { callerOf } from '../../../platform/http/access.ts';
import { sendPage } from '../../../platform/http/paging.ts';
import { routeOf, type TypedApp } from '../../../platform/http/typed-app.ts';
import type { AdminSessionService } from './service.ts';

/** 'Admin': active sessions. */
export function registerAdminSessionRoutes(app: TypedApp, sessions: AdminSessionService): void {
  app.route({
    ...routeOf(endpoints.adminListSessions, {
      tags: ['Admin'],
      summary: 'Live sessions, newest first',
      params: pageParams,
      querystring: searchQuery,
      response: { 200: activeSessions },
    }),
    config: { access: 'admin' },
    handler: async (request, reply) => sendPage(reply, await sessions.list({ ...request.params, ...request.query })),
  });
  app.route({
    ...routeOf(endpoints.adminCloseSession, {
      tags: ['Admin'],
      summary: 'End a session',
      params: z.object({ id }),
      response: { 200: deleted },
    }),
    config: { access: 'admin' },
    handler: async (request) => {
      await sessions.revoke(callerOf(request), request.params.id);
      return { deleted: true as const };
    },
  });
}
