import type { LoginBody, RegisterBody } from '@cuentos/contract/auth';
import * as endpoints from '@cuentos/contract/endpoints';
import { call } from '../../lib/api-client.ts';
import { ApiError } from '../../lib/api-error.ts';
import { session } from '../../lib/session.ts';

/** POST /api/auth/ as form data; keeps the tokens. Throws ApiError. */
export async function signIn({ username, password, captcha }: LoginBody): Promise<void> {
  const form = { username, password, ...(captcha ? { captcha } : {}) };
  session.store(await call(endpoints.login, { form, handles: 'all' }));
}

/**
 * POST /api/users/.
 * @returns false on 401, which means that the captcha was refused. Other failures are thrown.
 */
export async function register(body: RegisterBody): Promise<boolean> {
  try {
    await call(endpoints.register, { json: body, handles: [401, 409, 422] });
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return false;
    throw error;
  }
}
