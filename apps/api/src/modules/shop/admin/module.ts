import { join } from 'node:path';
import type { Module, ModuleContext } from '../../../platform/module.ts';
import type { ImageService } from '../../books/service.ts';
import type { ShopService } from '../service.ts';
import { registerAdminShopRoutes } from './routes.ts';
import { createAdminShopService } from './service.ts';

interface NeededServices {
  readonly images: ImageService;
  readonly shop: ShopService;
}

/** 'Mi tienda': what the author writes of the shop, and publishes. */
export function adminShopModule({ config, ports }: ModuleContext, { images, shop }: NeededServices): Module<object> {
  const adminShop = createAdminShopService({ db: ports.db, clock: ports.clock, config, images, shop });
  // Keeps uploads on the disk of the data, which has room.
  return { services: {}, routes: (app) => registerAdminShopRoutes(app, adminShop, join(config.dataDir, 'tmp')) };
}
