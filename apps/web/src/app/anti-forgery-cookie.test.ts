import { afterEach, expect, it } from 'vitest';
import { antiForgeryHeader } from '../lib/api/anti-forgery.ts';
import { ensureAntiForgeryCookie } from './anti-forgery-cookie.ts';

afterEach(() => {
  document.cookie = 'XSRF-TOKEN=; Path=/; Max-Age=0';
});

it('a page that brought no cookie makes one that its calls repeat, of 24 random bytes', () => {
  expect(antiForgeryHeader()).toEqual({});
  ensureAntiForgeryCookie();
  const { 'X-XSRF-TOKEN': token } = antiForgeryHeader();
  expect(token).toMatch(/^[0-9a-f]{48}$/);
  ensureAntiForgeryCookie();
  expect(antiForgeryHeader()).toEqual({ 'X-XSRF-TOKEN': token });
});

it('what the server gave stays', () => {
  document.cookie = 'XSRF-TOKEN=del-servidor; Path=/';
  ensureAntiForgeryCookie();
  expect(antiForgeryHeader()).toEqual({ 'X-XSRF-TOKEN': 'del-servidor' });
});
