import { getTaxDocument } from '@cuentos/contract/accounting';
import { callerOf } from '../../platform/http/access.ts';
import { serve, type TypedApp } from '../../platform/http/serve.ts';
import type { AccountingService } from './service.ts';

/** Files of tax documents; another's look like missing ones. */
export function registerAccountingRoutes(app: TypedApp, accounting: AccountingService): void {
  serve(app, getTaxDocument, async (request, reply) => {
    const { name, content } = await accounting.documentFile(callerOf(request), request.params.id);
    reply
      .type(name.endsWith('.pdf') ? 'application/pdf' : 'application/json')
      .header('cache-control', 'no-store')
      .header('content-length', content.size)
      .header('content-disposition', `attachment; filename="${name}"`);
    return reply.send(content.stream);
  });
}
