import * as endpoints from '@cuentos/contract/endpoints';
import { newUser, registerBody } from '@cuentos/contract/auth';
import { profile, profilePatch } from '@cuentos/contract/users';
import { callerOf, clientOf } from '../../platform/http/access.ts';
import { routeOf, type TypedApp } from '../../platform/http/typed-app.ts';
import type { AccountService } from '../auth/service.ts';
import type { UserService } from './service.ts';

interface Services {
  readonly accounts: AccountService;
  readonly users: UserService;
}

/** Registration and the caller's own profile. */
export function registerUserRoutes(app: TypedApp, { accounts, users }: Services): void {
  app.route({
    ...routeOf(endpoints.register, {
      tags: ['Auth'],
      summary: 'Register',
      body: registerBody,
      response: { 201: newUser },
    }),
    config: { access: 'public' },
    handler: async (request, reply) => {
      const { name, email, password, captcha } = request.body;
      return reply
        .code(201)
        .send({ id: await accounts.register({ name, email, password, captcha }, clientOf(request)) });
    },
  });
  app.route({
    ...routeOf(endpoints.profile, { tags: ['Auth'], summary: 'Own profile', response: { 200: profile } }),
    config: { access: 'user' },
    handler: async (request) => users.profile(callerOf(request).userId),
  });
  app.route({
    ...routeOf(endpoints.changeProfile, {
      tags: ['Auth'],
      summary: 'Change own name',
      body: profilePatch,
      response: { 200: profile },
    }),
    config: { access: 'user' },
    handler: async (request) => users.rename(callerOf(request).userId, request.body.name),
  });
}
