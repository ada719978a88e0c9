import { type AdminPurchaseService, createAdminPurchaseService } from './modules/admin-purchases/service.ts';
import { registerAdminPurchaseRoutes } from './modules/admin-purchases/routes.ts';
import { registerAdminSessionRoutes } from './modules/admin-sessions/routes.ts';
import { type AdminSessionService, createAdminSessionService } from './modules/admin-sessions/service.ts';
import { registerAdminUserRoutes } from './modules/admin-users/routes.ts';
import { type AdminUserService, createAdminUserService } from './modules/admin-users/service.ts';
import type { Config } from './platform/config/config.ts';
import type { TypedApp } from './platform/http/typed-app.ts';
import type { Ports } from './ports/ports.ts';
import type { CheckoutService } from './modules/checkout/service.ts';

/** Use cases of the admin and writter areas. */
export interface AdminServices {
  readonly users: AdminUserService;
  readonly purchases: AdminPurchaseService;
  readonly sessions: AdminSessionService;
}

interface Deps {
  readonly config: Config;
  readonly ports: Ports;
  readonly checkout: CheckoutService;
}

/** Wires the admin area onto the shop's other services. */
export function createAdminServices({ ports, checkout }: Deps): AdminServices {
  const { db, clock } = ports;
  const sessions = createAdminSessionService({ db, clock });
  const purchases = createAdminPurchaseService({ db, clock, checkout });
  return { sessions, purchases, users: createAdminUserService({ db, clock, purchases, sessions }) };
}

/** Spec §7, 'Admin'. */
export async function registerAdminRoutes(app: TypedApp, admin: AdminServices): Promise<void> {
  registerAdminUserRoutes(app, admin.users);
  registerAdminPurchaseRoutes(app, admin.purchases);
  registerAdminSessionRoutes(app, admin.sessions);
}
