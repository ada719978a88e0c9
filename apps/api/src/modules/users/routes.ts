import { profile, profilePatch, registerBody } from '@cuentos/contract/auth';
import { paths } from '@cuentos/contract/paths';
import { z } from 'zod';
import { callerOf, clientOf } from '../../platform/http/access.ts';
import type { TypedApp } from '../../platform/http/typed-app.ts';
import type { AccountService } from '../auth/service.ts';
import type { UserService } from './service.ts';

interface Services {
  readonly accounts: AccountService;
  readonly users: UserService;
}

/** Registration and the caller's own profile. */
export function registerUserRoutes(app: TypedApp, { accounts, users }: Services): void {
  app.route({
    method: 'POST',
    url: paths.users,
    config: { access: 'public' },
    schema: {
      tags: ['Auth'],
      summary: 'Register',
      body: registerBody,
      response: { 201: z.object({ id: z.string() }) },
    },
    handler: async (request, reply) => {
      const { name, email, password, captcha } = request.body;
      return reply
        .code(201)
        .send({ id: await accounts.register({ name, email, password, captcha }, clientOf(request)) });
    },
  });
  app.route({
    method: 'GET',
    url: paths.me,
    config: { access: 'user' },
    schema: { tags: ['Auth'], summary: 'Own profile', response: { 200: profile } },
    handler: async (request) => users.profile(callerOf(request).userId),
  });
  app.route({
    method: 'PATCH',
    url: paths.me,
    config: { access: 'user' },
    schema: { tags: ['Auth'], summary: 'Change own name', body: profilePatch, response: { 200: profile } },
    handler: async (request) => users.rename(callerOf(request).userId, request.body.name),
  });
}
