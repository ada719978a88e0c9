import { dehydrate, type DehydratedState, hydrate, type QueryClient } from '@tanstack/react-query';

/** Times and counters of a dehydrated query: they differ from one request to the next, and would change the ETag. */
const clocks = new Set([
  'dehydratedAt',
  'dataUpdatedAt',
  'errorUpdatedAt',
  'dataUpdateCount',
  'errorUpdateCount',
  'fetchFailureCount',
]);

/** The cache as the page carries it: without any clock. */
export function packQueries(queryClient: QueryClient): unknown {
  return JSON.parse(
    JSON.stringify(dehydrate(queryClient), (key, value: unknown) => (clocks.has(key) ? undefined : value)),
  );
}

/** Fills the cache from the page, as fresh as the page itself. */
export function unpackQueries(queryClient: QueryClient, packed: unknown): void {
  const state = packed as DehydratedState | undefined;
  const now = Date.now();
  for (const query of state?.queries ?? []) {
    Object.assign(query.state, {
      dataUpdatedAt: now,
      errorUpdatedAt: 0,
      dataUpdateCount: 1,
      errorUpdateCount: 0,
      fetchFailureCount: 0,
    });
  }
  if (state) hydrate(queryClient, state);
}
