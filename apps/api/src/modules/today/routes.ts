import { adminGetToday, adminGetWaiting, writterGetToday } from '@cuentos/contract/today';
import { callerOf } from '../../platform/http/access.ts';
import { serve, type TypedApp } from '../../platform/http/serve.ts';
import type { TodayService } from './service.ts';

/** Calls of the team's first page, 'Hoy'. */
export function registerTodayRoutes(app: TypedApp, today: TodayService): void {
  serve(app, adminGetToday, async () => today.today());
  serve(app, adminGetWaiting, async () => ({ waiting: await today.waiting() }));
  serve(app, writterGetToday, async (request) => ({ coming: await today.ofWritter(callerOf(request).userId) }));
}
