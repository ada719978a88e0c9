import { onlineManager, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

/** Cache of server data in the browser. A refused call is not repeated: each failure has exactly one message. */
export const queryClient = new QueryClient({
  // Where a list offers to try again and says no more, the cause is in the console.
  queryCache: new QueryCache({
    // oxlint-disable-next-line no-console -- no screen tells it by itself
    onError: (error, { queryKey }) => console.warn(`${queryKey.join(' ')} could not be loaded`, error),
  }),
  defaultOptions: {
    queries: {
      // Without a connection a second try would only keep the screen waiting for what the first one knows.
      retry: (failures, error) =>
        failures < 1 && error instanceof ApiError && error.status === 0 && onlineManager.isOnline(),
      refetchOnWindowFocus: false,
    },
  },
});
