import { isSecure } from '../../platform/config/shop-facts.ts';
import type { Module, ModuleContext } from '../../platform/module.ts';
import type { AccountService, EmailChangeService } from '../auth/service.ts';
import { registerUserRoutes } from './routes.ts';
import { createUserService, type UserService } from './service.ts';

/** Registration and the caller's own profile. */
export function usersModule(
  { config, ports }: ModuleContext,
  { accounts, emailChange }: { readonly accounts: AccountService; readonly emailChange: EmailChangeService },
): Module<{ readonly users: UserService }> {
  const users = createUserService(ports.db, ports.clock);
  const secureCookie = isSecure(config);
  return {
    services: { users },
    routes: (app) => registerUserRoutes(app, { accounts, users, emailChange, secureCookie }),
  };
}
