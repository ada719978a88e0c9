import type { Module, ModuleContext } from '../../../platform/module.ts';
import { registerAdminSessionRoutes } from './routes.ts';
import { type AdminSessionService, createAdminSessionService } from './service.ts';

/** The sessions of all users. */
export function adminSessionsModule({ ports }: ModuleContext): Module<{ readonly adminSessions: AdminSessionService }> {
  const adminSessions = createAdminSessionService(ports);
  return { services: { adminSessions }, routes: (app) => registerAdminSessionRoutes(app, adminSessions) };
}
