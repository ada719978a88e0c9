import type { Module, ModuleContext } from '../../platform/module.ts';
import { registerSetupRoutes } from './routes.ts';
import { createSetupService, type SetupDeps, type SetupService } from './service.ts';

/** 'Puesta en marcha': checks of everything that a sale needs. */
export function adminSetupModule(
  { config, ports }: ModuleContext,
  { shop, payments, pocket, books }: Pick<SetupDeps, 'shop' | 'payments' | 'pocket' | 'books'>,
): Module<{ readonly adminSetup: SetupService }> {
  const adminSetup = createSetupService({ config, ports, shop, payments, pocket, books });
  return {
    services: { adminSetup },
    routes: (app) => registerSetupRoutes(app, adminSetup),
  };
}
