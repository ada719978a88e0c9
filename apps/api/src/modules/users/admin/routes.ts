import { role } from '@cuentos/contract/account-fields';
import { adminResetFactor } from '@cuentos/contract/second-factor';
import {
  adminChangeUser,
  adminCreateUser,
  adminDeleteUser,
  adminGetUser,
  adminListDeletedUsers,
  adminListRoles,
  adminListUsers,
  adminRestoreUser,
} from '@cuentos/contract/users';
import { callerOf } from '../../../platform/http/access.ts';
import { sendPage } from '../../../platform/http/paging.ts';
import { serve, type TypedApp } from '../../../platform/http/serve.ts';
import { logSecurity } from '../../../platform/log/request-log.ts';
import type { AdminUserService } from './service.ts';

/** 'Admin': users and roles. */
export function registerAdminUserRoutes(app: TypedApp, users: AdminUserService): void {
  serve(app, adminListRoles, async () => role.options.map((name) => ({ id: name, name })));
  serve(app, adminListUsers, async (request, reply) =>
    sendPage(reply, await users.list({ ...request.params, ...request.query })),
  );
  serve(app, adminListDeletedUsers, async () => users.deleted());
  serve(app, adminGetUser, async (request) => users.details(request.params.id));
  registerChanges(app, users);
}

function registerChanges(app: TypedApp, users: AdminUserService): void {
  serve(app, adminCreateUser, async (request) => {
    const { confirmPassword: _confirmed, notify = true, ...user } = request.body;
    return await users.create(callerOf(request), { ...user, notify });
  });
  serve(app, adminChangeUser, async (request) => {
    const { confirmPassword: _confirmed, ...change } = request.body;
    return users.change(callerOf(request), request.params.id, change);
  });
  registerEndings(app, users);
}

/** Deleting, bringing back, and helping a user in again. */
function registerEndings(app: TypedApp, users: AdminUserService): void {
  serve(app, adminDeleteUser, async (request) => {
    await users.remove(callerOf(request), request.params.id);
    return { deleted: true as const };
  });
  serve(app, adminRestoreUser, async (request) => users.restore(callerOf(request), request.params.id));
  serve(app, adminResetFactor, async (request) => {
    await users.resetFactor(callerOf(request), request.params.id);
    logSecurity(request, 'success', callerOf(request).userId);
    return { deleted: true as const };
  });
}
