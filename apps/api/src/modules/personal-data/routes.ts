import * as endpoints from '@cuentos/contract/endpoints';
import { personalData } from '@cuentos/contract/personal-data';
import { callerOf } from '../../platform/http/access.ts';
import { routeOf, type TypedApp } from '../../platform/http/typed-app.ts';
import type { PersonalDataService } from './service.ts';

/** 'Mis datos'. */
export function registerPersonalDataRoutes(app: TypedApp, service: PersonalDataService): void {
  app.route({
    ...routeOf(endpoints.personalData, {
      tags: ['Auth'],
      summary: 'Everything that is kept of the caller',
      response: { 200: personalData },
    }),
    config: { access: 'user' },
    handler: async (request, reply) => {
      reply.header('cache-control', 'no-store');
      return service.copy(callerOf(request).userId);
    },
  });
}
