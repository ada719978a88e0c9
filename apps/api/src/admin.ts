import { join } from 'node:path';
import multipart from '@fastify/multipart';
import { registerAdminBookRoutes } from './modules/admin/books/book-routes.ts';
import { registerAdminEditionRoutes } from './modules/admin/books/edition-routes.ts';
import { registerAdminPartRoutes } from './modules/admin/books/part-routes.ts';
import {
  type AdminBookService,
  type AdminEditionService,
  type AdminPartService,
  createAdminBookService,
  createAdminEditionService,
  createAdminPartService,
  type EditingContext,
} from './modules/admin/books/service.ts';
import { type AdminPurchaseService, createAdminPurchaseService } from './modules/admin/purchases/service.ts';
import { registerAdminPurchaseRoutes } from './modules/admin/purchases/routes.ts';
import { registerAdminReportRoutes } from './modules/admin/reports/routes.ts';
import { type AdminReportService, createAdminReportService } from './modules/admin/reports/service.ts';
import { registerAdminSessionRoutes } from './modules/admin/sessions/routes.ts';
import { type AdminSessionService, createAdminSessionService } from './modules/admin/sessions/service.ts';
import { registerAdminUserRoutes } from './modules/admin/users/routes.ts';
import { type AdminUserService, createAdminUserService } from './modules/admin/users/service.ts';
import type { BookService, ImageService } from './modules/books/service.ts';
import type { CheckoutService } from './modules/checkout/service.ts';
import type { Config } from './platform/config/config.ts';
import { sweepUploads } from './platform/http/read-form.ts';
import type { TypedApp } from './platform/http/typed-app.ts';
import type { Ports } from './ports/ports.ts';

/** Use cases of the admin and writter areas. */
export interface AdminServices {
  readonly users: AdminUserService;
  readonly purchases: AdminPurchaseService;
  readonly sessions: AdminSessionService;
  readonly books: AdminBookService;
  readonly parts: AdminPartService;
  readonly editions: AdminEditionService;
  readonly reports: AdminReportService;
  /** Where uploads wait while they are worked on. */
  readonly uploadFolder: string;
}

interface Deps {
  readonly config: Config;
  readonly ports: Ports;
  readonly checkout: CheckoutService;
  readonly books: BookService;
  readonly images: ImageService;
}

/** Wires the admin area onto the shop's other services. */
export function createAdminServices({ config, ports, checkout, books, images }: Deps): AdminServices {
  const { db, clock, storage } = ports;
  const sessions = createAdminSessionService({ db, clock });
  const purchases = createAdminPurchaseService({ db, clock, checkout });
  const { catalogue } = books;
  const editing: EditingContext = { db, clock, storage, images, catalogue, minAmount: config.MP_MIN_AMOUNT };
  return {
    sessions,
    purchases,
    users: createAdminUserService({ db, clock, purchases, sessions }),
    books: createAdminBookService(editing),
    parts: createAdminPartService(editing),
    editions: createAdminEditionService(editing),
    reports: createAdminReportService({ ports, config }),
    uploadFolder: join(config.dataDir, 'tmp'),
  };
}

/** 'Admin'. */
export async function registerAdminRoutes(app: TypedApp, admin: AdminServices): Promise<void> {
  await app.register(multipart);
  app.addHook('onReady', async () => sweepUploads(admin.uploadFolder, Date.now()));
  registerAdminUserRoutes(app, admin.users);
  registerAdminPurchaseRoutes(app, admin.purchases);
  registerAdminSessionRoutes(app, admin.sessions);
  registerAdminBookRoutes(app, admin.books, admin.uploadFolder);
  registerAdminPartRoutes(app, admin.parts, admin.uploadFolder);
  registerAdminEditionRoutes(app, admin.editions);
  registerAdminReportRoutes(app, admin.reports);
}
