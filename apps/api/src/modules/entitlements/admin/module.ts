import type { Module, ModuleContext } from '../../../platform/module.ts';
import type { VerificationService } from '../../auth/service.ts';
import type { ShopService } from '../../shop/service.ts';
import { registerAdminEntitlementRoutes } from './routes.ts';
import { type AdminEntitlementService, createAdminEntitlementService } from './service.ts';

interface NeededServices {
  readonly shop: ShopService;
  readonly verification: VerificationService;
}

/** Entitlements, grants and early access for the team. */
export function adminEntitlementsModule(
  { ports: { db, clock } }: ModuleContext,
  { shop, verification }: NeededServices,
): Module<{ readonly adminEntitlements: AdminEntitlementService }> {
  const adminEntitlements = createAdminEntitlementService({ db, clock, verification, from: shop.sender });
  return { services: { adminEntitlements }, routes: (app) => registerAdminEntitlementRoutes(app, adminEntitlements) };
}
