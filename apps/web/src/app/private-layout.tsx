import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Outlet } from 'react-router';
import { queryClient } from './query-client.ts';

/** After the screen's own requests. */
const READER_DELAY_MS = 1500;

/** What the screens behind the login share; loaded with the first of them, so that the public pages stay light. */
export function PrivateLayout() {
  useEffect(() => {
    // The next tap is likely 'Leer ahora': its code is here by then.
    const timer = setTimeout(() => void import('./reader-screen.tsx').catch(() => {}), READER_DELAY_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <QueryClientProvider client={queryClient}>
      <Outlet />
    </QueryClientProvider>
  );
}
