import type { Tokens } from '@cuentos/contract/auth';
import type { ErrorBody } from '@cuentos/contract/error-codes';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { expect } from 'vitest';
import type { TestApp } from './build-test-app.ts';
import { TEST_PASSWORD } from './fixtures.ts';

interface Login {
  readonly username: string;
  readonly password?: string;
  readonly captcha?: string;
  /** Network address of the caller. */
  readonly from?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** POST /api/auth/ as the login form sends it. */
export async function login(
  test: TestApp,
  { username, password = TEST_PASSWORD, captcha, from, headers = {} }: Login,
): Promise<LightMyRequestResponse> {
  const form = new URLSearchParams({ username, password, ...(captcha === undefined ? {} : { captcha }) });
  return test.app.inject({
    method: 'POST',
    url: '/api/auth/',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: form.toString(),
    ...(from ? { remoteAddress: from } : {}),
  });
}

/** Exchanges a refresh token. */
export async function refresh(test: TestApp, token: string): Promise<LightMyRequestResponse> {
  return test.app.inject({ method: 'POST', url: '/api/auth/refresh', payload: { refresh_token: token } });
}

export const tokensOf = (response: LightMyRequestResponse): Tokens => response.json<Tokens>();

/** GET with a Bearer token. */
export async function get(
  test: TestApp,
  url: string,
  headers: InjectOptions['headers'] = {},
): Promise<LightMyRequestResponse> {
  return test.app.inject({ url, headers });
}

/** Returns status, code and text of a refusal, after checking that its body has exactly the contract's form. */
export function refusal(response: LightMyRequestResponse): {
  status: number;
  code: string;
  detail: string;
  fields?: Readonly<Record<string, string>>;
} {
  expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
  const { detail, code, request_id, ...rest } = response.json<ErrorBody>();
  expect(Object.keys(rest).filter((key) => key !== 'fields')).toEqual([]);
  expect(request_id).toBe(response.headers['x-request-id']);
  return { status: response.statusCode, code, detail, ...(rest.fields ? { fields: rest.fields } : {}) };
}
