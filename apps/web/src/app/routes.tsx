import type { ComponentType } from 'react';
import { redirect, type RouteObject } from 'react-router';
import { areaRoutes } from './area-routes.ts';
import { ErrorScreen, RootLayout } from './root-layout.tsx';
import { READER_PATH } from '../features/reading/address.ts';
import type { WithBook } from '../features/books/book-detail-screen.tsx';
import type { RouteSources } from './route-data.ts';

/** Where and how a route is rendered; `module` is the source that its scripts are preloaded for. */
export interface RouteHandle {
  readonly rendered: 'server' | 'client';
  readonly module?: string;
  /** Document that a client-rendered address answers with when it is not the app's own (vite.config.ts). */
  readonly shell?: 'reader';
}

const server = (name: string): { handle: RouteHandle } => ({
  handle: { rendered: 'server', module: `src/${name}.tsx` },
});
const client = { handle: { rendered: 'client' } satisfies RouteHandle };

const lazily = (load: () => Promise<ComponentType>): Pick<RouteObject, 'lazy'> => ({ lazy: { Component: load } });

function publicRoutes({ books, book, offlineStart }: RouteSources): RouteObject[] {
  const loader = () => books();
  return [
    {
      path: '/',
      ...server('features/books/landing-screen'),
      loader: () => {
        const start = offlineStart();
        return start ? redirect(start) : books();
      },
      ...lazily(async () => (await import('../features/books/landing-screen.tsx')).LandingScreen),
    },
    {
      path: '/book-detail/:book_id',
      ...server('features/books/book-detail-screen'),
      loader: async ({ params }) => {
        const found = await book(params['book_id'] ?? '');
        return found ? ({ book: found } satisfies WithBook) : redirect('/not-found');
      },
      ...lazily(async () => (await import('../features/books/book-detail-screen.tsx')).BookDetailScreen),
    },
    {
      path: '/login/:book_id?',
      ...server('features/auth/login-screen'),
      loader,
      ...lazily(async () => (await import('../features/auth/login-screen.tsx')).LoginScreen),
    },
    {
      path: '/register/:book_id?',
      ...server('features/auth/register-screen'),
      loader,
      ...lazily(async () => (await import('../features/auth/register-screen.tsx')).RegisterScreen),
    },
    {
      path: '/forgot-password',
      ...server('features/auth/password-recovery-screens'),
      loader,
      ...lazily(async () => (await import('../features/auth/password-recovery-screens.tsx')).ForgotPasswordScreen),
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
      ...server('features/site/legal-screens'),
      ...lazily(async () => (await import('../features/site/legal-screens.tsx')).PrivacyScreen),
    },
    {
      path: '/terms-and-conditions',
      ...server('features/site/legal-screens'),
      ...lazily(async () => (await import('../features/site/legal-screens.tsx')).TermsScreen),
    },
    {
      path: '/not-found',
      ...server('features/site/message-screens'),
      ...lazily(async () => (await import('../features/site/message-screens.tsx')).NotFoundScreen),
    },
    {
      path: '/not-authorized',
      ...server('features/site/message-screens'),
      ...lazily(async () => (await import('../features/site/message-screens.tsx')).NotAuthorizedScreen),
    },
  ];
}

/** Screens behind the links in mails: open to everyone, left out by search engines. */
function linkRoutes(loader: () => ReturnType<RouteSources['books']>): RouteObject[] {
  return [
    {
      path: '/recover-password/:token',
      ...server('features/auth/password-recovery-screens'),
      loader,
      ...lazily(async () => (await import('../features/auth/password-recovery-screens.tsx')).RecoverPasswordScreen),
    },
    {
      path: '/verify-email/:token',
      ...server('features/auth/verify-email-screen'),
      loader,
      ...lazily(async () => (await import('../features/auth/verify-email-screen.tsx')).VerifyEmailScreen),
    },
    {
      path: '/newsletter/confirm/:token',
      ...server('features/site/mailing-list/list-link-screen'),
      loader,
      ...lazily(async () => (await import('../features/site/mailing-list/list-link-screen.tsx')).ConfirmListScreen),
    },
    {
      path: '/newsletter/unsubscribe/:token',
      ...server('features/site/mailing-list/list-link-screen'),
      loader,
      ...lazily(async () => (await import('../features/site/mailing-list/list-link-screen.tsx')).LeaveListScreen),
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
      ...lazily(async () => (await import('../features/library/library-screen.tsx')).LibraryScreen),
    },
    {
      path: '/user-library/:book_id',
      ...guarded,
      ...lazily(async () => (await import('../features/library/library-book-screen.tsx')).LibraryBookScreen),
    },
    {
      path: '/user-settings',
      ...guarded,
      ...lazily(async () => (await import('../features/users/profile-screen.tsx')).UserSettingsScreen),
    },
    {
      path: '/reader-settings',
      ...guarded,
      ...lazily(
        async () => (await import('../features/reading/themes/reader-settings-screen.tsx')).ReaderSettingsScreen,
      ),
    },
    {
      path: '/update-password',
      ...guarded,
      ...lazily(async () => (await import('../features/users/update-password-screen.tsx')).UpdatePasswordScreen),
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
      ...lazily(async () => (await import('../features/reading/screen/reader-screen.tsx')).ReaderScreen),
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
