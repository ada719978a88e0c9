import { z } from 'zod';
import { callsOf } from './call.ts';
import { bounded, text } from './primitives.ts';

const { anyone } = callsOf('site');

/**
 * Every screen by its pattern: page views are counted by these and never by the address, which holds tokens
 * and ids.
 */
export const screenRoutes = [
  '/',
  '/login',
  '/login/{book_id}',
  '/register',
  '/register/{book_id}',
  '/enter-code',
  '/enter-code/{book_id}',
  '/forgot-password',
  '/recover-password/{token}',
  '/verify-email/{token}',
  '/change-email/{token}',
  '/undo-email/{token}',
  '/keep-account/{token}',
  '/newsletter/confirm/{token}',
  '/newsletter/unsubscribe/{token}',
  '/book-detail/{book_id}',
  '/privacy-policy',
  '/privacy-policy/{version}',
  '/terms-and-conditions',
  '/terms-and-conditions/{version}',
  '/contact',
  '/not-found',
  '/not-authorized',
  '/home',
  '/pocket',
  '/gift/{token}',
  '/accountant/{token}',
  '/user-library',
  '/user-library/{book_id}',
  '/reader/{book_uuid}/{part_uuid}',
  '/reader/{book_uuid}/{part_uuid}/{from_admin}',
  '/notebook',
  '/user-settings',
  '/user-settings/orders',
  '/user-settings/orders/{order_id}/receipt',
  '/user-settings/data',
  '/user-settings/messages',
  '/user-settings/messages/{thread_id}',
  '/reader-settings',
  '/update-password',
  '/admin',
  '/admin/users',
  '/admin/books',
  '/admin/book-parts',
  '/admin/user-book-parts',
  '/admin/messages',
  '/admin/active-sessions',
  '/admin/discount-codes',
  '/admin/early-access',
  '/admin/data-requests',
  '/admin/sales',
  '/admin/accounting',
  '/admin/announcements',
  '/admin/log',
  '/admin/settings',
  '/admin/backups',
  '/admin/shop',
  '/admin/setup',
  '/writter',
  '/writter/books',
  '/writter/book-parts',
] as const;

export type ScreenRoute = (typeof screenRoutes)[number];

/** POST /api/analytics/pageview. */
export const pageViewBody = z.object({
  route: z.enum(screenRoutes),
  /** Host of `document.referrer` when it is another site's; never the whole address. */
  referrer: text(253)
    .refine((value) => value === '' || /^(?:[a-z0-9.-]+|\[[0-9a-f:]+\])(?::\d+)?$/i.test(value))
    .optional(),
});
export type PageViewBody = z.input<typeof pageViewBody>;

/** POST /api/page_failures: the code of a page did not come, or the page could not be drawn. */
export const pageFailureBody = z.object({
  kind: z.enum(['code', 'screen']),
  /** Path of the page without its query; only its pattern is stored. */
  page: text(300).refine((value) => value.startsWith('/')),
  /** Message of the browser. */
  message: text(300),
  /** File of the build, line and column, where the browser names them. */
  place: bounded(120)
    .regex(/^[\w.-]+[.]js:\d{1,9}:\d{1,9}$/)
    .optional(),
  /** Script that the page began with: it names the build. */
  build: bounded(80)
    .regex(/^[\w.-]+[.]js$/)
    .optional(),
});
export type PageFailureBody = z.input<typeof pageFailureBody>;

export const countPageView = anyone('POST', '/api/analytics/pageview', 'Count a page view', { body: pageViewBody });

export const reportPageFailure = anyone('POST', '/api/page_failures', 'Tell the log why a page could not be shown', {
  body: pageFailureBody,
});
