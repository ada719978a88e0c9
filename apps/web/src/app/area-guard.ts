import type { Role } from '@cuentos/contract/auth';
import { redirect } from 'react-router';
import { refreshSession } from '../lib/refresh-session.ts';
import { session } from '../lib/session.ts';
import { isOnline } from '../offline/network-status.ts';

/**
 * Second guard of the working areas, after `requireSession`: the role in the token; whoever has another one
 * goes to /not-authorized. A role given since the token was made shows in a new token only, so that is asked for first.
 * Offline without a token of this page load the role is not known, and the term of the refresh token decides alone.
 */
export async function requireRole(role: Role): Promise<void> {
  if (session.claims()?.role === role) return;
  if (isOnline() && session.accessToken() !== null) {
    const outcome = await refreshSession(session.accessToken());
    // oxlint-disable-next-line only-throw-error -- the router's way to redirect
    if (outcome === 'ended' || outcome === 'none') throw redirect('/login');
  }
  const known = session.claims()?.role;
  // oxlint-disable-next-line only-throw-error -- the router's way to redirect
  if (known !== undefined && known !== role) throw redirect('/not-authorized');
}
