import { listAppPasswords, makeAppPassword, removeAppPassword } from '@cuentos/contract/app-passwords';
import { callerOf } from '../../platform/http/access.ts';
import { serve, type TypedApp } from '../../platform/http/serve.ts';
import { logSecurity } from '../../platform/log/request-log.ts';
import type { AppPasswordService } from './app-password-service.ts';

/** 'Leer en otras apps': the passwords of the caller's reading apps. */
export function registerAppPasswordRoutes(app: TypedApp, appPasswords: AppPasswordService): void {
  serve(app, listAppPasswords, async (request) => appPasswords.list(callerOf(request)));
  serve(app, makeAppPassword, async (request) => {
    const made = await appPasswords.make(callerOf(request), request.body);
    logSecurity(request, 'success', callerOf(request).userId);
    return made;
  });
  serve(app, removeAppPassword, async (request) => {
    await appPasswords.remove(callerOf(request), request.params.id);
    logSecurity(request, 'success', callerOf(request).userId);
  });
}
