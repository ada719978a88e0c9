/** Addresses of the working areas' tabs, the first of which an area opens with. */
export const areaPaths = {
  admin: [
    '/admin/users',
    '/admin/books',
    '/admin/book-parts',
    '/admin/user-book-parts',
    '/admin/active-sessions',
    '/admin/sales',
  ],
  writter: ['/writter/books', '/writter/book-parts'],
} as const;

export type Area = keyof typeof areaPaths;
export type AreaPath = (typeof areaPaths)[Area][number];
