import type { LinkTokenBody } from '@cuentos/contract/auth';
import * as endpoints from '@cuentos/contract/endpoints';
import { call } from '../../lib/api-client.ts';

/** Tells the server that the address in the mail is the user's; the token is the link's. */
export async function verifyAddress(token: string): Promise<void> {
  const json: LinkTokenBody = { token };
  await call(endpoints.verifyEmail, { json, handles: 'all' });
}

/** Asks for another mail with the link. */
export async function resendVerification(): Promise<void> {
  await call(endpoints.sendVerification);
}
