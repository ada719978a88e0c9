import type { QueryClient } from '@tanstack/react-query';
import { bookQuery } from '../features/catalog/data.ts';
import { session } from '../lib/session.ts';
import { isOnline } from '../offline/network-status.ts';
import { requireSession } from './guard.ts';
import type { RouteSources } from './routes.tsx';

const hasStatus = (error: unknown, ...statuses: number[]) =>
  typeof error === 'object' && error !== null && 'status' in error && statuses.includes(Number(error.status));

/** Where the routes load from in the browser: the query cache in front of the API. */
export function browserSources(queryClient: QueryClient): RouteSources {
  return {
    loadBooks: async () => {},
    async loadBook(id) {
      try {
        await queryClient.query({ ...bookQuery(id) });
        return true;
      } catch (error) {
        if (hasStatus(error, 404, 422)) return false;
        throw error;
      }
    },
    requireSession,
    offlineStart: () => (!isOnline() && session.isRefreshTokenValid() ? '/user-library' : null),
  };
}
