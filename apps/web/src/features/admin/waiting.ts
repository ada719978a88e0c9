import { adminGetSetup } from '@cuentos/contract/setup';
import { adminGetToday, adminGetWaiting, type WaitingKind, type WaitingRow } from '@cuentos/contract/today';
import { MINUTE_MS } from '@cuentos/domain/time/durations';
import { queryOptions } from '@tanstack/react-query';
import { keyOf } from '../../lib/api/query-key.ts';
import { adminQueryOf } from './admin-call.ts';
import type { AreaPath } from '../users/work-areas.ts';

/** Common key of the queries of 'Hoy'. */
export const TODAY_KEY = keyOf(adminGetToday);

/** Interval at which waiting tasks are refetched, ms: readers and banks do not wait for a reload. */
export const WAITING_EVERY_MS = MINUTE_MS;

/** Query for the tasks that wait for a person of the shop. */
export const waitingQuery = queryOptions({
  ...adminQueryOf(adminGetWaiting, { handles: 'all', quiet: true }),
  refetchInterval: WAITING_EVERY_MS,
});

/** Query for the settings that are missing before the first sale. */
export const setupQuery = adminQueryOf(adminGetSetup, { handles: 'all', quiet: true });

/** Screen on which each kind of task is done. */
export const waitingPlaces: Readonly<Record<WaitingKind, AreaPath>> = {
  dispute: '/admin/user-book-parts',
  payment: '/admin/user-book-parts',
  message: '/admin/messages',
  edition: '/admin/book-parts',
  sample: '/admin/book-parts',
  document: '/admin/accounting',
  folio: '/admin/accounting',
  data_request: '/admin/data-requests',
  mail: '/admin/log',
  setup: '/admin/setup',
  backup: '/admin/backups',
};

/** Number of waiting tasks by screen. */
export function countWaiting(rows: readonly WaitingRow[], paths: readonly string[]): number {
  return rows.filter(({ kind }) => paths.includes(waitingPlaces[kind])).reduce((sum, { count }) => sum + count, 0);
}
