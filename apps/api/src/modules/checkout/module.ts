import { sellerInfo } from '../../platform/config/shop-facts.ts';
import type { Module, ModuleContext } from '../../platform/module.ts';
import { registerCheckoutRoutes } from './routes.ts';
import { checkoutJobs, type CheckoutService, createCheckoutService } from './service.ts';

/** Buying parts: orders, payments, refunds. */
export function checkoutModule({
  config,
  ports,
  limiter,
}: ModuleContext): Module<{ readonly checkout: CheckoutService }> {
  const { db, clock, payments } = ports;
  const settings = {
    publicUrl: config.PUBLIC_URL ?? null,
    minAmount: config.MP_MIN_AMOUNT,
    preferencesPerHour: config.LIMIT_PREFERENCE_PER_HOUR,
  };
  const checkout = createCheckoutService({ db, clock, payments, limiter, seller: sellerInfo(config), settings });
  return {
    services: { checkout },
    routes: (app) => registerCheckoutRoutes(app, checkout, { publicUrl: config.PUBLIC_URL }),
    jobs: checkoutJobs(checkout),
  };
}
