import {
  adminListAccountantLinks,
  adminMakeAccountantLink,
  adminWithdrawAccountantLink,
  openAccountantCsv,
  openAccountantDocument,
  openAccountantMonth,
} from '@cuentos/contract/accounting';
import { callerOf } from '../../../platform/http/access.ts';
import { sendText } from '../../../platform/http/send-text.ts';
import { serve, type TypedApp } from '../../../platform/http/serve.ts';
import { sendDocument } from '../send-document.ts';
import type { AccountingService } from '../service.ts';
import type { AccountantLinkService } from './accountant-links.ts';
import type { AdminAccountingService } from './service.ts';

interface NeededServices {
  readonly links: AccountantLinkService;
  readonly months: AdminAccountingService;
  readonly accounting: AccountingService;
}

/** Links of accountants, and what they open: a month, its file and its documents, to be read only. */
export function registerAccountantRoutes(app: TypedApp, { links, months, accounting }: NeededServices): void {
  serve(app, adminListAccountantLinks, async () => links.list());
  serve(app, adminMakeAccountantLink, async (request) => links.make(request.body, callerOf(request).userId));
  serve(app, adminWithdrawAccountantLink, async (request) =>
    links.withdraw(request.params.id, callerOf(request).userId),
  );
  serve(app, openAccountantMonth, async (request) => {
    await links.enter(request.body.token, request.ip);
    return months.monthForAccountant(request.body.month);
  });
  serve(app, openAccountantCsv, async (request, reply) => {
    const { token, month } = request.body;
    await links.enter(token, request.ip);
    const csv = await months.csvForAccountant(month);
    reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="contabilidad-${month}.csv"`);
    return sendText(reply, csv);
  });
  serve(app, openAccountantDocument, async (request, reply) => {
    await links.enter(request.body.token, request.ip);
    return sendDocument(reply, await accounting.fileForAccountant(request.body.id));
  });
}
