import type { Module, ModuleContext } from '../../platform/module.ts';
import { createDiscountCodeService, type DiscountCodeService } from './service.ts';

/** Codes that take something off an order. */
export function discountCodesModule({ ports }: ModuleContext): Module<{ readonly discountCodes: DiscountCodeService }> {
  return { services: { discountCodes: createDiscountCodeService(ports) } };
}
