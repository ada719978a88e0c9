import { listChanges, streamChanges } from '@cuentos/contract/changes';
import { callerOf } from '../../platform/http/access.ts';
import { serve, type TypedApp } from '../../platform/http/serve.ts';
import { safeError } from '../../platform/log/safe-error.ts';
import type { ChangeService } from './service.ts';

/** 'Changes': of the caller's own things. */
export function registerChangeRoutes(app: TypedApp, changes: ChangeService): void {
  // A stream is no request that a stopping process would wait for.
  app.addHook('preClose', async () => changes.stop());
  serve(app, listChanges, async (request) => changes.list(callerOf(request).userId, request.query.since ?? null));
  serve(app, streamChanges, async (request, reply) => {
    const { userId, sessionId, accessUntil: until } = callerOf(request);
    const report = (error: unknown): void => request.log.error({ failure: safeError(error) }, 'a stream of changes');
    const events = changes.follow({ userId, sessionId, until, since: request.query.since ?? null, report });
    // Also after a HEAD, which is answered without them.
    reply.raw.once('close', () => events.destroy());
    // The header keeps nginx from collecting events before it passes them on.
    return reply.type('text/event-stream').header('x-accel-buffering', 'no').send(events);
  });
}
