import type { Module, ModuleContext } from '../../platform/module.ts';
import type { OrderService } from '../orders/service.ts';
import type { ShopService } from '../shop/service.ts';
import { registerMessageRoutes } from './routes.ts';
import { createMessageService, type MessageService } from './service.ts';

/** Messages of readers and visitors to the author. */
export function messagesModule(
  { ports, limiter }: ModuleContext,
  { orders, shop }: { readonly orders: OrderService; readonly shop: ShopService },
): Module<{ readonly messages: MessageService }> {
  const { db, clock, captcha } = ports;
  const { sender: from, seller } = shop;
  const messages = createMessageService({ db, clock, captcha, limiter, from, seller, orders });
  return { services: { messages }, routes: (app) => registerMessageRoutes(app, messages) };
}
