import type { auditEntries, mailEntries, noticeEntries, ShopSettings, Stats } from '@cuentos/contract/admin/reports';
import type { Endpoint } from '@cuentos/contract/endpoint';
import * as endpoints from '@cuentos/contract/admin/endpoints';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type { CallOptions } from '../../../lib/api/api-client.ts';
import { adminCall } from '../admin-call.ts';
import type { PageRequest } from '../use-paged-list.ts';
import type { Period } from './period.ts';
import { reportTexts as t } from './texts.ts';

export type AuditEntry = z.infer<typeof auditEntries>[number];
export type MailEntry = z.infer<typeof mailEntries>[number];
export type NoticeEntry = z.infer<typeof noticeEntries>[number];

/** Keys of the paged lists. */
export const MAILS_KEY = ['admin', 'mails'] as const;
export const NOTICES_KEY = ['admin', 'notices'] as const;
export const AUDIT_KEY = ['admin', 'audit'] as const;

/** GET /api/admin/stats. */
export const statsQuery = (period: Period) =>
  queryOptions({
    queryKey: ['admin', 'stats', period],
    queryFn: (): Promise<Stats | false> => adminCall(endpoints.adminStats, { query: { ...period }, handles: 'all' }),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });

/** GET /api/admin/stats.csv, kept as a file. */
export function downloadStats(period: Period): Promise<boolean> {
  return downloadFile(endpoints.adminStatsCsv, { query: { ...period } }, t.csvName(period.from, period.to));
}

/** GET /api/admin/settings. */
export const settingsQuery = queryOptions({
  queryKey: ['admin', 'settings'],
  queryFn: (): Promise<ShopSettings | false> => adminCall(endpoints.adminSettings, { handles: 'all' }),
});

const logPage = ({ offset, limit, signal }: PageRequest) =>
  ({ query: { offset, limit }, handles: 'all', signal }) as const;

export function fetchMails(request: PageRequest): Promise<readonly MailEntry[] | false> {
  return adminCall(endpoints.adminListMails, logPage(request));
}

export function fetchNotices(request: PageRequest): Promise<readonly NoticeEntry[] | false> {
  return adminCall(endpoints.adminListNotices, logPage(request));
}

export function fetchAudit(request: PageRequest): Promise<readonly AuditEntry[] | false> {
  return adminCall(endpoints.adminListAudit, logPage(request));
}

/** Makes an unsent mail due now. */
export function retryMail(id: string): Promise<unknown> {
  return adminCall(endpoints.adminRetryMail, { params: { id }, handles: 'all' });
}

/** Makes an unprocessed notice due now. */
export function retryNotice(id: string): Promise<unknown> {
  return adminCall(endpoints.adminRetryNotice, { params: { id }, handles: 'all' });
}

/**
 * Fetches a file as the signed-in person and hands it to the browser to keep: a plain link would come without the
 * token.
 * @returns false when the call was refused with a 401.
 */
async function downloadFile<E extends Endpoint>(endpoint: E, options: CallOptions<E>, name: string): Promise<boolean> {
  let file: Blob | null = null;
  const done = await adminCall<Endpoint>(endpoint, {
    ...(options as CallOptions<Endpoint>),
    handles: 'all',
    transport: async (address, init) => {
      const response = await fetch(address, init);
      if (!response.ok) return response;
      file = await response.blob();
      return new Response(null, { status: 204 });
    },
  });
  if (done === false || file === null) return false;
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  return true;
}
