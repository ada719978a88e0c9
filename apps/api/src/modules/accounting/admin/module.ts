import { join } from 'node:path';
import type { Module, ModuleContext } from '../../../platform/module.ts';
import type { AccountingService } from '../service.ts';
import type { ShopService } from '../../shop/service.ts';
import { createAccountantLinkService } from './accountant-links.ts';
import { registerAccountantRoutes } from './accountant-routes.ts';
import { registerAdminAccountingRoutes } from './routes.ts';
import { createAdminAccountingService } from './service.ts';

interface NeededServices {
  readonly accounting: AccountingService;
  readonly shop: ShopService;
}

/** 'Contabilidad' of the admins. */
export function adminAccountingModule(
  { config, ports, limiter }: ModuleContext,
  { accounting, shop }: NeededServices,
): Module<object> {
  const service = createAdminAccountingService({ db: ports.db, clock: ports.clock, accounting, shop });
  // Reports are stored on the data disk while they are read, because it has room.
  const uploads = join(config.dataDir, 'tmp');
  const links = createAccountantLinkService({ db: ports.db, clock: ports.clock, limiter });
  return {
    services: {},
    routes(app) {
      registerAdminAccountingRoutes(app, service, uploads);
      registerAccountantRoutes(app, { links, months: service, accounting });
    },
  };
}
