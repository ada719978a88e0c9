import type { ForgotPasswordBody, ResetPasswordBody, UpdatePasswordBody } from '@cuentos/contract/auth';
import * as endpoints from '@cuentos/contract/endpoints';
import { call } from '../../lib/api-client.ts';
import { ApiError } from '../../lib/api-error.ts';
import { refreshSession } from '../../lib/refresh-session.ts';
import { session } from '../../lib/session.ts';
import { startSession } from '../../lib/start-session.ts';

/** POST /api/auth/forgot-password: the server mails the steps, if there is such an account. */
export async function askForRecovery(email: string, captcha: string | undefined): Promise<void> {
  const json: ForgotPasswordBody = { email, ...(captcha ? { captcha } : {}) };
  await call(endpoints.forgotPassword, { json, handles: 'all' });
}

/** POST /api/auth/reset-password. */
export async function resetPassword(token: string, newPassword: string): Promise<void> {
  const json: ResetPasswordBody = { token, new_password: newPassword };
  await call(endpoints.resetPassword, { json, handles: 'all' });
}

/**
 * POST /api/auth/update-password; `currentPassword` when the server asks for it.
 */
export async function updatePassword(password: string, currentPassword: string): Promise<void> {
  // The client renews no session for the auth calls, and this one needs it.
  await startSession();
  const json: UpdatePasswordBody = { password, ...(currentPassword ? { current_password: currentPassword } : {}) };
  const used = session.accessToken();
  const send = () => call(endpoints.updatePassword, { json, handles: 'all' });
  try {
    await send();
  } catch (error) {
    // A device whose clock is behind takes an old access token for a good one.
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
    if ((await refreshSession(used)) !== 'refreshed') throw error;
    await send();
  }
}
