import type { Role } from '@cuentos/contract/account-fields';
import { type ComponentType, lazy } from 'react';
import { redirect } from 'react-router';
import { isOnline } from '../device/network-status.ts';
import { AdminFrame, WritterFrame } from '../features/admin/area-frame.tsx';
import { type Area, type AreaPath } from '../features/users/work-areas.ts';
import { sessionEnd } from '../lib/api/api-events.ts';
import { refreshSession } from '../lib/api/refresh-session.ts';
import { session } from '../lib/api/session.ts';
import { loadCode } from '../lib/load-code.ts';
import { loginAddress } from '../lib/login-address.ts';

/** Frames around the screens of each area. */
export const areaFrames: Readonly<Record<Area, ComponentType>> = { admin: AdminFrame, writter: WritterFrame };

const lazily = (load: () => Promise<ComponentType>) => lazy(async () => ({ default: await loadCode(load) }));

/** 'Hoy' of each area, its first screen. */
export const todayScreens: Readonly<Record<Area, ComponentType>> = {
  admin: lazily(async () => (await import('../features/today/today-screen.tsx')).AdminTodayScreen),
  writter: lazily(async () => (await import('../features/today/today-screen.tsx')).WritterTodayScreen),
};

/** The other screens, each loaded when it is first shown. */
export const areaScreens: Readonly<Record<AreaPath, ComponentType>> = {
  '/admin/users': lazily(async () => (await import('../features/users/admin/users-screen.tsx')).AdminUsersScreen),
  '/admin/books': lazily(async () => (await import('../features/books/admin/books-screen.tsx')).AdminBooksScreen),
  '/admin/book-parts': lazily(async () => (await import('../features/books/admin/parts-screen.tsx')).AdminPartsScreen),
  '/admin/user-book-parts': lazily(
    async () => (await import('../features/entitlements/admin/entitlements-screen.tsx')).AdminEntitlementsScreen,
  ),
  '/admin/discount-codes': lazily(
    async () => (await import('../features/discount-codes/admin/discount-codes-screen.tsx')).AdminDiscountCodesScreen,
  ),
  '/admin/messages': lazily(
    async () => (await import('../features/messages/admin/messages-screen.tsx')).AdminMessagesScreen,
  ),
  '/admin/early-access': lazily(
    async () => (await import('../features/entitlements/admin/early-access-screen.tsx')).AdminEarlyAccessScreen,
  ),
  '/admin/active-sessions': lazily(
    async () => (await import('../features/auth/admin/sessions-screen.tsx')).AdminSessionsScreen,
  ),
  '/admin/data-requests': lazily(
    async () => (await import('../features/personal-data/admin/data-requests-screen.tsx')).AdminDataRequestsScreen,
  ),
  '/admin/sales': lazily(async () => (await import('../features/reports/reports-screen.tsx')).AdminSalesScreen),
  '/admin/accounting': lazily(
    async () => (await import('../features/accounting/admin/accounting-screen.tsx')).AdminAccountingScreen,
  ),
  '/admin/log': lazily(async () => (await import('../features/reports/reports-screen.tsx')).AdminLogScreen),
  '/admin/settings': lazily(async () => (await import('../features/reports/reports-screen.tsx')).AdminSettingsScreen),
  '/admin/backups': lazily(async () => (await import('../features/backups/backups-screen.tsx')).AdminBackupsScreen),
  '/admin/announcements': lazily(
    async () => (await import('../features/announcements/admin/announcements-screen.tsx')).AdminAnnouncementsScreen,
  ),
  '/admin/shop': lazily(async () => (await import('../features/shop/admin/shop-screen.tsx')).AdminShopScreen),
  '/admin/setup': lazily(async () => (await import('../features/setup/setup-screen.tsx')).AdminSetupScreen),
  '/writter/books': lazily(async () => (await import('../features/books/admin/books-screen.tsx')).WritterBooksScreen),
  '/writter/book-parts': lazily(
    async () => (await import('../features/books/admin/parts-screen.tsx')).WritterPartsScreen,
  ),
};

/**
 * Second guard of the working areas, after `requireSession`: the role in the token; an account with another
 * role goes to /not-authorized. A role given since the token was made shows in a new token only, so that is asked for first.
 * Offline without a token of this page load the role is not known, and the term of the refresh token decides alone.
 */
export async function requireRole(role: Role): Promise<void> {
  if (session.claims()?.role === role) return;
  if (isOnline() && session.accessToken() !== null) {
    const outcome = await refreshSession(session.accessToken());
    if (outcome === 'ended' || outcome === 'none') {
      await sessionEnd.carriedOut();
      // oxlint-disable-next-line only-throw-error -- the router's way to redirect
      throw redirect(loginAddress(location.pathname));
    }
  }
  const sessionRole = session.claims()?.role;
  // oxlint-disable-next-line only-throw-error -- the router's way to redirect
  if (sessionRole !== undefined && sessionRole !== role) throw redirect('/not-authorized');
}
