import { shopOrigin } from '../../platform/config/shop-facts.ts';
import type { Module, ModuleContext } from '../../platform/module.ts';
import type { AppPasswordService } from '../auth/service.ts';
import type { BookService } from '../books/service.ts';
import type { ExportService } from '../exports/service.ts';
import type { ShopService } from '../shop/service.ts';
import { registerOpdsRoutes } from './routes.ts';
import { createOpdsService } from './service.ts';

interface NeededServices {
  readonly appPasswords: AppPasswordService;
  readonly books: BookService;
  readonly exports: ExportService;
  readonly shop: ShopService;
}

/** A reader's own shelf for reading apps (OPDS 1.2 and 2.0). */
export function opdsModule({ config, ports: { db } }: ModuleContext, needs: NeededServices): Module<object> {
  const { books, exports, shop, appPasswords } = needs;
  const opds = createOpdsService({ db, books, exports, shop });
  const origin = shopOrigin(config);
  const catalogue = () => {
    const { store_name: storeName, author_name: authorName } = shop.latest().identity;
    return { origin, storeName, authorName: authorName || storeName };
  };
  return { services: {}, routes: (app) => registerOpdsRoutes(app, { opds, exports, appPasswords, catalogue }) };
}
