import { MINUTE_MS } from '@cuentos/domain/time/durations';
import type { Module, ModuleContext } from '../../platform/module.ts';
import type { ShopService } from '../shop/service.ts';
import { mailSalesOfDay, SALES_OF_DAY_JOB } from './mail-sales-of-day.ts';
import { registerTodayRoutes } from './routes.ts';
import { createTodayService, type TodayDeps, type TodayService } from './service.ts';

/** 'Hoy', the first page of the team. */
export function todayModule(
  { config, ports: { db, clock } }: ModuleContext,
  { books, payments, shop }: Pick<TodayDeps, 'books' | 'payments'> & { readonly shop: ShopService },
): Module<{ readonly today: TodayService }> {
  const today = createTodayService({ db, clock, payments, shop, books });
  const publicUrl = config.PUBLIC_URL ?? null;
  return {
    services: { today },
    routes: (app) => registerTodayRoutes(app, today),
    jobs: [
      {
        name: SALES_OF_DAY_JOB,
        everyMs: 10 * MINUTE_MS,
        run: async () => mailSalesOfDay({ db, clock, publicUrl, shop }),
      },
    ],
  };
}
