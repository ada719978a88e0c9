import type { LightMyRequestResponse } from 'fastify';
import { expect } from 'vitest';
import type { TestApp } from '../../../testing/build-test-app.ts';
import { mailsTo } from '../../../testing/mails.ts';

const ANA = 'ana@ejemplo.cl';

/** A mailed code, with the cookie of the browser that requested it. */
export interface Asked {
  readonly email: string;
  readonly code: string;
  readonly cookie: string;
}

/** Steps of a person who signs in by a mailed code. */
export function entryCodeSteps(shop: () => TestApp) {
  let homes = 0;
  /** A network address of another person. */
  const elsewhere = (): string => `198.51.100.${(homes += 1) % 250}`;
  /** Requests a code; the answer's cookie identifies the browser. */
  const ask = async (email = ANA, from = elsewhere()): Promise<LightMyRequestResponse> => {
    const { app, clock } = shop();
    // Mails of the same millisecond have no defined order.
    clock.time += 1;
    return app.inject({ method: 'POST', url: '/api/auth/entry_code', payload: { email }, remoteAddress: from });
  };
  const codesTo = async (email: string): Promise<string[]> =>
    (await mailsTo(shop(), email))
      .filter(({ template }) => template === 'entry-code')
      .map(({ text }) => /^\d{6}$/m.exec(text)?.[0] ?? '');
  const cookieOf = (response: LightMyRequestResponse): string =>
    response.cookies.find(({ name }) => name.endsWith('entry-request'))?.value ?? '';
  return {
    elsewhere,
    ask,
    codesTo,
    async asked(email = ANA): Promise<Asked> {
      const response = await ask(email);
      expect(response.statusCode, response.body).toBe(200);
      return { email, code: (await codesTo(email)).at(-1) ?? '', cookie: cookieOf(response) };
    },
    async enter({ email, code, cookie }: Asked, from = elsewhere()): Promise<LightMyRequestResponse> {
      const { app, clock } = shop();
      clock.time += 1;
      return app.inject({
        method: 'POST',
        url: '/api/auth/entry_code/enter',
        payload: { email, code },
        remoteAddress: from,
        cookies: { 'XSRF-TOKEN': 'abc', ...(cookie === '' ? {} : { 'entry-request': cookie }) },
        headers: { 'x-xsrf-token': 'abc' },
      });
    },
  };
}
