import type { Module, ModuleContext } from '../../../platform/module.ts';
import type { VerificationService } from '../../auth/service.ts';
import type { ShopService } from '../../shop/service.ts';
import { registerAdminPurchaseRoutes } from './routes.ts';
import { type AdminPurchaseService, createAdminPurchaseService } from './service.ts';

interface Needs {
  readonly shop: ShopService;
  readonly verification: VerificationService;
}

/** Who holds what, grants and early access. */
export function adminPurchasesModule(
  { ports: { db, clock } }: ModuleContext,
  { shop, verification }: Needs,
): Module<{ readonly adminPurchases: AdminPurchaseService }> {
  const adminPurchases = createAdminPurchaseService({ db, clock, verification, from: shop.sender });
  return { services: { adminPurchases }, routes: (app) => registerAdminPurchaseRoutes(app, adminPurchases) };
}
