import * as endpoints from '@cuentos/contract/endpoints/accounting';
import { id } from '@cuentos/contract/primitives';
import { z } from 'zod';
import { callerOf } from '../../platform/http/access.ts';
import { routeOf, type TypedApp } from '../../platform/http/typed-app.ts';
import type { AccountingService } from './service.ts';

/** Files of tax documents; another's look like missing ones. */
export function registerAccountingRoutes(app: TypedApp, accounting: AccountingService): void {
  app.route({
    ...routeOf(endpoints.taxDocumentFile, {
      tags: ['Checkout'],
      summary: 'The file of a tax document of an own order',
      params: z.object({ id }),
      response: { 200: z.unknown() },
    }),
    config: { access: 'user' },
    handler: async (request, reply) => {
      const { name, content } = await accounting.documentFile(callerOf(request), request.params.id);
      reply
        .type(name.endsWith('.pdf') ? 'application/pdf' : 'application/json')
        .header('cache-control', 'no-store')
        .header('content-length', content.size)
        .header('content-disposition', `attachment; filename="${name}"`);
      return reply.send(content.stream);
    },
  });
}
