import { onlineManager, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

/** Cache of server data in the browser. A refused call is not repeated, since each failure has exactly one message. */
export const queryClient = new QueryClient({
  // Logs the cause, where a list only offers to try again.
  queryCache: new QueryCache({
    // oxlint-disable-next-line no-console -- no screen tells it by itself
    onError: (error, { queryKey }) => console.warn(`${queryKey.join(' ')} could not be loaded`, error),
  }),
  defaultOptions: {
    queries: {
      // Without a connection a second try would only delay the failure.
      retry: (failures, error) =>
        failures < 1 && error instanceof ApiError && error.status === 0 && onlineManager.isOnline(),
      refetchOnWindowFocus: false,
    },
  },
});
