import { linkTokenBody } from '@cuentos/contract/auth';
import * as ownData from '@cuentos/contract/endpoints/own-data';
import { dataState, personalData, proofBody } from '@cuentos/contract/personal-data';
import { z } from 'zod';
import { callerOf } from '../../platform/http/access.ts';
import { routeOf, type TypedApp } from '../../platform/http/typed-app.ts';
import { logSecurity } from '../../platform/log/request-log.ts';
import type { RightsService } from './rights-service.ts';
import type { PersonalDataService } from './service.ts';

/** 'Mis datos'. */
export function registerPersonalDataRoutes(app: TypedApp, service: PersonalDataService, rights: RightsService): void {
  app.route({
    ...routeOf(ownData.personalData, {
      tags: ['Auth'],
      summary: 'Everything that is kept of the caller',
      response: { 200: personalData },
    }),
    config: { access: 'user', whileLeaving: true },
    handler: async (request, reply) => {
      reply.header('cache-control', 'no-store');
      return service.copy(callerOf(request).userId);
    },
  });
  app.route({
    ...routeOf(ownData.dataState, {
      tags: ['Auth'],
      summary: 'What the caller can do with their data, and what is under way',
      response: { 200: dataState },
    }),
    config: { access: 'user', whileLeaving: true },
    handler: async (request) => rights.state(callerOf(request).userId),
  });
  registerErasure(app, rights);
  registerUses(app, rights);
}

/** Erasing the account, and changing one's mind. */
function registerErasure(app: TypedApp, rights: RightsService): void {
  app.route({
    ...routeOf(ownData.eraseAccount, {
      tags: ['Auth'],
      summary: 'Erase the account in some days',
      body: proofBody,
      response: { 200: dataState },
    }),
    config: { access: 'user', whileLeaving: true, asksAgain: true, securityEvent: 'account-erasure-asked' },
    handler: async (request) => {
      const state = await rights.erase(callerOf(request), request.body.current_password);
      logSecurity(request, 'success', callerOf(request).userId);
      return state;
    },
  });
  app.route({
    ...routeOf(ownData.keepAccount, {
      tags: ['Auth'],
      summary: 'Keep an account that is about to be erased',
      response: { 200: dataState },
    }),
    config: { access: 'user', whileLeaving: true, securityEvent: 'account-kept' },
    handler: async (request) => {
      const state = await rights.keep(callerOf(request).userId);
      logSecurity(request, 'success', callerOf(request).userId);
      return state;
    },
  });
  app.route({
    ...routeOf(ownData.keepAccountByLink, {
      tags: ['Auth'],
      summary: 'Keep an account by the link of a mail',
      body: linkTokenBody,
      response: { 204: z.null() },
    }),
    config: { access: 'public', securityEvent: 'account-kept' },
    handler: async (request, reply) => {
      await rights.keepByLink(request.body.token);
      return reply.code(204).send(null);
    },
  });
}

/** What may be done with the data: nothing but keeping them, or news by mail. */
function registerUses(app: TypedApp, rights: RightsService): void {
  const uses = [
    { endpoint: ownData.blockData, summary: 'Do nothing with the data but keep them', run: rights.block },
    { endpoint: ownData.unblockData, summary: 'Lift that', run: rights.unblock },
    {
      endpoint: ownData.allowNews,
      summary: 'Get all news by mail',
      run: async (id: string) => rights.setNews(id, true),
    },
    {
      endpoint: ownData.withdrawNews,
      summary: 'Get no news by mail any more',
      run: async (id: string) => rights.setNews(id, false),
    },
  ] as const;
  for (const { endpoint, summary, run } of uses) {
    app.route({
      ...routeOf(endpoint, { tags: ['Auth'], summary, response: { 200: dataState } }),
      config: { access: 'user' },
      handler: async (request) => run(callerOf(request).userId),
    });
  }
}
