import * as accountCalls from '@cuentos/contract/endpoints/accounts';
import {
  addPasskeyBody,
  passkeyBeginBody,
  passkeyCreation,
  passkeyLoginBody,
  passkeyRequest,
  passkeys as passkeyList,
  renamePasskeyBody,
  tokens,
} from '@cuentos/contract/auth';
import { id } from '@cuentos/contract/primitives';
import { z } from 'zod';
import { callerOf } from '../../platform/http/access.ts';
import { routeOf, type TypedApp } from '../../platform/http/typed-app.ts';
import { logSecurity } from '../../platform/log/request-log.ts';
import { browserOf, leaveDeviceSecret } from './known-device.ts';
import type { PasskeyService } from './passkey-service.ts';

const nothing = { 204: z.null() };

interface PasskeyServices {
  readonly passkeys: PasskeyService;
  readonly secureCookie: boolean;
}

/** Entering with a passkey, and what its owner does with it. */
export function registerPasskeyRoutes(app: TypedApp, { passkeys, secureCookie }: PasskeyServices): void {
  app.route({
    ...routeOf(accountCalls.passkeyRequest, {
      tags: ['Auth'],
      summary: 'A challenge for entering with a passkey',
      response: { 200: passkeyRequest },
    }),
    config: { access: 'public' },
    handler: async () => passkeys.request(),
  });
  app.route({
    ...routeOf(accountCalls.enterWithPasskey, {
      tags: ['Auth'],
      summary: 'Enter with a passkey',
      body: passkeyLoginBody,
      response: { 200: tokens },
    }),
    config: { access: 'public', securityEvent: 'passkey-login' },
    handler: async (request, reply) => {
      const entry = await passkeys.enter(request.body.response, browserOf(request));
      logSecurity(request, 'success', entry.userId);
      leaveDeviceSecret(reply, entry.device, secureCookie);
      return entry.tokens;
    },
  });
  registerPasskeyAdding(app, passkeys);
  registerPasskeyChanges(app, passkeys);
}

function registerPasskeyAdding(app: TypedApp, passkeys: PasskeyService): void {
  app.route({
    ...routeOf(accountCalls.beginPasskey, {
      tags: ['Auth'],
      summary: 'What a new passkey is made by',
      body: passkeyBeginBody,
      response: { 200: passkeyCreation },
    }),
    config: { access: 'user', securityEvent: 'passkey-begin' },
    handler: async (request) => {
      const creation = await passkeys.begin(callerOf(request), request.body.current_password);
      logSecurity(request, 'success', callerOf(request).userId);
      return creation;
    },
  });
  app.route({
    ...routeOf(accountCalls.addPasskey, {
      tags: ['Auth'],
      summary: 'Keep a passkey that the browser made',
      body: addPasskeyBody,
      response: nothing,
    }),
    config: { access: 'user', securityEvent: 'passkey-added' },
    handler: async (request, reply) => {
      await passkeys.add(callerOf(request), request.body);
      logSecurity(request, 'success', callerOf(request).userId);
      return reply.code(204).send(null);
    },
  });
}

function registerPasskeyChanges(app: TypedApp, passkeys: PasskeyService): void {
  app.route({
    ...routeOf(accountCalls.ownPasskeys, { tags: ['Auth'], summary: 'Own passkeys', response: { 200: passkeyList } }),
    config: { access: 'user' },
    handler: async (request) => passkeys.list(callerOf(request)),
  });
  app.route({
    ...routeOf(accountCalls.renamePasskey, {
      tags: ['Auth'],
      summary: 'Call an own passkey otherwise',
      params: z.object({ id }),
      body: renamePasskeyBody,
      response: nothing,
    }),
    config: { access: 'user' },
    handler: async (request, reply) => {
      await passkeys.rename(callerOf(request), request.params.id, request.body.name);
      return reply.code(204).send(null);
    },
  });
  app.route({
    ...routeOf(accountCalls.removePasskey, {
      tags: ['Auth'],
      summary: 'Remove an own passkey',
      params: z.object({ id }),
      response: nothing,
    }),
    config: { access: 'user', securityEvent: 'passkey-removed' },
    handler: async (request, reply) => {
      await passkeys.remove(callerOf(request), request.params.id);
      logSecurity(request, 'success', callerOf(request).userId);
      return reply.code(204).send(null);
    },
  });
}
