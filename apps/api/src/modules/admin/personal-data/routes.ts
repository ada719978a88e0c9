import * as endpoints from '@cuentos/contract/endpoints/own-data';
import {
  closeDataRequestBody,
  dataRequest,
  dataRequestBody,
  dataRequests,
} from '@cuentos/contract/admin/personal-data';
import { limits } from '@cuentos/contract/limits';
import { logQuery } from '@cuentos/contract/paging';
import { id } from '@cuentos/contract/primitives';
import { z } from 'zod';
import { callerOf } from '../../../platform/http/access.ts';
import { sendPage } from '../../../platform/http/paging.ts';
import { routeOf, type TypedApp } from '../../../platform/http/typed-app.ts';
import type { DataRequestService } from './service.ts';

const tags = ['Admin'];
const params = z.object({ id });

/** 'Admin': what people asked about their data. */
export function registerDataRequestRoutes(app: TypedApp, service: DataRequestService): void {
  app.route({
    ...routeOf(endpoints.adminListDataRequests, {
      tags,
      summary: 'Requests about personal data',
      querystring: logQuery,
      response: { 200: dataRequests },
    }),
    config: { access: 'admin' },
    handler: async ({ query: { offset = 0, limit = limits.pageMax } }, reply) =>
      sendPage(reply, await service.list({ offset, limit })),
  });
  app.route({
    ...routeOf(endpoints.adminEnterDataRequest, {
      tags,
      summary: 'Enter a request that came by letter',
      body: dataRequestBody,
      response: { 200: dataRequest },
    }),
    config: { access: 'admin' },
    handler: async (request) => service.enter(callerOf(request), request.body),
  });
  app.route({
    ...routeOf(endpoints.adminCarryOutDataRequest, {
      tags,
      summary: 'Block the data of an account, or begin to erase it',
      params,
      response: { 200: dataRequest },
    }),
    config: { access: 'admin', asksAgain: true },
    handler: async (request) => service.carryOut(callerOf(request), request.params.id),
  });
  app.route({
    ...routeOf(endpoints.adminCloseDataRequest, {
      tags,
      summary: 'Say what was done about a request',
      params,
      body: closeDataRequestBody,
      response: { 200: dataRequest },
    }),
    config: { access: 'admin' },
    handler: async (request) => service.close(callerOf(request), request.params.id, request.body),
  });
}
