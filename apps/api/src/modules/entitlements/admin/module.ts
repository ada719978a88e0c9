import type { Module, ModuleContext } from '../../../platform/module.ts';
import type { VerificationService } from '../../auth/service.ts';
import type { ShopService } from '../../shop/service.ts';
import { registerAdminEntitlementRoutes } from './routes.ts';
import { type AdminEntitlementService, createAdminEntitlementService } from './service.ts';

interface Needs {
  readonly shop: ShopService;
  readonly verification: VerificationService;
}

/** Who holds what, grants and early access. */
export function adminEntitlementsModule(
  { ports: { db, clock } }: ModuleContext,
  { shop, verification }: Needs,
): Module<{ readonly adminEntitlements: AdminEntitlementService }> {
  const adminEntitlements = createAdminEntitlementService({ db, clock, verification, from: shop.sender });
  return { services: { adminEntitlements }, routes: (app) => registerAdminEntitlementRoutes(app, adminEntitlements) };
}
