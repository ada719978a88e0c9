import type { AnswerOf, Call } from '@cuentos/contract/call';
import { queryOptions } from '@tanstack/react-query';
import { type CallArguments, request } from './api-client.ts';
import { keyOf } from './query-key.ts';

/** Returns a query for the answer of a call; its key is the call's address. */
export function queryOf<C extends Call>(call: C, ...[options]: CallArguments<C>) {
  return queryOptions({
    queryKey: keyOf(call, options),
    queryFn: ({ signal }): Promise<AnswerOf<C>> =>
      request(call, ...([{ ...options, signal }] as unknown as CallArguments<C>)),
  });
}
