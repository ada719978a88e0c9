import { limits } from '@cuentos/contract/limits';
import {
  adminCarryOutDataRequest,
  adminCloseDataRequest,
  adminEnterDataRequest,
  adminListDataRequests,
} from '@cuentos/contract/personal-data';
import { callerOf } from '../../../platform/http/access.ts';
import { sendPage } from '../../../platform/http/paging.ts';
import { serve, type TypedApp } from '../../../platform/http/serve.ts';
import type { DataRequestService } from './service.ts';

/** Calls of 'Solicitudes de datos': the requests of people about their data. */
export function registerDataRequestRoutes(app: TypedApp, service: DataRequestService): void {
  serve(app, adminListDataRequests, async ({ query: { offset = 0, limit = limits.pageMax } }, reply) =>
    sendPage(reply, await service.list({ offset, limit })),
  );
  serve(app, adminEnterDataRequest, async (request) => service.enter(callerOf(request), request.body));
  serve(app, adminCarryOutDataRequest, async (request) => service.carryOut(callerOf(request), request.params.id));
  serve(app, adminCloseDataRequest, async (request) =>
    service.close(callerOf(request), request.params.id, request.body),
  );
}
