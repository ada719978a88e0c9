import type { Role } from '@cuentos/contract/auth';
import { session } from '../lib/session.ts';

const part = (value: unknown) => btoa(JSON.stringify(value)).replaceAll('=', '');

/** Puts tokens of a user in place, as a login does. */
export function signInAs(uid: string, role: Role = 'reader'): void {
  const exp = Math.floor(Date.now() / 1000) + 3600;
  const token = (kind: string) => `${part({ alg: 'none' })}.${part({ kind, uid, role, exp })}.x`;
  session.store({ access_token: token('access'), refresh_token: token('refresh') });
}
