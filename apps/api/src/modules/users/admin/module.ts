import type { Module, ModuleContext } from '../../../platform/module.ts';
import type { VerificationService } from '../../auth/service.ts';
import type { AdminEntitlementService } from '../../entitlements/admin/service.ts';
import type { ShopService } from '../../shop/service.ts';
import type { AdminSessionService } from '../../auth/admin/service.ts';
import { registerAdminUserRoutes } from './routes.ts';
import { type AdminUserService, createAdminUserService } from './service.ts';

interface NeededServices {
  readonly adminEntitlements: AdminEntitlementService;
  readonly adminSessions: AdminSessionService;
  readonly shop: ShopService;
  readonly verification: VerificationService;
}

/** Accounts as admins manage them. */
export function adminUsersModule(
  { ports: { db, clock } }: ModuleContext,
  { adminEntitlements: purchases, adminSessions: sessions, shop, verification }: NeededServices,
): Module<{ readonly adminUsers: AdminUserService }> {
  const adminUsers = createAdminUserService({ db, clock, purchases, sessions, verification, from: shop.sender });
  return { services: { adminUsers }, routes: (app) => registerAdminUserRoutes(app, adminUsers) };
}
