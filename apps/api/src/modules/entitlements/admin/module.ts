import type { Module, ModuleContext } from '../../../platform/module.ts';
import type { VerificationService } from '../../auth/service.ts';
import type { CheckoutService } from '../../orders/service.ts';
import type { ShopService } from '../../shop/service.ts';
import { createPeopleAndOrders } from '../../orders/admin/people-and-orders.ts';
import { registerAdminPurchaseRoutes } from './routes.ts';
import { type AdminPurchaseService, createAdminPurchaseService } from './service.ts';

interface Needed {
  readonly checkout: CheckoutService;
  readonly shop: ShopService;
  readonly verification: VerificationService;
}

/** Purchases, grants, refunds and early access. */
export function adminPurchasesModule(
  { ports: { db, clock } }: ModuleContext,
  { checkout, shop, verification }: Needed,
): Module<{ readonly adminPurchases: AdminPurchaseService }> {
  const adminPurchases = createAdminPurchaseService({ db, clock, checkout, verification, from: shop.sender });
  const people = createPeopleAndOrders({ db, clock });
  return { services: { adminPurchases }, routes: (app) => registerAdminPurchaseRoutes(app, adminPurchases, people) };
}
