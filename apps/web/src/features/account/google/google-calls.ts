import type { GoogleLoginBody, GoogleNonce, Tokens } from '@cuentos/contract/auth';
import { paths } from '@cuentos/contract/paths';
import { callApi } from '../../../lib/api-client.ts';
import { session } from '../../../lib/session.ts';

/** One-time value that ties Google's answer to this page. */
export async function fetchGoogleNonce(): Promise<string> {
  const { nonce } = await callApi<GoogleNonce>(paths.googleNonce, { quiet: true, handles: 'all' });
  return nonce;
}

/** POST /api/auth/login_with_google; keeps the tokens. Throws ApiError. */
export async function signInWithGoogle(credential: string): Promise<void> {
  const json: GoogleLoginBody = { credential };
  session.store(await callApi<Tokens>(paths.googleLogin, { method: 'POST', json, handles: 'all' }));
}
