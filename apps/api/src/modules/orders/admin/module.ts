import type { Module, ModuleContext } from '../../../platform/module.ts';
import { registerAdminOrderRoutes } from './routes.ts';
import { createAdminOrderService } from './service.ts';

/** Orders and mails of people. */
export function adminOrdersModule({ ports }: ModuleContext): Module<object> {
  const orders = createAdminOrderService(ports);
  return { services: {}, routes: (app) => registerAdminOrderRoutes(app, orders) };
}
