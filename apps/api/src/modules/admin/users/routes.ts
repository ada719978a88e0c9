import * as endpoints from '@cuentos/contract/admin/endpoints';
import { deleted, pageParams, searchQuery } from '@cuentos/contract/paging';
import {
  adminUser,
  adminUserChange,
  adminUserDetails,
  adminUsers,
  deletedUsers,
  newAdminUser,
  userRoles,
} from '@cuentos/contract/admin/users';
import { role } from '@cuentos/contract/users';
import { id } from '@cuentos/contract/primitives';
import { z } from 'zod';
import { callerOf } from '../../../platform/http/access.ts';
import { sendPage } from '../../../platform/http/paging.ts';
import { routeOf, type TypedApp } from '../../../platform/http/typed-app.ts';
import { logSecurity } from '../../../platform/log/request-log.ts';
import type { AdminUserService } from './service.ts';

const config = { access: 'admin' } as const;
/** Gives power, or an account, away: a role, an address or a password is enough. */
const askingAgain = { access: 'admin', asksAgain: true } as const;
const tags = ['Admin'];
const params = z.object({ id });

/** 'Admin': users and roles. */
export function registerAdminUserRoutes(app: TypedApp, users: AdminUserService): void {
  app.route({
    ...routeOf(endpoints.adminListRoles, { tags, summary: 'Roles', response: { 200: userRoles } }),
    config,
    handler: async () => role.options.map((name) => ({ id: name, name })),
  });
  app.route({
    ...routeOf(endpoints.adminListUsers, {
      tags,
      summary: 'Users by name',
      params: pageParams,
      querystring: searchQuery,
      response: { 200: adminUsers },
    }),
    config,
    handler: async (request, reply) => sendPage(reply, await users.list({ ...request.params, ...request.query })),
  });
  app.route({
    ...routeOf(endpoints.adminDeletedUsers, { tags, summary: 'Deleted users', response: { 200: deletedUsers } }),
    config,
    handler: async () => users.deleted(),
  });
  app.route({
    ...routeOf(endpoints.adminGetUser, {
      tags,
      summary: 'A user with purchases and sessions',
      params,
      response: { 200: adminUserDetails },
    }),
    config,
    handler: async (request) => users.details(request.params.id),
  });
  registerChanges(app, users);
}

function registerChanges(app: TypedApp, users: AdminUserService): void {
  app.route({
    ...routeOf(endpoints.adminCreateUser, {
      tags,
      summary: 'Create a user',
      body: newAdminUser,
      response: { 201: adminUser },
    }),
    config: askingAgain,
    handler: async (request, reply) => {
      const { confirmPassword: _confirmed, notify = true, ...user } = request.body;
      return reply.code(201).send(await users.create(callerOf(request), { ...user, notify }));
    },
  });
  app.route({
    ...routeOf(endpoints.adminChangeUser, {
      tags,
      summary: 'Change a user',
      params,
      body: adminUserChange,
      response: { 200: adminUser },
    }),
    config: askingAgain,
    handler: async (request) => {
      const { confirmPassword: _confirmed, ...change } = request.body;
      return users.change(callerOf(request), request.params.id, change);
    },
  });
  registerEndings(app, users);
}

/** Deleting, bringing back, and what helps somebody in again. */
function registerEndings(app: TypedApp, users: AdminUserService): void {
  app.route({
    ...routeOf(endpoints.adminDeleteUser, {
      tags,
      summary: 'Delete a user; what was bought stays on record',
      params,
      response: { 200: deleted },
    }),
    config: askingAgain,
    handler: async (request) => {
      await users.remove(callerOf(request), request.params.id);
      return { deleted: true as const };
    },
  });
  app.route({
    ...routeOf(endpoints.adminRestoreUser, {
      tags,
      summary: 'Bring a deleted user back',
      params,
      response: { 200: adminUser },
    }),
    config: askingAgain,
    handler: async (request) => users.restore(callerOf(request), request.params.id),
  });
  app.route({
    ...routeOf(endpoints.adminResetFactor, {
      tags,
      summary: 'Remove the second factor of somebody who lost it',
      params,
      response: { 200: deleted },
    }),
    config: { ...askingAgain, securityEvent: 'second-factor-reset' },
    handler: async (request) => {
      await users.resetFactor(callerOf(request), request.params.id);
      logSecurity(request, 'success', callerOf(request).userId);
      return { deleted: true as const };
    },
  });
}
