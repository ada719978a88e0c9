import { adminGetSetup, adminRunCheck } from '@cuentos/contract/setup';
import { callerOf } from '../../platform/http/access.ts';
import { serve, type TypedApp } from '../../platform/http/serve.ts';
import type { SetupService } from './service.ts';

/** Checks of the setup before the first sale. */
export function registerSetupRoutes(app: TypedApp, service: SetupService): void {
  serve(app, adminGetSetup, async () => service.overview());
  serve(app, adminRunCheck, async (request) => service.check(callerOf(request), request.params.name));
}
