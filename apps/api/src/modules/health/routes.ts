import type { Db } from '../../platform/db/db.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { TypedApp } from '../../platform/http/typed-app.ts';
import type { StoragePort } from '../../ports/storage.ts';

/** Liveness asks only the process; readiness asks what it depends on. Neither shows versions or hosts. */
export function registerHealthRoutes(app: TypedApp, { db, storage }: { db: Db; storage: StoragePort }): void {
  app.get('/health/live', { schema: { hide: true } }, async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    return { status: 'ok' };
  });
  app.get('/health/ready', { schema: { hide: true } }, async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    try {
      await Promise.all([db.ping(), storage.check()]);
    } catch (error) {
      throw new AppError('unavailable', { cause: error });
    }
    return { status: 'ok' };
  });
}
