import { join } from 'node:path';
import type { Module, ModuleContext } from '../../../platform/module.ts';
import type { AccountingService } from '../service.ts';
import type { ShopService } from '../../shop/service.ts';
import { registerAdminAccountingRoutes } from './routes.ts';
import { createAdminAccountingService } from './service.ts';

interface Needs {
  readonly accounting: AccountingService;
  readonly shop: ShopService;
}

/** 'Contabilidad' of the admins. */
export function adminAccountingModule({ config, ports }: ModuleContext, { accounting, shop }: Needs): Module<object> {
  const service = createAdminAccountingService({ db: ports.db, clock: ports.clock, accounting, shop });
  // On the disk of the data, where there is room.
  const uploads = join(config.dataDir, 'tmp');
  return { services: {}, routes: (app) => registerAdminAccountingRoutes(app, service, uploads) };
}
