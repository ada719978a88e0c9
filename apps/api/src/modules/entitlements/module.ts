import type { Module, ModuleContext } from '../../platform/module.ts';
import { createEntitlementService, type EntitlementService } from './service.ts';

/** Who holds what. */
export function entitlementsModule({ ports }: ModuleContext): Module<{ readonly entitlements: EntitlementService }> {
  return { services: { entitlements: createEntitlementService(ports) } };
}
