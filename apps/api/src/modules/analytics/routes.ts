import { pageViewBody } from '@cuentos/contract/analytics';
import { paths } from '@cuentos/contract/paths';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { clientOf } from '../../platform/http/client-of.ts';
import type { TypedApp } from '../../platform/http/typed-app.ts';
import type { AnalyticsService } from './service.ts';

/** Page views; sets no cookie and reads none but the anti-forgery one. */
export function registerAnalyticsRoutes(app: TypedApp, analytics: AnalyticsService): void {
  app.route({
    method: 'POST',
    url: paths.pageView,
    config: { access: 'public' },
    schema: { tags: ['Other'], summary: 'Count a page view', body: pageViewBody, response: { 204: z.null() } },
    handler: async (request, reply) => {
      const { route, referrer = '' } = request.body;
      if (!asksNotToBeCounted(request)) {
        await analytics.record({ route, referrer, ...clientOf(request), language: languageOf(request) });
      }
      return reply.code(204).send(null);
    },
  });
}

/** Do Not Track and Global Privacy Control. */
function asksNotToBeCounted({ headers }: FastifyRequest): boolean {
  return headers.dnt === '1' || headers['sec-gpc'] === '1';
}

function languageOf({ headers }: FastifyRequest): string {
  return /^[a-z]{2,3}(?:-[a-z0-9]{2,8})*/i.exec(headers['accept-language'] ?? '')?.[0] ?? '';
}
