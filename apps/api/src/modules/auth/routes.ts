import multipart from '@fastify/multipart';
import { loginBody, refreshBody, tokens } from '@cuentos/contract/auth';
import { paths } from '@cuentos/contract/paths';
import { z } from 'zod';
import { refuseForeignGet } from '../../platform/http/anti-forgery.ts';
import { clientOf } from '../../platform/http/client-of.ts';
import { readMultipartFields } from '../../platform/http/read-form.ts';
import type { TypedApp } from '../../platform/http/typed-app.ts';
import type { AccountService } from './account-service.ts';
import type { SessionService } from './session-service.ts';

interface Services {
  readonly accounts: AccountService;
  readonly sessions: SessionService;
}

/** 'Auth'. */
export function registerAuthRoutes(app: TypedApp, { accounts, sessions }: Services): void {
  void app.register(async (scope) => registerLogin(scope.withTypeProvider() as unknown as TypedApp, accounts));
  app.route({
    method: 'POST',
    url: paths.refresh,
    config: { access: 'public' },
    schema: { tags: ['Auth'], summary: 'Exchange a refresh token', body: refreshBody, response: { 200: tokens } },
    handler: async (request) => sessions.refresh(request.body.refresh_token),
  });
  app.route({
    method: ['GET', 'POST'],
    url: paths.logout,
    // The session may have ended already, which is no failure here, so the route reads the Bearer itself.
    config: { access: 'public' },
    schema: { tags: ['Auth'], summary: 'End this session', response: { 204: z.null() } },
    handler: async (request, reply) => {
      if (request.method !== 'POST') refuseForeignGet(request);
      await sessions.end(request.headers.authorization);
      return reply.code(204).send(null);
    },
  });
}

/** Form data of either kind; its own scope, so that no other call takes multipart forms. */
async function registerLogin(app: TypedApp, accounts: AccountService): Promise<void> {
  await app.register(multipart);
  app.route({
    method: 'POST',
    url: paths.login,
    config: { access: 'public' },
    schema: {
      tags: ['Auth'],
      summary: 'Login',
      consumes: ['application/x-www-form-urlencoded', 'multipart/form-data', 'application/json'],
      body: loginBody,
      response: { 200: tokens },
    },
    preValidation: readMultipartFields,
    handler: async (request) => {
      const { username, password, captcha } = request.body;
      return accounts.login({ username, password, captcha }, clientOf(request));
    },
  });
}
