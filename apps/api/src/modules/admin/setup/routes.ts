import * as endpoints from '@cuentos/contract/admin/endpoints';
import { setup, setupCheckName, setupRow } from '@cuentos/contract/admin/setup';
import { z } from 'zod';
import { callerOf } from '../../../platform/http/access.ts';
import { routeOf, type TypedApp } from '../../../platform/http/typed-app.ts';
import type { SetupService } from './service.ts';

const config = { access: 'admin' } as const;
const tags = ['Admin'];

/** What is missing before the first sale. */
export function registerSetupRoutes(app: TypedApp, service: SetupService): void {
  app.route({
    ...routeOf(endpoints.adminSetup, {
      tags,
      summary: 'What is missing before the first sale',
      response: { 200: setup },
    }),
    config,
    handler: async () => service.overview(),
  });
  app.route({
    ...routeOf(endpoints.adminRunCheck, {
      tags,
      summary: 'Make one of the checks now',
      params: z.object({ name: setupCheckName }),
      response: { 200: setupRow },
    }),
    config,
    handler: async (request) => service.check(callerOf(request), request.params.name),
  });
}
