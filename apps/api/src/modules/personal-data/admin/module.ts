import type { Module, ModuleContext } from '../../../platform/module.ts';
import type { ShopService } from '../../shop/service.ts';
import { registerDataRequestRoutes } from './routes.ts';
import { createDataRequestService, type DataRequestService } from './service.ts';

/** 'Solicitudes de datos'. */
export function adminPersonalDataModule(
  { ports: { db, clock } }: ModuleContext,
  { shop }: { readonly shop: ShopService },
): Module<{ readonly dataRequests: DataRequestService }> {
  const dataRequests = createDataRequestService({ db, clock, from: shop.sender });
  return { services: { dataRequests }, routes: (app) => registerDataRequestRoutes(app, dataRequests) };
}
