import type { Module, ModuleContext } from '../../../platform/module.ts';
import type { ShopService } from '../../shop/service.ts';
import { registerAdminMessageRoutes } from './routes.ts';
import { createAdminMessageService } from './service.ts';

/** 'Mensajes' of the admins. */
export function adminMessagesModule(
  { ports: { db, clock } }: ModuleContext,
  { shop }: { readonly shop: ShopService },
): Module<object> {
  const service = createAdminMessageService({ db, clock, from: shop.sender });
  return { services: {}, routes: (app) => registerAdminMessageRoutes(app, service) };
}
