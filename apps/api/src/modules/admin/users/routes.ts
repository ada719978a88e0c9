import { deleted, pageParams, searchQuery } from '@cuentos/contract/paging';
import {
  adminUser,
  adminUserChange,
  adminUserDetails,
  adminUsers,
  newAdminUser,
  userRoles,
} from '@cuentos/contract/admin/users';
import { role } from '@cuentos/contract/auth';
import { paths } from '@cuentos/contract/paths';
import { id } from '@cuentos/contract/primitives';
import { z } from 'zod';
import { callerOf } from '../../../platform/http/access.ts';
import { sendPage } from '../../../platform/http/paging.ts';
import type { TypedApp } from '../../../platform/http/typed-app.ts';
import type { AdminUserService } from './service.ts';

const config = { access: 'admin' } as const;
const tags = ['Admin'];
const params = z.object({ id });

/** 'Admin': users and roles. */
export function registerAdminUserRoutes(app: TypedApp, users: AdminUserService): void {
  app.route({
    method: 'GET',
    url: paths.userRoles,
    config,
    schema: { tags, summary: 'Roles', response: { 200: userRoles } },
    handler: async () => role.options.map((name) => ({ id: name, name })),
  });
  app.route({
    method: 'GET',
    url: '/api/admin/users/:offset/:limit',
    config,
    schema: {
      tags,
      summary: 'Users by name',
      params: pageParams,
      querystring: searchQuery,
      response: { 200: adminUsers },
    },
    handler: async (request, reply) => sendPage(reply, await users.list({ ...request.params, ...request.query })),
  });
  app.route({
    method: 'GET',
    url: '/api/admin/users/:id',
    config,
    schema: { tags, summary: 'A user with purchases and sessions', params, response: { 200: adminUserDetails } },
    handler: async (request) => users.details(request.params.id),
  });
  registerChanges(app, users);
}

function registerChanges(app: TypedApp, users: AdminUserService): void {
  app.route({
    method: 'POST',
    url: paths.adminUsers,
    config,
    schema: { tags, summary: 'Create a user', body: newAdminUser, response: { 201: adminUser } },
    handler: async (request, reply) => {
      const { confirmPassword: _confirmed, ...user } = request.body;
      return reply.code(201).send(await users.create(callerOf(request), user));
    },
  });
  app.route({
    method: 'PUT',
    url: '/api/admin/users/:id',
    config,
    schema: { tags, summary: 'Change a user', params, body: adminUserChange, response: { 200: adminUser } },
    handler: async (request) => {
      const { confirmPassword: _confirmed, ...change } = request.body;
      return users.change(callerOf(request), request.params.id, change);
    },
  });
  app.route({
    method: 'DELETE',
    url: '/api/admin/users/:id',
    config,
    schema: { tags, summary: 'Delete a user; what was bought stays on record', params, response: { 200: deleted } },
    handler: async (request) => {
      await users.remove(callerOf(request), request.params.id);
      return { deleted: true as const };
    },
  });
}
