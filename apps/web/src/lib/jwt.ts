import type { AccessClaims } from '@cuentos/contract/auth';

/** Claims of a token, without checking its signature (the server does); null when it cannot be read. */
export function readClaims(token: string | null): Partial<AccessClaims> | null {
  const payload = token?.split('.')[1];
  if (!payload) return null;
  try {
    const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0));
    const claims: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return typeof claims === 'object' ? claims : null;
  } catch {
    return null;
  }
}

/** Whether the token's `exp` lies in the future. */
export function isUnexpired(token: string | null, now = Date.now()): boolean {
  const exp = readClaims(token)?.exp;
  return typeof exp === 'number' && exp * 1000 > now;
}
