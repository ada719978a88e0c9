import {
  adminCompareReport,
  adminGetAccountingCsv,
  adminGetAccountingMonth,
  adminGetTaxDocument,
  adminRetryTaxDocument,
  adminTypeFolio,
} from '@cuentos/contract/accounting';
import { callerOf } from '../../../platform/http/access.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import { withForm } from '../../../platform/http/read-form.ts';
import { sendText } from '../../../platform/http/send-text.ts';
import { serve, type TypedApp } from '../../../platform/http/serve.ts';
import type { AdminAccountingService } from './service.ts';
import { reportTexts } from './texts.ts';

const REPORT_BYTES = 20 * 1024 * 1024;

/** 'Contabilidad'. */
export function registerAdminAccountingRoutes(
  app: TypedApp,
  accounting: AdminAccountingService,
  uploads: string,
): void {
  serve(app, adminGetAccountingMonth, async (request) => accounting.month(request.params.month));
  serve(app, adminGetAccountingCsv, async (request, reply) => {
    const { month } = request.params;
    const csv = await accounting.monthCsv(month, callerOf(request).userId);
    reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="contabilidad-${month}.csv"`);
    return sendText(reply, csv);
  });
  serve(app, adminGetTaxDocument, async (request) => accounting.document(request.params.id));
  serve(app, adminTypeFolio, async (request) => {
    const { folio, seen } = request.body;
    return accounting.typeFolio(request.params.id, { folio, seen, actorId: callerOf(request).userId });
  });
  serve(app, adminRetryTaxDocument, async (request) => {
    await accounting.retry(request.params.id, callerOf(request).userId);
    return { retried: true as const };
  });
  registerComparison(app, accounting, uploads);
}

function registerComparison(app: TypedApp, accounting: AdminAccountingService, folder: string): void {
  serve(app, adminCompareReport, async (request, reply) => {
    const rule = { maxBytes: REPORT_BYTES, tooLarge: reportTexts.tooLarge };
    return withForm(request, reply, { folder, files: { report: rule } }, async ({ files: { report } }) => {
      if (!report) throw new AppError('invalid_request', { fields: { report: reportTexts.none } });
      return accounting.compare(request.params.month, report.path, callerOf(request).userId);
    });
  });
}
