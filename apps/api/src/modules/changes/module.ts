import type { Module, ModuleContext } from '../../platform/module.ts';
import { registerChangeRoutes } from './routes.ts';
import { type ChangeService, createChangeService } from './service.ts';

/** Module of the changes made elsewhere, for a reader's devices. */
export function changesModule({ ports: { db, clock } }: ModuleContext): Module<{ readonly changes: ChangeService }> {
  const changes = createChangeService({ db, clock });
  return { services: { changes }, routes: (app) => registerChangeRoutes(app, changes) };
}
