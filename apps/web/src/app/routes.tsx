import type { ComponentType } from 'react';
import { redirect, type RouteObject } from 'react-router';
import { areaRoutes } from './area-routes.ts';
import { ErrorScreen } from './error-screen.tsx';
import { READER_PATH } from './reader-address.ts';
import { RootLayout } from './root-layout.tsx';
import type { RouteSources, WithBook } from './route-data.ts';

/** Where and how a route is rendered; `module` is the source that its scripts are preloaded for. */
export interface RouteHandle {
  readonly rendered: 'server' | 'client';
  readonly module?: string;
  /** Document that a client-rendered address answers with when it is not the app's own (vite.config.ts). */
  readonly shell?: 'reader';
}

const server = (name: string): { handle: RouteHandle } => ({
  handle: { rendered: 'server', module: `src/app/${name}.tsx` },
});
const client = { handle: { rendered: 'client' } satisfies RouteHandle };

const lazily = (load: () => Promise<ComponentType>): Pick<RouteObject, 'lazy'> => ({ lazy: { Component: load } });

function publicRoutes({ books, book, offlineStart }: RouteSources): RouteObject[] {
  const loader = () => books();
  return [
    {
      path: '/',
      ...server('landing-screen'),
      loader: () => {
        const start = offlineStart();
        return start ? redirect(start) : books();
      },
      ...lazily(async () => (await import('./landing-screen.tsx')).LandingScreen),
    },
    {
      path: '/book-detail/:book_id',
      ...server('book-detail-screen'),
      loader: async ({ params }) => {
        const found = await book(params['book_id'] ?? '');
        return found ? ({ book: found } satisfies WithBook) : redirect('/not-found');
      },
      ...lazily(async () => (await import('./book-detail-screen.tsx')).BookDetailScreen),
    },
    {
      path: '/login/:book_id?',
      ...server('login-screen'),
      loader,
      ...lazily(async () => (await import('./login-screen.tsx')).LoginScreen),
    },
    {
      path: '/register/:book_id?',
      ...server('register-screen'),
      loader,
      ...lazily(async () => (await import('./register-screen.tsx')).RegisterScreen),
    },
    {
      path: '/forgot-password',
      ...server('forgot-password-screen'),
      loader,
      ...lazily(async () => (await import('./forgot-password-screen.tsx')).ForgotPasswordScreen),
    },
    ...readingRoutes(),
    ...linkRoutes(loader),
  ];
}

/** Screens that only say something. */
function readingRoutes(): RouteObject[] {
  return [
    {
      path: '/privacy-policy',
      ...server('privacy-screen'),
      ...lazily(async () => (await import('./privacy-screen.tsx')).PrivacyScreen),
    },
    {
      path: '/terms-and-conditions',
      ...server('terms-screen'),
      ...lazily(async () => (await import('./terms-screen.tsx')).TermsScreen),
    },
    {
      path: '/not-found',
      ...server('not-found-screen'),
      ...lazily(async () => (await import('./not-found-screen.tsx')).NotFoundScreen),
    },
    {
      path: '/not-authorized',
      ...server('not-authorized-screen'),
      ...lazily(async () => (await import('./not-authorized-screen.tsx')).NotAuthorizedScreen),
    },
  ];
}

/** Screens behind the links in mails: open to everyone, left out by search engines. */
function linkRoutes(loader: () => ReturnType<RouteSources['books']>): RouteObject[] {
  return [
    {
      path: '/recover-password/:token',
      ...server('recover-password-screen'),
      loader,
      ...lazily(async () => (await import('./recover-password-screen.tsx')).RecoverPasswordScreen),
    },
    {
      path: '/verify-email/:token',
      ...server('verify-email-screen'),
      loader,
      ...lazily(async () => (await import('./verify-email-screen.tsx')).VerifyEmailScreen),
    },
    {
      path: '/newsletter/confirm/:token',
      ...server('list-link-screen'),
      loader,
      ...lazily(async () => (await import('./list-link-screen.tsx')).ConfirmListScreen),
    },
    {
      path: '/newsletter/unsubscribe/:token',
      ...server('list-link-screen'),
      loader,
      ...lazily(async () => (await import('./list-link-screen.tsx')).LeaveListScreen),
    },
  ];
}

function privateRoutes(sources: RouteSources): RouteObject[] {
  const { requireSession, openBook } = sources;
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
      ...lazily(async () => (await import('./library-screen.tsx')).LibraryScreen),
    },
    {
      path: '/user-library/:book_id',
      ...guarded,
      ...lazily(async () => (await import('./library-book-screen.tsx')).LibraryBookScreen),
    },
    {
      path: '/user-settings',
      ...guarded,
      ...lazily(async () => (await import('./user-settings-screen.tsx')).UserSettingsScreen),
    },
    {
      path: '/reader-settings',
      ...guarded,
      ...lazily(async () => (await import('./reader-settings-screen.tsx')).ReaderSettingsScreen),
    },
    {
      path: '/update-password',
      ...guarded,
      ...lazily(async () => (await import('./update-password-screen.tsx')).UpdatePasswordScreen),
    },
    areaRoutes('admin', sources),
    areaRoutes('writter', sources),
  ];
  return [
    { path: '/home', ...client, loader: () => redirect('/user-library') },
    {
      path: READER_PATH,
      handle: { rendered: 'client', shell: 'reader' } satisfies RouteHandle,
      loader: async ({ params, request }) => openBook(params, request.url),
      ...lazily(async () => (await import('./reader-screen.tsx')).ReaderScreen),
    },
    { ...lazily(async () => (await import('./private-layout.tsx')).PrivateLayout), children: screens },
  ];
}

/** The one route table, of server and browser alike. */
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
