import type { Role } from '@cuentos/contract/account-fields';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { sessionEnd } from '../lib/api/api-events.ts';
import { session } from '../lib/api/session.ts';
import { fakeApi } from '../testing/fake-api.ts';
import { requireRole } from './area-screens.tsx';

const encoded = (value: unknown) => btoa(JSON.stringify(value)).replaceAll('=', '');
const exp = Math.floor(Date.now() / 1000) + 900;
const tokensOf = (role: Role) => ({
  access_token: `x.${encoded({ role, exp })}.x`,
  refresh_token: `x.${encoded({ exp })}.x`,
});
const targetOf = (guard: Promise<void>) =>
  guard.then(
    () => 'in',
    (answer: unknown) => (answer as Response).headers.get('location'),
  );
/** Makes an API that answers the exchange of the refresh token. */
const renewedAs = (role: Role) => fakeApi({ 'POST /api/auth/refresh': { body: tokensOf(role) } });

beforeEach(() => sessionEnd.onEnd(() => session.forget()));
afterEach(() => {
  session.forget();
  localStorage.clear();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it.each<Role>(['admin', 'writter'])('lets a %s into the area of that name', async (role) => {
  session.store(tokensOf(role));
  await expect(targetOf(requireRole(role))).resolves.toBe('in');
});

it.each<[Role, Role]>([
  ['reader', 'admin'],
  ['writter', 'admin'],
  ['reader', 'writter'],
  ['admin', 'writter'],
])('sends a %s away from the area of a %s', async (own, area) => {
  session.store(tokensOf(own));
  renewedAs(own);
  await expect(targetOf(requireRole(area))).resolves.toBe('/not-authorized');
});

it('lets a person in whose role was granted after the token was made', async () => {
  session.store(tokensOf('reader'));
  renewedAs('admin');
  await expect(targetOf(requireRole('admin'))).resolves.toBe('in');
});

it('redirects to the login when the session has ended', async () => {
  session.store(tokensOf('reader'));
  fakeApi({ 'POST /api/auth/refresh': { status: 401, body: { detail: 'Session expired' } } });
  await expect(targetOf(requireRole('admin'))).resolves.toBe('/login');
});

it('offline makes no request: a known role decides, an unknown role passes while the token is valid', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  session.store(tokensOf('reader'));
  await expect(targetOf(requireRole('admin'))).resolves.toBe('/not-authorized');
  session.forget();
  localStorage.setItem('refresh_token', tokensOf('admin').refresh_token);
  await expect(targetOf(requireRole('admin'))).resolves.toBe('in');
});
