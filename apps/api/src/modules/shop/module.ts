import type { Module, ModuleContext } from '../../platform/module.ts';
import { switchedOn } from './legal-documents.ts';
import { registerIconRoutes, registerShopRoutes } from './routes.ts';
import { createShopService, type ShopService } from './service.ts';

/** Names, words, legal facts and settings of the shop, as the author publishes them. */
export function shopModule({ config, ports }: ModuleContext): Module<{ readonly shop: ShopService }> {
  const shop = createShopService({ db: ports.db, clock: ports.clock, config, on: switchedOn(config) });
  return {
    services: { shop },
    routes: (app) => {
      registerShopRoutes(app, shop, ports.db);
      registerIconRoutes(app, shop);
    },
  };
}
