import { changeEmail, confirmEmail, register, undoEmail } from '@cuentos/contract/auth';
import { changeProfile, getProfile } from '@cuentos/contract/users';
import { callerOf, clientOf } from '../../platform/http/access.ts';
import { serve, type TypedApp } from '../../platform/http/serve.ts';
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
  serve(app, register, async (request, reply) => {
    const { name, email, password, captcha } = request.body;
    const entry = await accounts.register({ name, email, password, captcha }, clientOf(request));
    logSecurity(request, 'success', entry.userId);
    leaveDeviceSecret(reply, entry.device, secureCookie);
    return entry.tokens;
  });
  serve(app, getProfile, async (request) => users.profile(callerOf(request).userId));
  serve(app, changeProfile, async (request) => users.rename(callerOf(request).userId, request.body.name));
}

/** Change of the account's address: requested inside, confirmed at the new address, undone at the old one. */
function registerEmailChange(app: TypedApp, emailChange: EmailChangeService): void {
  serve(app, changeEmail, async (request) => {
    const { email, current_password: current } = request.body;
    await emailChange.ask(callerOf(request), email, current);
    logSecurity(request, 'success', callerOf(request).userId);
  });
  serve(app, confirmEmail, async (request) => {
    await emailChange.confirm(request.body.token, browserOf(request));
  });
  serve(app, undoEmail, async (request) => {
    await emailChange.undo(request.body.token);
  });
}
