import { join } from 'node:path';
import { UPLOAD_PREFIX } from '../../../platform/http/read-form.ts';
import type { Module, ModuleContext } from '../../../platform/module.ts';
import { sweepTemporary } from '../../../platform/temporary-files.ts';
import type { BookService, ImageService } from '../service.ts';
import type { ShopService } from '../../shop/service.ts';
import { registerAdminBookRoutes } from './book-routes.ts';
import { type AdminBookService, createAdminBookService } from './books-service.ts';
import type { EditingContext } from './context.ts';
import { registerAdminEditionRoutes } from './edition-routes.ts';
import { type AdminEditionService, createAdminEditionService } from './editions-service.ts';
import { registerAdminPartRoutes } from './part-routes.ts';
import { type AdminPartService, createAdminPartService } from './parts-service.ts';

interface NeededServices {
  readonly books: BookService;
  readonly images: ImageService;
  readonly shop: ShopService;
}

export interface AdminBookServices {
  readonly adminBooks: AdminBookService;
  readonly adminParts: AdminPartService;
  readonly adminEditions: AdminEditionService;
}

/** Books, parts and editions as admins and writters edit them. */
export function adminBooksModule(
  { config, ports }: ModuleContext,
  { books, images, shop }: NeededServices,
): Module<AdminBookServices> {
  const { db, clock, storage } = ports;
  const { catalogue } = books;
  const editing: EditingContext = {
    db,
    clock,
    storage,
    images,
    catalogue,
    seller: shop.seller,
    publicUrl: config.PUBLIC_URL ?? null,
    get minAmount() {
      return shop.latest().settings.min_amount;
    },
  };
  const services: AdminBookServices = {
    adminBooks: createAdminBookService(editing),
    adminParts: createAdminPartService(editing),
    adminEditions: createAdminEditionService(editing),
  };
  // Keeps uploads on the disk of the data, which has room.
  const uploads = join(config.dataDir, 'tmp');
  const sweep = async (): Promise<void> =>
    sweepTemporary(uploads, (name) => name.startsWith(UPLOAD_PREFIX), Date.now());
  return {
    services,
    sweep: [sweep],
    routes: (app) => {
      app.addHook('onReady', sweep);
      registerAdminBookRoutes(app, services.adminBooks, uploads);
      registerAdminPartRoutes(app, services.adminParts, uploads);
      registerAdminEditionRoutes(app, services.adminEditions);
    },
  };
}
