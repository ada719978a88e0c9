import {
  beginThread as beginThreadCall,
  getThread,
  getThreadOfOrder,
  listThreads,
  markThreadRead as markThreadReadCall,
  type NewThreadBody,
  type OwnThread,
  replyInThread as replyInThreadCall,
  type ThreadEntry,
} from '@cuentos/contract/messages';
import { MINUTE_MS } from '@cuentos/domain/time/durations';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { request } from '../../lib/api/api-client.ts';
import { keyOf } from '../../lib/api/query-key.ts';
import { queryOf } from '../../lib/api/query-of.ts';

const PAGE = 20;

/** Common key of the queries about messages. */
export const MESSAGES_KEY = keyOf(listThreads);

/** Parameter of the next page; a page that is not full is the last. */
export const nextPage = (rowsOfLast: number, pages: number) => (rowsOfLast === PAGE ? pages * PAGE : undefined);

/** GET /api/messages, page by page. The screen itself shows a failure. */
export const threadsQuery = infiniteQueryOptions({
  queryKey: [...MESSAGES_KEY, 'threads'],
  queryFn: ({ pageParam, signal }): Promise<readonly ThreadEntry[]> =>
    request(listThreads, { query: { offset: pageParam, limit: PAGE }, handles: 'all', signal }),
  initialPageParam: 0,
  getNextPageParam: (last, pages) => nextPage(last.length, pages.length),
  networkMode: 'always',
});

/** GET /api/messages/{id}, page by page, newest first; refetched now and then for an answer. */
export const threadQuery = (threadId: string) =>
  infiniteQueryOptions({
    queryKey: keyOf(getThread, { params: { id: threadId } }),
    queryFn: ({ pageParam, signal }): Promise<OwnThread> =>
      request(getThread, {
        params: { id: threadId },
        query: { offset: pageParam, limit: PAGE },
        handles: 'all',
        quiet: true,
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => nextPage(last.messages.length, pages.length),
    refetchInterval: MINUTE_MS,
    networkMode: 'always',
  });

/** Query of the thread about an order. */
export const threadOfOrderQuery = (orderId: string) =>
  queryOptions({
    ...queryOf(getThreadOfOrder, { params: { order_id: orderId }, handles: 'all' }),
    // Reloads the thread, because another tab may have begun it.
    staleTime: 0,
    networkMode: 'always',
  });

/** POST /api/messages. @returns the thread. Throws ApiError. */
export async function beginThread(json: NewThreadBody): Promise<string> {
  return (await request(beginThreadCall, { json, handles: 'all' })).thread_id;
}

/** POST /api/messages/{id}/reply. Throws ApiError. */
export async function replyInThread(threadId: string, json: { readonly id: string; readonly text: string }) {
  await request(replyInThreadCall, { params: { id: threadId }, json, handles: 'all' });
}

/** POST /api/messages/{id}/read: the messages up to a seen one. Fails without a message: the next visit repeats it. */
export async function markThreadRead(threadId: string, until: string): Promise<void> {
  const json = { until };
  await request(markThreadReadCall, { params: { id: threadId }, json, handles: 'all', quiet: true }).catch(() => {});
}
