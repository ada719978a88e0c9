import type { ScreenRoute } from '@cuentos/contract/site';

/** Addresses of the screens of the working areas, except 'Hoy', which is at the area's own address. */
export const areaPaths = {
  admin: [
    '/admin/users',
    '/admin/books',
    '/admin/book-parts',
    '/admin/user-book-parts',
    '/admin/active-sessions',
    '/admin/messages',
    '/admin/announcements',
    '/admin/discount-codes',
    '/admin/early-access',
    '/admin/sales',
    '/admin/accounting',
    '/admin/shop',
    '/admin/setup',
    '/admin/settings',
    '/admin/backups',
    '/admin/data-requests',
    '/admin/log',
  ],
  writter: ['/writter/books', '/writter/book-parts'],
} as const satisfies Readonly<Record<string, readonly ScreenRoute[]>>;

export type Area = keyof typeof areaPaths;
export type AreaPath = (typeof areaPaths)[Area][number];
