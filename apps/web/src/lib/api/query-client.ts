import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

/** Cache of server data in the browser. A refused call is not repeated: each failure has exactly one message. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: (failures, error) => failures < 1 && error instanceof ApiError && error.status === 0,
      refetchOnWindowFocus: false,
    },
  },
});
