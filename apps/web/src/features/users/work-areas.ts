import type { Role } from '@cuentos/contract/account-fields';
import type { ScreenRoute } from '@cuentos/contract/site';

/** Addresses of the working areas' tabs, the first of which an area opens with. */
export const areaPaths = {
  admin: [
    '/admin/users',
    '/admin/books',
    '/admin/book-parts',
    '/admin/user-book-parts',
    '/admin/discount-codes',
    '/admin/messages',
    '/admin/active-sessions',
    '/admin/data-requests',
    '/admin/sales',
    '/admin/accounting',
    '/admin/shop',
    '/admin/setup',
    '/admin/announcements',
    '/admin/log',
    '/admin/settings',
  ],
  writter: ['/writter/books', '/writter/book-parts'],
} as const satisfies Readonly<Record<string, readonly ScreenRoute[]>>;

export type Area = keyof typeof areaPaths;
export type AreaPath = (typeof areaPaths)[Area][number];

/** Working area behind 'Panel de administración': admins and writters have one. */
export const workAreas: Readonly<Record<Role, string | null>> = { reader: null, admin: '/admin', writter: '/writter' };
