import type { Module, ModuleContext } from '../../platform/module.ts';
import { registerDiscountCodeRoutes } from './routes.ts';
import { createDiscountCodeService, type DiscountCodeService } from './service.ts';

/** Discount codes. */
export function discountCodesModule({ ports }: ModuleContext): Module<{ readonly discountCodes: DiscountCodeService }> {
  const discountCodes = createDiscountCodeService(ports);
  return { services: { discountCodes }, routes: (app) => registerDiscountCodeRoutes(app, discountCodes) };
}
