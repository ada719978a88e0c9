import { type ComponentType, lazy } from 'react';
import { AdminFrame } from './admin-frame.tsx';
import type { Area, AreaPath } from './area-paths.ts';
import { WritterFrame } from './writter-frame.tsx';

/** What stands around the tabs of each area. */
export const areaFrames: Readonly<Record<Area, ComponentType>> = { admin: AdminFrame, writter: WritterFrame };

/** Screen of each tab, loaded when it is first shown. */
export const areaScreens: Readonly<Record<AreaPath, ComponentType>> = {
  '/admin/users': lazy(async () => ({ default: (await import('./admin-users-screen.tsx')).AdminUsersScreen })),
  '/admin/books': lazy(async () => ({ default: (await import('./admin-books-screen.tsx')).AdminBooksScreen })),
  '/admin/book-parts': lazy(async () => ({ default: (await import('./admin-parts-screen.tsx')).AdminPartsScreen })),
  '/admin/user-book-parts': lazy(async () => ({
    default: (await import('./admin-purchases-screen.tsx')).AdminPurchasesScreen,
  })),
  '/admin/active-sessions': lazy(async () => ({
    default: (await import('./admin-sessions-screen.tsx')).AdminSessionsScreen,
  })),
  '/admin/sales': lazy(async () => ({ default: (await import('./admin-sales-screen.tsx')).AdminSalesScreen })),
  '/writter/books': lazy(async () => ({ default: (await import('./writter-books-screen.tsx')).WritterBooksScreen })),
  '/writter/book-parts': lazy(async () => ({
    default: (await import('./writter-parts-screen.tsx')).WritterPartsScreen,
  })),
};
