import type { Module, ModuleContext } from '../../platform/module.ts';
import { registerTodayRoutes } from './routes.ts';
import { createTodayService, type TodayDeps, type TodayService } from './service.ts';

/** 'Hoy': what the team sees first. */
export function todayModule(
  { ports: { db, clock } }: ModuleContext,
  { payments, shop }: Pick<TodayDeps, 'payments' | 'shop'>,
): Module<{ readonly today: TodayService }> {
  const today = createTodayService({ db, clock, payments, shop });
  return { services: { today }, routes: (app) => registerTodayRoutes(app, today) };
}
