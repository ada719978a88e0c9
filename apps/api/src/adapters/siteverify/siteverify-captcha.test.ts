import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { CaptchaUnavailable } from '../../ports/captcha.ts';
import { createSiteverifyCaptcha } from './siteverify-captcha.ts';

let provider: Server;
let answer: { readonly status: number; readonly body?: unknown; readonly location?: string };
const requests: { readonly path: string; readonly form: string }[] = [];
beforeAll(async () => {
  provider = createServer((request, response) => {
    void text(request).then((form) => {
      requests.push({ path: request.url ?? '', form });
      response.writeHead(answer.status, answer.location ? { location: answer.location } : {});
      response.end(JSON.stringify(answer.body ?? { success: true }));
    });
  });
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
});
beforeEach(() => {
  answer = { status: 200 };
  requests.length = 0;
});
afterAll(async () => new Promise((resolve) => provider.close(resolve)));

const verify = async (solution: string) =>
  createSiteverifyCaptcha({
    provider: 'turnstile',
    siteKey: 'site',
    secret: 'secret & more',
    host: 'shop.test',
    endpoint: `http://127.0.0.1:${(provider.address() as AddressInfo).port}/siteverify`,
  }).verify(solution, 'login', '203.0.113.1');

it('the captcha answer is sent form-encoded, whatever characters it contains', async () => {
  expect(await verify('a&secret=x')).toBe(true);
  expect(Object.fromEntries(new URLSearchParams(requests[0]?.form))).toEqual({
    secret: 'secret & more',
    response: 'a&secret=x',
    remoteip: '203.0.113.1',
  });
});

it('an empty captcha answer is refused without asking the provider', async () => {
  expect(await verify('')).toBe(false);
  expect(requests).toEqual([]);
});

it.each([
  ['a refused one', { success: false }],
  ['no verdict', {}],
  ['one given on another site', { success: true, hostname: 'evil.test' }],
  ['one given for another form', { success: true, hostname: 'shop.test', action: 'register' }],
])('refuses %s', async (_, body) => {
  answer = { status: 200, body };
  expect(await verify('x')).toBe(false);
});

it('a redirect is not followed, so that the secret reaches only the provider', async () => {
  answer = { status: 307, location: '/elsewhere' };
  await expect(verify('x')).rejects.toThrow(CaptchaUnavailable);
  expect(requests.map(({ path }) => path)).toEqual(['/siteverify']);
});
