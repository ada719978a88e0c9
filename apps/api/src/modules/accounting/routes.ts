import { getTaxDocument } from '@cuentos/contract/accounting';
import { callerOf } from '../../platform/http/access.ts';
import { serve, type TypedApp } from '../../platform/http/serve.ts';
import { sendDocument } from './send-document.ts';
import type { AccountingService } from './service.ts';

/** Files of tax documents; another's look like missing ones. */
export function registerAccountingRoutes(app: TypedApp, accounting: AccountingService): void {
  serve(app, getTaxDocument, async (request, reply) =>
    sendDocument(reply, await accounting.documentFile(callerOf(request), request.params.id)),
  );
}
