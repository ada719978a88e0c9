import { Secret, TOTP } from 'otpauth';
import type { FactorEnrolment } from '@cuentos/contract/second-factor';
import { expect } from 'vitest';
import type { TestApp } from '../../../testing/build-test-app.ts';
import { addReader, type SignedIn } from '../../../testing/fixtures.ts';

export const FACTOR_URL = '/api/users/me/second_factor';

/** Returns the code that an authenticator app shows for a secret at a time. */
export function codeAt(secret: string, time: number): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: time });
}

/** A user with a second factor, whose session has just entered a code. */
export interface Enrolled extends SignedIn {
  readonly secret: string;
  readonly codes: readonly string[];
}

/** Sets up a second factor by the calls that the profile screen makes. */
export async function enrol(test: TestApp, user: SignedIn): Promise<Enrolled> {
  const begun = await test.app.inject({ method: 'POST', url: FACTOR_URL, headers: user.headers, payload: {} });
  expect(begun.statusCode, begun.body).toBe(200);
  const { secret } = begun.json<FactorEnrolment>();
  const done = await test.app.inject({
    method: 'POST',
    url: `${FACTOR_URL}/activate`,
    headers: user.headers,
    payload: { code: codeAt(secret, test.clock.time) },
  });
  expect(done.statusCode, done.body).toBe(200);
  // Moves on to the next code, since the first one is used up.
  test.clock.time += 30_000;
  return { ...user, secret, codes: done.json<{ codes: string[] }>().codes };
}

/** Adds an admin with a password and a second factor. */
export async function addEnrolledAdmin(test: TestApp): Promise<Enrolled> {
  return enrol(test, await addReader(test, { role: 'admin', withPassword: true }));
}
