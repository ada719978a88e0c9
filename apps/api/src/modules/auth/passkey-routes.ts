import {
  addPasskey,
  beginPasskey,
  enterWithPasskey,
  getPasskeyRequest,
  listOwnPasskeys,
  removePasskey,
  renamePasskey,
} from '@cuentos/contract/passkeys';
import { callerOf } from '../../platform/http/access.ts';
import { serve, type TypedApp } from '../../platform/http/serve.ts';
import { logSecurity } from '../../platform/log/request-log.ts';
import { browserOf, leaveDeviceSecret } from './known-device.ts';
import type { PasskeyService } from './passkey-service.ts';

interface PasskeyServices {
  readonly passkeys: PasskeyService;
  readonly secureCookie: boolean;
}

/** Entering with a passkey, and what its owner does with it. */
export function registerPasskeyRoutes(app: TypedApp, { passkeys, secureCookie }: PasskeyServices): void {
  serve(app, getPasskeyRequest, async () => passkeys.request());
  serve(app, enterWithPasskey, async (request, reply) => {
    const entry = await passkeys.enter(request.body.response, browserOf(request));
    logSecurity(request, 'success', entry.userId);
    leaveDeviceSecret(reply, entry.device, secureCookie);
    return entry.tokens;
  });
  registerPasskeyAdding(app, passkeys);
  registerPasskeyChanges(app, passkeys);
}

function registerPasskeyAdding(app: TypedApp, passkeys: PasskeyService): void {
  serve(app, beginPasskey, async (request) => {
    const creation = await passkeys.begin(callerOf(request), request.body.current_password);
    logSecurity(request, 'success', callerOf(request).userId);
    return creation;
  });
  serve(app, addPasskey, async (request) => {
    await passkeys.add(callerOf(request), request.body);
    logSecurity(request, 'success', callerOf(request).userId);
  });
}

function registerPasskeyChanges(app: TypedApp, passkeys: PasskeyService): void {
  serve(app, listOwnPasskeys, async (request) => passkeys.list(callerOf(request)));
  serve(app, renamePasskey, async (request) => {
    await passkeys.rename(callerOf(request), request.params.id, request.body.name);
  });
  serve(app, removePasskey, async (request) => {
    await passkeys.remove(callerOf(request), request.params.id);
    logSecurity(request, 'success', callerOf(request).userId);
  });
}
