import { createMemoryRouter, redirect } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { createRoutes } from './routes.tsx';
import type { RouteSources } from './route-data.ts';

let router: ReturnType<typeof createMemoryRouter> | undefined;
afterEach(() => router?.dispose());

/** Where an address ends, for somebody who has a session or not. */
async function endOf(address: string, signedIn: boolean): Promise<string> {
  const sources: RouteSources = {
    books: () => ({ books: [] }),
    book: async () => null,
    requireSession: async () => {
      if (!signedIn) throw redirect('/login');
    },
    // Its own guard is in browser-sources.test.ts.
    openBook: async () => ({ opening: new Promise(() => {}) }),
    offlineStart: () => null,
  };
  router = createMemoryRouter(createRoutes(sources), { initialEntries: [address] });
  router.initialize();
  const settled = () => expect(router?.state.initialized && router.state.navigation.state).toBe('idle');
  await vi.waitFor(settled, { timeout: 20_000 });
  return router.state.location.pathname;
}

it.each([
  ['/home', '/user-library', '/login'],
  ['/user-library', '/user-library', '/login'],
  ['/user-library/faro', '/user-library/faro', '/login'],
  ['/user-settings', '/user-settings', '/login'],
  ['/reader-settings', '/reader-settings', '/login'],
  ['/update-password', '/update-password', '/login'],
  ['/reader/faro/uno', '/reader/faro/uno', '/reader/faro/uno'],
  ['/', '/', '/'],
  ['/login/faro', '/login/faro', '/login/faro'],
  ['/register/faro', '/register/faro', '/register/faro'],
  ['/register', '/register', '/register'],
  ['/forgot-password', '/forgot-password', '/forgot-password'],
  ['/recover-password/t', '/recover-password/t', '/recover-password/t'],
  ['/privacy-policy', '/privacy-policy', '/privacy-policy'],
  ['/terms-and-conditions', '/terms-and-conditions', '/terms-and-conditions'],
  ['/not-authorized', '/not-authorized', '/not-authorized'],
  ['/book-detail/nada', '/not-found', '/not-found'],
  ['/nada', '/not-found', '/not-found'],
  ['/user-library/faro/mas', '/not-found', '/not-found'],
])('%s ends at %s with a session and at %s without', async (address, withSession, without) => {
  await expect(endOf(address, true)).resolves.toBe(withSession);
  router?.dispose();
  await expect(endOf(address, false)).resolves.toBe(without);
});
