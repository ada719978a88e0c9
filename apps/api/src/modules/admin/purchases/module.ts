import type { Module, ModuleContext } from '../../../platform/module.ts';
import type { CheckoutService } from '../../checkout/service.ts';
import { registerAdminPurchaseRoutes } from './routes.ts';
import { type AdminPurchaseService, createAdminPurchaseService } from './service.ts';

/** Purchases, grants, refunds and early access. */
export function adminPurchasesModule(
  { ports: { db, clock } }: ModuleContext,
  { checkout }: { readonly checkout: CheckoutService },
): Module<{ readonly adminPurchases: AdminPurchaseService }> {
  const adminPurchases = createAdminPurchaseService({ db, clock, checkout });
  return { services: { adminPurchases }, routes: (app) => registerAdminPurchaseRoutes(app, adminPurchases) };
}
