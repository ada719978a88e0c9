import type { Module, ModuleContext } from '../../platform/module.ts';
import type { EntitlementService } from '../entitlements/service.ts';
import { registerEditionRoutes, registerFileRoutes } from './routes.ts';
import { createEditionService, type EditionService } from './service.ts';

/** Files of books. */
export function editionsModule(
  { ports }: ModuleContext,
  { entitlements }: { readonly entitlements: EntitlementService },
): Module<{ readonly editions: EditionService }> {
  const { db, storage, links, clock } = ports;
  const editions = createEditionService({ db, storage, entitlements });
  return {
    services: { editions },
    routes: (app) => {
      registerEditionRoutes(app, editions);
      if (links) registerFileRoutes(app, links, clock);
    },
  };
}
