import { adminListMails, adminRetryGivenUpMails, adminRetryMail } from '@cuentos/contract/mails';
import type { logQuery } from '@cuentos/contract/paging';
import { adminListNotices, adminRetryNotice } from '@cuentos/contract/payments';
import { adminGetSettings, adminGetStats, adminGetStatsCsv, adminListAudit } from '@cuentos/contract/reports';
import type { z } from 'zod';
import { callerOf } from '../../platform/http/access.ts';
import { sendPage } from '../../platform/http/paging.ts';
import { sendText } from '../../platform/http/send-text.ts';
import { serve, type TypedApp } from '../../platform/http/serve.ts';
import type { AdminReportService } from './service.ts';

const pageOf = ({ offset = 0, limit = 50 }: z.output<typeof logQuery>) => ({ offset, limit });

/** Logs with retry, settings, figures. */
export function registerAdminReportRoutes(app: TypedApp, reports: AdminReportService): void {
  serve(app, adminListAudit, async (request, reply) => sendPage(reply, await reports.audit(pageOf(request.query))));
  serve(app, adminListMails, async (request, reply) =>
    sendPage(reply, await reports.mails(pageOf(request.query), request.query.state)),
  );
  serve(app, adminListNotices, async (request, reply) => sendPage(reply, await reports.notices(pageOf(request.query))));
  registerRetries(app, reports);
  registerFigures(app, reports);
}

function registerRetries(app: TypedApp, reports: AdminReportService): void {
  serve(app, adminRetryMail, async (request) => {
    await reports.retryMail(callerOf(request), request.params.id);
    return { retried: true as const };
  });
  serve(app, adminRetryGivenUpMails, async (request) => ({
    retried: await reports.retryGivenUpMails(callerOf(request)),
  }));
  serve(app, adminRetryNotice, async (request) => {
    await reports.retryNotice(callerOf(request), request.params.id);
    return { retried: true as const };
  });
}

function registerFigures(app: TypedApp, reports: AdminReportService): void {
  serve(app, adminGetSettings, async () => reports.settings());
  serve(app, adminGetStats, async (request) => reports.stats(request.query.from, request.query.to));
  serve(app, adminGetStatsCsv, async (request, reply) => {
    const { from, to } = request.query;
    const csv = await reports.statsCsv(from, to);
    reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="cifras-${from}-${to}.csv"`);
    return sendText(reply, csv);
  });
}
