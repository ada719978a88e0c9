import type { Module, ModuleContext } from '../../platform/module.ts';
import type { ShopService } from '../shop/service.ts';
import { registerAccountingRoutes } from './routes.ts';
import { accountingJobs, type AccountingService, createAccountingService } from './service.ts';

/** Movements of each payment's money, and its tax documents. */
export function accountingModule(
  { config, ports }: ModuleContext,
  { shop }: { readonly shop: ShopService },
): Module<{ readonly accounting: AccountingService }> {
  const { db, clock, storage, issuer } = ports;
  const publicUrl = config.PUBLIC_URL ?? null;
  const accounting = createAccountingService({ db, clock, storage, issuer, seller: shop.seller, publicUrl });
  return {
    services: { accounting },
    routes: (app) => registerAccountingRoutes(app, accounting),
    jobs: accountingJobs(accounting),
  };
}
