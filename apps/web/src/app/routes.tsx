import { redirect, type RouteObject } from 'react-router';
import { ErrorScreen } from './error-screen.tsx';
import { RootLayout } from './root-layout.tsx';
import type { RouteSources, WithBook, WithOpening } from './route-data.ts';

/** Where and how a route is rendered; `module` is the source that its scripts are preloaded for. */
export interface RouteHandle {
  readonly rendered: 'server' | 'client';
  readonly module?: string;
}

const server = (name: string): { handle: RouteHandle } => ({
  handle: { rendered: 'server', module: `src/app/${name}.tsx` },
});
const client = { handle: { rendered: 'client' } satisfies RouteHandle };

function publicRoutes({ books, book, offlineStart }: RouteSources): RouteObject[] {
  const loginRoute = {
    ...server('login-screen'),
    loader: () => books(),
    lazy: { Component: async () => (await import('./login-screen.tsx')).LoginScreen },
  };
  const registerRoute = {
    ...server('register-screen'),
    loader: () => books(),
    lazy: { Component: async () => (await import('./register-screen.tsx')).RegisterScreen },
  };
  return [
    {
      path: '/',
      ...server('landing-screen'),
      loader: () => {
        const start = offlineStart();
        return start ? redirect(start) : books();
      },
      lazy: { Component: async () => (await import('./landing-screen.tsx')).LandingScreen },
    },
    {
      path: '/book-detail/:book_id',
      ...server('book-detail-screen'),
      loader: async ({ params }) => {
        const found = await book(params['book_id'] ?? '');
        return found ? ({ book: found } satisfies WithBook) : redirect('/not-found');
      },
      lazy: { Component: async () => (await import('./book-detail-screen.tsx')).BookDetailScreen },
    },
    { path: '/login/:book_id?', ...loginRoute },
    { path: '/register/:book_id?', ...registerRoute },
    {
      path: '/privacy-policy',
      ...server('privacy-screen'),
      lazy: { Component: async () => (await import('./privacy-screen.tsx')).PrivacyScreen },
    },
    {
      path: '/terms-and-conditions',
      ...server('terms-screen'),
      lazy: { Component: async () => (await import('./terms-screen.tsx')).TermsScreen },
    },
    {
      path: '/not-found',
      ...server('not-found-screen'),
      lazy: { Component: async () => (await import('./not-found-screen.tsx')).NotFoundScreen },
    },
    {
      path: '/not-authorized',
      ...server('not-authorized-screen'),
      lazy: { Component: async () => (await import('./not-authorized-screen.tsx')).NotAuthorizedScreen },
    },
  ];
}

function privateRoutes({ requireSession, openBook }: RouteSources): RouteObject[] {
  const guarded = {
    ...client,
    loader: async () => {
      await requireSession();
      return null;
    },
  };
  const screens: RouteObject[] = [
    {
      path: '/user-library',
      ...guarded,
      lazy: { Component: async () => (await import('./library-screen.tsx')).LibraryScreen },
    },
    {
      path: '/user-library/:book_id',
      ...guarded,
      lazy: { Component: async () => (await import('./library-book-screen.tsx')).LibraryBookScreen },
    },
    {
      path: '/user-settings',
      ...guarded,
      lazy: { Component: async () => (await import('./user-settings-screen.tsx')).UserSettingsScreen },
    },
    {
      path: '/reader/:book_uuid/:part_uuid/:from_admin?',
      ...client,
      loader: async ({ params }) => {
        await requireSession();
        const opening = openBook(params['part_uuid'] ?? '');
        opening.catch(() => {}); // the screen says why
        return { opening } satisfies WithOpening;
      },
      lazy: { Component: async () => (await import('./reader-screen.tsx')).ReaderScreen },
    },
  ];
  return [
    { path: '/home', ...client, loader: () => redirect('/user-library') },
    { lazy: { Component: async () => (await import('./private-layout.tsx')).PrivateLayout }, children: screens },
  ];
}

/** The one route table, of server and browser alike (spec §2). */
export function createRoutes(sources: RouteSources): RouteObject[] {
  return [
    {
      Component: RootLayout,
      ErrorBoundary: ErrorScreen,
      HydrateFallback: () => null,
      children: [
        ...publicRoutes(sources),
        ...privateRoutes(sources),
        { path: '*', handle: { rendered: 'server' } satisfies RouteHandle, loader: () => redirect('/not-found') },
      ],
    },
  ];
}
