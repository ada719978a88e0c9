import { paths } from '@cuentos/contract/paths';
import { id } from '@cuentos/contract/primitives';
import { ownSessions } from '@cuentos/contract/sessions';
import { z } from 'zod';
import { callerOf } from '../../platform/http/access.ts';
import type { TypedApp } from '../../platform/http/typed-app.ts';
import type { OwnSessionService } from './own-sessions.ts';

/** The caller's own sessions, for 'Mi perfil'. */
export function registerOwnSessionRoutes(app: TypedApp, sessions: OwnSessionService): void {
  app.route({
    method: 'GET',
    url: paths.ownSessions,
    config: { access: 'user' },
    schema: { tags: ['Auth'], summary: 'Own sessions', response: { 200: ownSessions } },
    handler: async (request) => sessions.list(callerOf(request)),
  });
  app.route({
    method: 'DELETE',
    url: paths.ownSession(':id'),
    config: { access: 'user' },
    schema: { tags: ['Auth'], summary: 'End an own session', params: z.object({ id }), response: { 204: z.null() } },
    handler: async (request, reply) => {
      await sessions.close(callerOf(request), request.params.id);
      return reply.code(204).send(null);
    },
  });
  app.route({
    method: 'POST',
    url: paths.closeOtherSessions,
    config: { access: 'user' },
    schema: { tags: ['Auth'], summary: 'End all other own sessions', response: { 204: z.null() } },
    handler: async (request, reply) => {
      await sessions.closeOthers(callerOf(request));
      return reply.code(204).send(null);
    },
  });
}
