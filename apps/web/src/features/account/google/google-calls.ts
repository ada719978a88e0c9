import type { GoogleLoginBody } from '@cuentos/contract/auth';
import * as endpoints from '@cuentos/contract/endpoints';
import { call } from '../../../lib/api-client.ts';
import { session } from '../../../lib/session.ts';

/** One-time value that ties Google's answer to this page. */
export async function fetchGoogleNonce(): Promise<string> {
  const { nonce } = await call(endpoints.googleNonce, { quiet: true, handles: 'all' });
  return nonce;
}

/** POST /api/auth/login_with_google; keeps the tokens. Throws ApiError. */
export async function signInWithGoogle(credential: string): Promise<void> {
  const json: GoogleLoginBody = { credential };
  session.store(await call(endpoints.googleLogin, { json, handles: 'all' }));
}
