import { accountingMonth, monthParams, reportComparison } from '@cuentos/contract/admin/accounting';
import { retried } from '@cuentos/contract/admin/reports';
import * as endpoints from '@cuentos/contract/endpoints/accounting';
import { formFile } from '@cuentos/contract/form-fields';
import { id } from '@cuentos/contract/primitives';
import { z } from 'zod';
import { callerOf } from '../../../platform/http/access.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import { withForm } from '../../../platform/http/read-form.ts';
import { sendText } from '../../../platform/http/send-text.ts';
import { routeOf, type TypedApp } from '../../../platform/http/typed-app.ts';
import type { AdminAccountingService } from './service.ts';
import { reportTexts } from './texts.ts';

const config = { access: 'admin' } as const;
const tags = ['Admin'];
const REPORT_BYTES = 20 * 1024 * 1024;

/** 'Contabilidad'. */
export function registerAdminAccountingRoutes(
  app: TypedApp,
  accounting: AdminAccountingService,
  uploads: string,
): void {
  app.route({
    ...routeOf(endpoints.adminAccountingMonth, {
      tags,
      summary: 'Sums and rows of a month',
      params: monthParams,
      response: { 200: accountingMonth },
    }),
    config,
    handler: async (request) => accounting.month(request.params.month),
  });
  app.route({
    ...routeOf(endpoints.adminAccountingCsv, {
      tags,
      summary: 'Every row of a month as a file',
      params: monthParams,
      response: { 200: z.string() },
    }),
    config: { access: 'admin', asksAgain: true },
    handler: async (request, reply) => {
      const { month } = request.params;
      const csv = await accounting.monthCsv(month, callerOf(request).userId);
      reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="contabilidad-${month}.csv"`);
      return sendText(reply, csv);
    },
  });
  app.route({
    ...routeOf(endpoints.adminRetryTaxDocument, {
      tags,
      summary: 'Ask the issuer for a document again',
      params: z.object({ id }),
      response: { 200: retried },
    }),
    config,
    handler: async (request) => {
      await accounting.retry(request.params.id, callerOf(request).userId);
      return { retried: true as const };
    },
  });
  registerComparison(app, accounting, uploads);
}

function registerComparison(app: TypedApp, accounting: AdminAccountingService, folder: string): void {
  app.route({
    ...routeOf(endpoints.adminCompareReport, {
      tags,
      summary: 'The provider’s report beside the ledger',
      consumes: ['multipart/form-data'],
      params: monthParams,
      form: z.object({ report: formFile }),
      response: { 200: reportComparison },
    }),
    config,
    handler: async (request, reply) => {
      const rule = { maxBytes: REPORT_BYTES, tooLarge: reportTexts.tooLarge };
      return withForm(request, reply, { folder, files: { report: rule } }, async ({ files: { report } }) => {
        if (!report) throw new AppError('invalid_request', { fields: { report: reportTexts.none } });
        return accounting.compare(request.params.month, report.path, callerOf(request).userId);
      });
    },
  });
}
