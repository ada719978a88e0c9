import type { Module, ModuleContext } from '../../platform/module.ts';
import { liveSessionsAmong } from '../auth/service.ts';
import { registerChangeRoutes } from './routes.ts';
import { type ChangeService, createChangeService } from './service.ts';

/** Module of the changes made elsewhere, for a reader's devices. */
export function changesModule({ ports: { db, clock } }: ModuleContext): Module<{ readonly changes: ChangeService }> {
  const changes = createChangeService({ db, clock, liveSessionsAmong });
  return { services: { changes }, routes: (app) => registerChangeRoutes(app, changes) };
}
