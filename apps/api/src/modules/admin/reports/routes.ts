import * as endpoints from '@cuentos/contract/admin/endpoints';
import { logQuery } from '@cuentos/contract/paging';
import {
  auditEntries,
  mailEntries,
  noticeEntries,
  retried,
  shopSettings,
  stats,
  statsQuery,
} from '@cuentos/contract/admin/reports';
import { id } from '@cuentos/contract/primitives';
import { z } from 'zod';
import { callerOf } from '../../../platform/http/access.ts';
import { sendPage } from '../../../platform/http/paging.ts';
import { sendText } from '../../../platform/http/send-text.ts';
import { routeOf, type TypedApp } from '../../../platform/http/typed-app.ts';
import type { AdminReportService } from './service.ts';

const config = { access: 'admin' } as const;
const tags = ['Admin'];
const params = z.object({ id });
const pageOf = ({ offset = 0, limit = 50 }: z.output<typeof logQuery>) => ({ offset, limit });

/** Logs with retry, settings, figures. */
export function registerAdminReportRoutes(app: TypedApp, reports: AdminReportService): void {
  app.route({
    ...routeOf(endpoints.adminListAudit, {
      tags,
      summary: 'Audit log',
      querystring: logQuery,
      response: { 200: auditEntries },
    }),
    config,
    handler: async (request, reply) => sendPage(reply, await reports.audit(pageOf(request.query))),
  });
  app.route({
    ...routeOf(endpoints.adminListMails, {
      tags,
      summary: 'Mails, without their text',
      querystring: logQuery,
      response: { 200: mailEntries },
    }),
    config,
    handler: async (request, reply) => sendPage(reply, await reports.mails(pageOf(request.query))),
  });
  app.route({
    ...routeOf(endpoints.adminListNotices, {
      tags,
      summary: 'Payment notices',
      querystring: logQuery,
      response: { 200: noticeEntries },
    }),
    config,
    handler: async (request, reply) => sendPage(reply, await reports.notices(pageOf(request.query))),
  });
  registerRetries(app, reports);
  registerFigures(app, reports);
}

function registerRetries(app: TypedApp, reports: AdminReportService): void {
  app.route({
    ...routeOf(endpoints.adminRetryMail, { tags, summary: 'Send a mail now', params, response: { 200: retried } }),
    config,
    handler: async (request) => {
      await reports.retryMail(callerOf(request), request.params.id);
      return { retried: true as const };
    },
  });
  app.route({
    ...routeOf(endpoints.adminRetryNotice, {
      tags,
      summary: 'Work off a payment notice now',
      params,
      response: { 200: retried },
    }),
    config,
    handler: async (request) => {
      await reports.retryNotice(callerOf(request), request.params.id);
      return { retried: true as const };
    },
  });
}

function registerFigures(app: TypedApp, reports: AdminReportService): void {
  app.route({
    ...routeOf(endpoints.adminSettings, { tags, summary: 'Which adapters are on', response: { 200: shopSettings } }),
    config,
    handler: async () => reports.settings(),
  });
  app.route({
    ...routeOf(endpoints.adminStats, {
      tags,
      summary: 'Figures between two days',
      querystring: statsQuery,
      response: { 200: stats },
    }),
    config,
    handler: async (request) => reports.stats(request.query.from, request.query.to),
  });
  app.route({
    ...routeOf(endpoints.adminStatsCsv, {
      tags,
      summary: 'The same as a file',
      querystring: statsQuery,
      response: { 200: z.string() },
    }),
    config: { access: 'admin', asksAgain: true },
    handler: async (request, reply) => {
      const { from, to } = request.query;
      const csv = await reports.statsCsv(from, to);
      reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="cifras-${from}-${to}.csv"`);
      return sendText(reply, csv);
    },
  });
}
