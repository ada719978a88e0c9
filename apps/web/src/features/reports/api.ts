import { adminListMails, adminRetryGivenUpMails, adminRetryMail, type mailEntries } from '@cuentos/contract/mails';
import { adminListNotices, adminRetryNotice, type noticeEntries } from '@cuentos/contract/payments';
import {
  adminGetSettings,
  adminGetStats,
  adminGetStatsCsv,
  adminListAudit,
  type auditEntries,
} from '@cuentos/contract/reports';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { adminCall, downloadFile, adminQueryOf } from '../admin/admin-call.ts';
import { pagesOf } from '../admin/use-paged-list.ts';
import type { Period } from './period.ts';
import { reportTexts as t } from './texts.ts';

export type AuditEntry = z.infer<typeof auditEntries>[number];
export type MailEntry = z.infer<typeof mailEntries>[number];
export type NoticeEntry = z.infer<typeof noticeEntries>[number];

export const mailPages = pagesOf(adminListMails);
export const givenUpPages = pagesOf(adminListMails, { query: { state: 'failed' } });
export const noticePages = pagesOf(adminListNotices);
export const auditPages = pagesOf(adminListAudit);

export const statsQuery = (period: Period) =>
  queryOptions({
    ...adminQueryOf(adminGetStats, { query: { ...period }, handles: 'all' }),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });

/** Downloads GET /api/admin/stats.csv. */
export function downloadStats(period: Period): Promise<void> {
  return downloadFile(adminGetStatsCsv, { query: { ...period } }, t.csvName(period.from, period.to));
}

export const settingsQuery = adminQueryOf(adminGetSettings, { handles: 'all' });

/** Makes an unsent mail due now. */
export function retryMail(id: string): Promise<unknown> {
  return adminCall(adminRetryMail, { params: { id }, handles: 'all' });
}

/** Makes each mail that was given up recently due now. */
export function retryGivenUp(): Promise<{ retried: number }> {
  return adminCall(adminRetryGivenUpMails, { handles: 'all' });
}

/** Makes an unprocessed notice due now. */
export function retryNotice(id: string): Promise<unknown> {
  return adminCall(adminRetryNotice, { params: { id }, handles: 'all' });
}
