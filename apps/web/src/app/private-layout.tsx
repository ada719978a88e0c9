import { getLibrary } from '@cuentos/contract/library';
import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Outlet, useLocation, useNavigate } from 'react-router';
import { useOnReturn } from '../device/connection.ts';
import { overlaysCode } from '../features/reading/screen/overlays-code.ts';
import { keepCodeOfAddress } from '../features/orders/purchase/typed-code.ts';
import { followPocketCount, isPocketCountKnown } from '../features/site/pocket-count.ts';
import { ApiError } from '../lib/api/api-error.ts';
import { queryClient } from '../lib/api/query-client.ts';
import { session } from '../lib/api/session.ts';
import { showToast } from '../ui/overlays/toast-store.ts';
import { isKept } from './browser-duties.ts';
import { keyOf } from '../lib/api/query-key.ts';

/** Key of the pocket, as in features/pocket/pocket.ts, which is loaded only when a visitor has filled the pocket. */
const POCKET_KEY = 'pocket';

/** Delay of the fetch, so that the screen's own requests go first. */
const READER_DELAY_MS = 1500;

/** Fetches the reader's code in advance, because the next tap is likely to be 'Leer ahora'. */
const fetchReaderScript = () =>
  void Promise.all([
    import('../features/reading/opening/open-reader.ts'),
    import('../features/reading/screen/reader-screen.tsx'),
    overlaysCode(),
  ]).catch(() => {});

/** Loads the toasts early, because the first message may be that the connection is lost. */
const fetchToastPlaces = () => void import('../ui/overlays/place-toasts.ts').catch(() => {});

/** Fetches the number of parts in the pocket, which the header shows and this browser may not know yet. */
const loadPocketIds = () =>
  void import('../features/pocket/pocket.ts').then(async (pocket) => pocket.loadPocketIds()).catch(() => {});

/** Screen on which an account that is about to be erased can be kept; the server refuses it all others. */
const KEEP = '/user-settings/data';

/**
 * Leads to the screen where an account about to be erased can be kept: the server refuses every other request
 * meanwhile.
 */
function useWayBack(): void {
  const navigate = useNavigate();
  useEffect(
    () =>
      queryClient.getQueryCache().subscribe(({ query }) => {
        const { error } = query.state;
        const isLeaving = error instanceof ApiError && error.code === 'account_leaving';
        if (isLeaving && location.pathname !== KEEP) void navigate(KEEP, { replace: true });
      }),
    [navigate],
  );
}

/**
 * Frame that the screens behind the login share, the reader aside; loaded with the first of them, so that the public
 * pages and the reader stay light.
 */
export function PrivateLayout() {
  useWayBack();
  // Repeats every query that failed or was answered from the device.
  useOnReturn(() => void queryClient.invalidateQueries());
  // The library shows the progress, which reading has changed when the reader comes back to it.
  useState(() => void queryClient.invalidateQueries({ queryKey: keyOf(getLibrary), refetchType: 'none' }));
  useEffect(() => {
    if (!isKept(POCKET_KEY)) return;
    void import('../features/pocket/pocket.ts').then(async ({ mergePocket }) => mergePocket()).catch(() => {});
  }, []);
  useEffect(() => {
    if (session.refreshToken() === null || session.isKept()) return;
    void import('../features/site/message-texts.ts').then(({ messageTexts }) =>
      showToast('info', messageTexts.sessionOfThisTab),
    );
  }, []);
  const { search } = useLocation();
  useEffect(() => keepCodeOfAddress(search), [search]);
  useEffect(followPocketCount, []);
  useEffect(fetchToastPlaces, []);
  useEffect(() => {
    if (session.refreshToken() === null || isPocketCountKnown()) return undefined;
    const timer = setTimeout(loadPocketIds, READER_DELAY_MS);
    return () => clearTimeout(timer);
  }, []);
  useEffect(() => {
    const timer = setTimeout(fetchReaderScript, READER_DELAY_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <QueryClientProvider client={queryClient}>
      <Outlet />
    </QueryClientProvider>
  );
}
