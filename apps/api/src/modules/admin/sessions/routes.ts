import { deleted, pageParams, searchQuery } from '@cuentos/contract/paging';
import { activeSessions } from '@cuentos/contract/admin/sessions';
import { id } from '@cuentos/contract/primitives';
import { z } from 'zod';
import { callerOf } from '../../../platform/http/access.ts';
import { sendPage } from '../../../platform/http/paging.ts';
import type { TypedApp } from '../../../platform/http/typed-app.ts';
import type { AdminSessionService } from './service.ts';

/** 'Admin': active sessions. */
export function registerAdminSessionRoutes(app: TypedApp, sessions: AdminSessionService): void {
  app.route({
    method: 'GET',
    url: '/api/admin/active_sessions/:offset/:limit',
    config: { access: 'admin' },
    schema: {
      tags: ['Admin'],
      summary: 'Live sessions, newest first',
      params: pageParams,
      querystring: searchQuery,
      response: { 200: activeSessions },
    },
    handler: async (request, reply) => sendPage(reply, await sessions.list({ ...request.params, ...request.query })),
  });
  app.route({
    method: 'DELETE',
    url: '/api/admin/sessions/:id',
    config: { access: 'admin' },
    schema: { tags: ['Admin'], summary: 'End a session', params: z.object({ id }), response: { 200: deleted } },
    handler: async (request) => {
      await sessions.revoke(callerOf(request), request.params.id);
      return { deleted: true as const };
    },
  });
}
