import { z } from 'zod';
import { linkToken } from './auth.ts';
import { email } from './users.ts';
import { text } from './primitives.ts';

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
  '/user-library',
  '/user-library/{book_id}',
  '/reader/{book_uuid}/{part_uuid}',
  '/reader/{book_uuid}/{part_uuid}/{from_admin}',
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
  '/admin/data-requests',
  '/admin/sales',
  '/admin/accounting',
  '/admin/announcements',
  '/admin/log',
  '/admin/settings',
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

/**
 * What a person who signs up for the mailing list agrees to; recorded with the consent. Change the version together
 * with the words of the sign-up form.
 */
export const consentTextVersion = 'lista-2026-11';

/** POST /api/contact, the twin of GET /api/contact/{email}. */
export const contactBody = z.object({ email });
export type ContactBody = z.input<typeof contactBody>;

/** The same for a new address and for one that is on the list already. */
export const contactAnswer = z.object({ accepted: z.literal(true) });

/** POST /api/newsletter/confirm and /api/newsletter/unsubscribe. */
export const newsletterBody = z.object({ token: linkToken });
export type NewsletterBody = z.input<typeof newsletterBody>;
