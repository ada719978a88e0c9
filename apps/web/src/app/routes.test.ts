import { createMemoryRouter, redirect } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { matchScreen } from './public-screens.ts';
import { createRoutes, type RouteSources } from './routes.tsx';

let router: ReturnType<typeof createMemoryRouter> | undefined;
afterEach(() => router?.dispose());

/**
 * Returns the path at which an address ends, with or without a session; `→` marks a path that is loaded as a document.
 */
async function endOf(address: string, signedIn: boolean): Promise<string> {
  const left: string[] = [];
  const sources: RouteSources = {
    requireSession: async () => {
      if (!signedIn) throw redirect('/login');
    },
    // The guard of the reader's route is tested in start-reading.test.ts.
    openBook: async () => ({ opening: new Promise(() => {}) }),
    leaveFor: (url) => {
      left.push(new URL(url).pathname);
    },
  };
  const current = createMemoryRouter(createRoutes(sources), { initialEntries: [address] });
  router = current;
  const settled = () => expect(left.length > 0 || current.state.initialized).toBe(true);
  await vi.waitFor(settled, { timeout: 20_000 });
  return left.length === 0 ? current.state.location.pathname : `→ ${left.join()}`;
}

it.each([
  ['/user-library', '/user-library', '→ /login'],
  ['/user-library/faro', '/user-library/faro', '→ /login'],
  ['/pocket', '/pocket', '/pocket'],
  ['/user-settings', '/user-settings', '→ /login'],
  ['/user-settings/orders', '/user-settings/orders', '→ /login'],
  ['/user-settings/orders/uno/receipt', '/user-settings/orders/uno/receipt', '→ /login'],
  ['/user-settings/messages', '/user-settings/messages', '→ /login'],
  ['/user-settings/messages/new', '/user-settings/messages/new', '→ /login'],
  ['/user-settings/messages/uno', '/user-settings/messages/uno', '→ /login'],
  ['/user-settings/data', '/user-settings/data', '→ /login'],
  ['/notebook', '/notebook', '→ /login'],
  ['/reader-settings', '/reader-settings', '→ /login'],
  ['/update-password', '/update-password', '→ /login'],
  ['/reader/faro/uno', '/reader/faro/uno', '/reader/faro/uno'],
  ['/', '→ /', '→ /'],
  ['/login/faro', '→ /login/faro', '→ /login/faro'],
  ['/nada', '→ /nada', '→ /nada'],
  ['/user-library/faro/mas', '→ /user-library/faro/mas', '→ /user-library/faro/mas'],
])('%s ends at %s with a session and at %s without', async (address, withSession, without) => {
  await expect(endOf(address, true)).resolves.toBe(withSession);
  router?.dispose();
  await expect(endOf(address, false)).resolves.toBe(without);
});

it.each([
  ['/', '/', {}],
  ['/login', '/login/:book_id?', {}],
  ['/login/faro', '/login/:book_id?', { book_id: 'faro' }],
  ['/Register/faro/', '/register/:book_id?', { book_id: 'faro' }],
  ['/book-detail/con%20espacio', '/book-detail/:book_id', { book_id: 'con espacio' }],
  ['/recover-password/t', '/recover-password/:token', { token: 't' }],
  ['/contact', '/contact', {}],
  ['/newsletter/unsubscribe/t', '/newsletter/unsubscribe/:token', { token: 't' }],
])('%s is the public screen %s', (address, path, params) => {
  const matched = matchScreen(address);
  expect(matched?.screen.path).toBe(path);
  expect(matched?.params).toEqual(params);
});

it.each(['/nada', '/book-detail', '/book-detail/', '/login/faro/mas', '/user-library', '/login/%E0%A4%A'])(
  '%s is not a public screen',
  (address) => expect(matchScreen(address)).toBeNull(),
);
