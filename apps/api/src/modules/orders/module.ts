import type { Module, ModuleContext } from '../../platform/module.ts';
import type { ShopService } from '../shop/service.ts';
import { createGiftLinks } from '../gifts/links.ts';
import { registerGiftRoutes } from '../gifts/routes.ts';
import { registerCheckoutRoutes } from './routes.ts';
import { checkoutJobs, type CheckoutService, createCheckoutService } from './service.ts';

/** Buying parts: orders, payments, refunds. */
export function checkoutModule(
  { config, ports, secrets, limiter }: ModuleContext,
  { shop }: { readonly shop: ShopService },
): Module<{ readonly checkout: CheckoutService }> {
  const { db, clock, payments } = ports;
  const settings = {
    publicUrl: config.PUBLIC_URL ?? null,
    get minAmount() {
      return shop.latest().settings.min_amount;
    },
    get authorName() {
      return shop.latest().identity.author_name;
    },
    get preferencesPerHour() {
      return shop.latest().settings.preference_per_hour;
    },
  };
  const giftLinks = createGiftLinks(shop.sender, { current: secrets.gift, earlier: secrets.giftBefore });
  const checkout = createCheckoutService({ db, clock, payments, limiter, seller: shop.seller, settings, giftLinks });
  return {
    services: { checkout },
    routes: (app) => {
      registerCheckoutRoutes(app, checkout, { publicUrl: config.PUBLIC_URL });
      registerGiftRoutes(app, checkout);
    },
    jobs: checkoutJobs(checkout),
    sweep: [async (now) => checkout.sweepGifts(now)],
  };
}
