import type { Module, ModuleContext } from '../../platform/module.ts';
import type { ShopService } from '../shop/service.ts';
import { registerCheckoutRoutes } from './routes.ts';
import { checkoutJobs, type CheckoutService, createCheckoutService } from './service.ts';

/** Buying parts: orders, payments, refunds. */
export function checkoutModule(
  { config, ports, limiter }: ModuleContext,
  { shop }: { readonly shop: ShopService },
): Module<{ readonly checkout: CheckoutService }> {
  const { db, clock, payments } = ports;
  const settings = {
    publicUrl: config.PUBLIC_URL ?? null,
    get minAmount() {
      return shop.latest().settings.min_amount;
    },
    get preferencesPerHour() {
      return shop.latest().settings.preference_per_hour;
    },
  };
  const checkout = createCheckoutService({ db, clock, payments, limiter, seller: shop.seller, settings });
  return {
    services: { checkout },
    routes: (app) => registerCheckoutRoutes(app, checkout, { publicUrl: config.PUBLIC_URL }),
    jobs: checkoutJobs(checkout),
  };
}
