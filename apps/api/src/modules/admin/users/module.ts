import { shopOrigin } from '../../../platform/config/shop-facts.ts';
import type { Module, ModuleContext } from '../../../platform/module.ts';
import type { AdminPurchaseService } from '../purchases/service.ts';
import type { AdminSessionService } from '../sessions/service.ts';
import { registerAdminUserRoutes } from './routes.ts';
import { type AdminUserService, createAdminUserService } from './service.ts';

interface Needs {
  readonly adminPurchases: AdminPurchaseService;
  readonly adminSessions: AdminSessionService;
}

/** Accounts as admins manage them. */
export function adminUsersModule(
  { config, ports: { db, clock } }: ModuleContext,
  { adminPurchases: purchases, adminSessions: sessions }: Needs,
): Module<{ readonly adminUsers: AdminUserService }> {
  const from = { storeName: config.STORE_NAME, origin: shopOrigin(config) };
  const adminUsers = createAdminUserService({ db, clock, purchases, sessions, from });
  return { services: { adminUsers }, routes: (app) => registerAdminUserRoutes(app, adminUsers) };
}
