import {
  adminGetThread,
  adminListThreads,
  adminMarkThreadRead,
  adminReply,
  adminSetThreadState,
  type AdminThread,
  type ThreadState,
  type ThreadStateBody,
} from '@cuentos/contract/messages';
import { MINUTE_MS } from '@cuentos/domain/time/durations';
import { infiniteQueryOptions, type QueryClient } from '@tanstack/react-query';
import type { MessageDraft } from '../conversation.tsx';
import { adminCall } from '../../admin/admin-call.ts';
import { pagesOf } from '../../admin/use-paged-list.ts';
import { TODAY_KEY } from '../../admin/waiting.ts';
import { keyOf } from '../../../lib/api/query-key.ts';

const PAGE = 20;

/** Invalidates all queries about threads, and the waiting tasks. */
export async function refreshThreads(client: QueryClient): Promise<void> {
  const keys = [keyOf(adminListThreads), TODAY_KEY];
  await Promise.all(keys.map(async (queryKey) => client.invalidateQueries({ queryKey })));
}

/** GET /api/admin/messages/{offset}/{limit}; state null lists all. */
export const threadPages = (state: ThreadState | null) => pagesOf(adminListThreads, { query: { state } });

/** GET /api/admin/messages/{id}, page by page, newest first; refetched now and then. */
export const threadQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: keyOf(adminGetThread, { params: { id } }),
    queryFn: ({ pageParam, signal }): Promise<AdminThread> =>
      adminCall(adminGetThread, {
        params: { id },
        query: { offset: pageParam, limit: PAGE },
        handles: 'all',
        quiet: true,
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => (last.messages.length === PAGE ? pages.length * PAGE : undefined),
    refetchInterval: MINUTE_MS,
    networkMode: 'always',
  });

/** POST /api/admin/messages/{id}/reply; `until` is the latest message on the screen. Throws ApiError. */
export function answer(id: string, json: MessageDraft & { readonly until: string | undefined }): Promise<unknown> {
  return adminCall(adminReply, { params: { id }, json, handles: 'all' });
}

/** POST /api/admin/messages/{id}/read. Fails without a message: the next visit repeats it. */
export async function markSeen(id: string, until: string): Promise<void> {
  const json = { until };
  await adminCall(adminMarkThreadRead, { params: { id }, json, handles: 'all', quiet: true }).catch(() => {});
}

/** POST /api/admin/messages/{id}/state; `until` is the latest message on the screen. Throws ApiError. */
export function setThreadState(id: string, json: ThreadStateBody): Promise<unknown> {
  return adminCall(adminSetThreadState, { params: { id }, json, handles: 'all' });
}
