import type { LightMyRequestResponse } from 'fastify';
import { afterEach, beforeEach, expect } from 'vitest';
import { buildTestApp, type TestApp } from '../../../testing/build-test-app.ts';
import { mailsTo, sendRecoveries, tokenIn } from '../../../testing/mails.ts';

export let test: TestApp;

export const NEW_PASSWORD = 'otra-clave-bien-larga';
export const post = async (url: string, payload?: object | string, headers = {}, remoteAddress = '203.0.113.1') =>
  test.app.inject({ method: 'POST', url, remoteAddress, headers, ...(payload === undefined ? {} : { payload }) });
export const forgot = async (email: unknown, from?: string): Promise<LightMyRequestResponse> =>
  post('/api/auth/forgot-password', { email }, {}, from);
export const reset = async (token: string, new_password = NEW_PASSWORD) =>
  post('/api/auth/reset-password', { token, new_password });
export const stale = {
  status: 400,
  code: 'reset_token_invalid',
  detail: 'Ha pasado mucho tiempo desde que solicitó cambiar la contraseña, intente solicitarla nuevamente',
};
export const recoveries = async (email: string) =>
  (await mailsTo(test, email)).filter(({ template }) => template === 'recover');

/** Requests a recovery link and returns its token. */
export async function linkFor(email: string, from?: string): Promise<string> {
  // Mails of the same millisecond have no defined order.
  test.clock.time += 1;
  expect((await forgot(email, from)).statusCode).toBe(200);
  await sendRecoveries(test);
  return tokenIn((await recoveries(email)).at(-1), 'recover-password');
}

/** Opens a shop for each test. */
export function stageRecovery(): void {
  beforeEach(async () => {
    test = await buildTestApp();
  });
  afterEach(async () => test.close());
}
