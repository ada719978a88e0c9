import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router';
import type { ReaderData } from '../features/reading/opening/open-reader.ts';
import { READER_PATH } from '../features/reading/address.ts';
import { loadCode } from '../lib/load-code.ts';
import type { ScreenParams } from '../lib/screen-data.ts';
import { areaRoutes } from './area-routes.ts';
import { ErrorScreen } from './failure-boundary.tsx';
import { RootLayout } from './root-layout.tsx';

/** Services that the routes of the private screens need from the page around them. */
export interface RouteSources {
  /** Lets the reader in, or throws a redirect. @param url of the screen */
  requireSession(url: string): Promise<void>;
  /** Begins to open a part for reading, or throws a redirect. */
  openBook(params: ScreenParams, url: string): Promise<ReaderData>;
  /** Loads the document of an address that is no private screen. */
  leaveFor(url: string): void;
}

/** Name of the document with which the server answers a route outside the app's own. */
export interface RouteHandle {
  readonly shell?: 'reader' | 'none';
}

const lazily = (load: () => Promise<ComponentType>): Pick<RouteObject, 'lazy'> => ({
  lazy: { Component: async () => loadCode(load) },
});

/** Starts to fetch the library's list while its screen is loading; the screen itself reports a failure. */
async function beginLibrary(): Promise<void> {
  const [{ queryClient }, { libraryQuery }] = await Promise.all([
    import('../lib/api/query-client.ts'),
    import('../features/library/queries.ts'),
  ]);
  await queryClient.prefetchQuery(libraryQuery);
}

/** Screens behind the login, except the reader and the working areas. */
const ownScreens: readonly (readonly [
  path: string,
  load: () => Promise<ComponentType>,
  begin?: () => Promise<void>,
])[] = [
  ['/user-library', async () => (await import('../features/library/library-screen.tsx')).LibraryScreen, beginLibrary],
  [
    '/user-library/:book_id',
    async () => (await import('../features/library/library-book-screen.tsx')).LibraryBookScreen,
  ],
  ['/notebook', async () => (await import('../features/notebook/notebook-screen.tsx')).NotebookScreen],
  ['/user-settings', async () => (await import('../features/users/profile-screen.tsx')).UserSettingsScreen],
  ['/user-settings/orders', async () => (await import('../features/orders/orders-screen.tsx')).OrdersScreen],
  [
    '/user-settings/orders/:order_id/receipt',
    async () => (await import('../features/orders/receipt-screen.tsx')).ReceiptScreen,
  ],
  [
    '/user-settings/messages/:thread_id?',
    async () => (await import('../features/messages/messages-screen.tsx')).MessagesScreen,
  ],
  ['/user-settings/data', async () => (await import('../features/users/personal-data-screen.tsx')).PersonalDataScreen],
  [
    '/reader-settings',
    async () => (await import('../features/reading/themes/reader-settings-screen.tsx')).ReaderSettingsScreen,
  ],
  ['/update-password', async () => (await import('../features/users/update-password-screen.tsx')).UpdatePasswordScreen],
];

/** All screens of the app but the reader. */
function privateScreens(requireSession: RouteSources['requireSession']): RouteObject[] {
  const loaderWith =
    (begin?: () => Promise<void>) =>
    async ({ request }: { readonly request: Request }) => {
      await requireSession(request.url);
      begin?.().catch(() => {});
      return null;
    };
  return [
    {
      // Open to visitors, whose pocket is stored on the device.
      path: '/pocket',
      ...lazily(async () => (await import('../features/pocket/pocket-screen.tsx')).PocketScreen),
    },
    ...ownScreens.map(([path, load, begin]) => ({ path, loader: loaderWith(begin), ...lazily(load) })),
    areaRoutes('admin', requireSession),
    areaRoutes('writter', requireSession),
  ];
}

/** The one table of the private screens, for the server too, which draws none of them. */
export function createRoutes({ requireSession, openBook, leaveFor }: RouteSources): RouteObject[] {
  const screens = privateScreens(requireSession);
  return [
    {
      Component: RootLayout,
      ErrorBoundary: ErrorScreen,
      HydrateFallback: () => null,
      children: [
        {
          path: READER_PATH,
          handle: { shell: 'reader' } satisfies RouteHandle,
          loader: async ({ params, request }) => openBook(params, request.url),
          ...lazily(async () => (await import('../features/reading/screen/reader-screen.tsx')).ReaderScreen),
        },
        { ...lazily(async () => (await import('./private-layout.tsx')).PrivateLayout), children: screens },
        {
          path: '*',
          handle: { shell: 'none' } satisfies RouteHandle,
          loader: async ({ request }) => {
            leaveFor(request.url);
            // The document is being replaced: the current screen stays until then.
            return new Promise<never>(() => {});
          },
        },
      ],
    },
  ];
}
