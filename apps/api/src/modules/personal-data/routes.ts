import {
  allowNews,
  blockData,
  eraseAccount,
  getDataState,
  getPersonalData,
  keepAccount,
  keepAccountByLink,
  unblockData,
  withdrawNews,
} from '@cuentos/contract/personal-data';
import { callerOf } from '../../platform/http/access.ts';
import { serve, type TypedApp } from '../../platform/http/serve.ts';
import { logSecurity } from '../../platform/log/request-log.ts';
import type { RightsService } from './rights-service.ts';
import type { PersonalDataService } from './service.ts';

/** 'Mis datos'. */
export function registerPersonalDataRoutes(app: TypedApp, service: PersonalDataService, rights: RightsService): void {
  serve(app, getPersonalData, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    return service.copy(callerOf(request).userId);
  });
  serve(app, getDataState, async (request) => rights.state(callerOf(request).userId));
  registerErasure(app, rights);
  registerUses(app, rights);
}

/** Calls that request and withdraw an erasure. */
function registerErasure(app: TypedApp, rights: RightsService): void {
  serve(app, eraseAccount, async (request) => {
    const state = await rights.erase(callerOf(request), request.body.current_password);
    logSecurity(request, 'success', callerOf(request).userId);
    return state;
  });
  serve(app, keepAccount, async (request) => {
    const state = await rights.keep(callerOf(request).userId);
    logSecurity(request, 'success', callerOf(request).userId);
    return state;
  });
  serve(app, keepAccountByLink, async (request) => {
    await rights.keepByLink(request.body.token);
  });
}

/** Calls about the use of the data: the block, and news by mail. */
function registerUses(app: TypedApp, rights: RightsService): void {
  serve(app, blockData, async (request) => rights.block(callerOf(request).userId));
  serve(app, unblockData, async (request) => rights.unblock(callerOf(request).userId));
  serve(app, allowNews, async (request) => rights.setNews(callerOf(request).userId, true));
  serve(app, withdrawNews, async (request) => rights.setNews(callerOf(request).userId, false));
}
