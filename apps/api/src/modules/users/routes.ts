import * as endpoints from '@cuentos/contract/endpoints';
import * as accountCalls from '@cuentos/contract/endpoints/accounts';
import { changeEmailBody, linkTokenBody, registerBody, tokens } from '@cuentos/contract/auth';
import * as ownData from '@cuentos/contract/endpoints/own-data';
import { profile, profilePatch } from '@cuentos/contract/users';
import { z } from 'zod';
import { callerOf, clientOf } from '../../platform/http/access.ts';
import { routeOf, type TypedApp } from '../../platform/http/typed-app.ts';
import { logSecurity } from '../../platform/log/request-log.ts';
import { type AccountService, browserOf, type EmailChangeService, leaveDeviceSecret } from '../auth/service.ts';
import type { UserService } from './service.ts';

interface Services {
  readonly accounts: AccountService;
  readonly users: UserService;
  readonly emailChange: EmailChangeService;
  /** The shop is reached by HTTPS only. */
  readonly secureCookie: boolean;
}

/** Registration and the caller's own profile. */
export function registerUserRoutes(app: TypedApp, { accounts, users, emailChange, secureCookie }: Services): void {
  registerEmailChange(app, emailChange);
  app.route({
    ...routeOf(accountCalls.register, {
      tags: ['Auth'],
      summary: 'Register, and be in',
      body: registerBody,
      response: { 201: tokens },
    }),
    config: { access: 'public', securityEvent: 'register' },
    handler: async (request, reply) => {
      const { name, email, password, captcha } = request.body;
      const entry = await accounts.register({ name, email, password, captcha }, clientOf(request));
      logSecurity(request, 'success', entry.userId);
      leaveDeviceSecret(reply, entry.device, secureCookie);
      return reply.code(201).send(entry.tokens);
    },
  });
  app.route({
    ...routeOf(endpoints.profile, { tags: ['Auth'], summary: 'Own profile', response: { 200: profile } }),
    config: { access: 'user' },
    handler: async (request) => users.profile(callerOf(request).userId),
  });
  app.route({
    ...routeOf(accountCalls.changeProfile, {
      tags: ['Auth'],
      summary: 'Change own name',
      body: profilePatch,
      response: { 200: profile },
    }),
    config: { access: 'user' },
    handler: async (request) => users.rename(callerOf(request).userId, request.body.name),
  });
}

/** Another address for the account: asked for inside, confirmed at the new one, taken back at the old one. */
function registerEmailChange(app: TypedApp, emailChange: EmailChangeService): void {
  app.route({
    ...routeOf(ownData.changeEmail, {
      tags: ['Auth'],
      summary: 'Ask for another address',
      body: changeEmailBody,
      response: { 204: z.null() },
    }),
    config: { access: 'user', asksAgain: true, securityEvent: 'email-change-asked' },
    handler: async (request, reply) => {
      const { email, current_password: current } = request.body;
      await emailChange.ask(callerOf(request), email, current);
      logSecurity(request, 'success', callerOf(request).userId);
      return reply.code(204).send(null);
    },
  });
  const byLink = [
    { endpoint: ownData.confirmEmail, does: 'confirm', summary: 'Move the account to the new address' },
    { endpoint: ownData.undoEmail, does: 'undo', summary: 'Move the account back to the old address' },
  ] as const;
  for (const { endpoint, does, summary } of byLink) {
    app.route({
      ...routeOf(endpoint, { tags: ['Auth'], summary, body: linkTokenBody, response: { 204: z.null() } }),
      config: { access: 'public', securityEvent: `email-${does}` },
      handler: async (request, reply) => {
        await emailChange[does](request.body.token, browserOf(request));
        return reply.code(204).send(null);
      },
    });
  }
}
