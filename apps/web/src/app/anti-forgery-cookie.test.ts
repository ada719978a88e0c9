import { afterEach, expect, it } from 'vitest';
import { antiForgeryHeader } from '../lib/api/anti-forgery.ts';
import { ensureAntiForgeryCookie } from './anti-forgery-cookie.ts';

afterEach(() => {
  document.cookie = 'XSRF-TOKEN=; Path=/; Max-Age=0';
});

it('a page without the cookie makes one of 24 random bytes, which its calls repeat', () => {
  expect(antiForgeryHeader()).toEqual({});
  ensureAntiForgeryCookie();
  const { 'X-XSRF-TOKEN': token } = antiForgeryHeader();
  expect(token).toMatch(/^[0-9a-f]{48}$/);
  ensureAntiForgeryCookie();
  expect(antiForgeryHeader()).toEqual({ 'X-XSRF-TOKEN': token });
});

it('the server’s cookie is kept', () => {
  document.cookie = 'XSRF-TOKEN=del-servidor; Path=/';
  ensureAntiForgeryCookie();
  expect(antiForgeryHeader()).toEqual({ 'X-XSRF-TOKEN': 'del-servidor' });
});
