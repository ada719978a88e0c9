import { AppError } from '../../platform/http/app-error.ts';
import type { TypedApp } from '../../platform/http/serve.ts';
import { shopVersion } from '../../platform/shop-version.ts';
import type { Readiness } from './readiness.ts';

/**
 * Liveness asks only the process; readiness asks what it depends on. A process that answers has started: it listens only
 * once its schema and its pages are made. The version is that of the footer, no more.
 */
export function registerHealthRoutes(app: TypedApp, readiness: Readiness): void {
  for (const url of ['/health/live', '/health/started'])
    app.get(url, { schema: { hide: true } }, async (_request, reply) => {
      reply.header('cache-control', 'no-store');
      return { status: 'ok' };
    });
  app.get('/version', { schema: { hide: true } }, async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    return { version: shopVersion };
  });
  app.get('/health/ready', { schema: { hide: true } }, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    const { files } = await readiness.prove().catch((error: unknown) => {
      throw new AppError('unavailable', { cause: error });
    });
    if (files) return { status: 'ok' };
    request.log.warn('the store of the files does not answer');
    return { status: 'ok', files: 'unavailable' };
  });
}
