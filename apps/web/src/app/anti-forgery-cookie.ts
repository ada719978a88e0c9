import { antiForgeryHeader } from '../lib/api/anti-forgery.ts';

const YEAR_S = 31_536_000;

/**
 * Makes the cookie that calls repeat in a header, if the browser has none: a public page is the same for everybody and
 * sets no cookie. It protects because a page of another site can neither read nor write it. This module does not
 * contain the header, because the reader's script needs that too.
 */
export function ensureAntiForgeryCookie(): void {
  if (antiForgeryHeader()['X-XSRF-TOKEN']) return;
  const bytes = crypto.getRandomValues(new Uint8Array(24));
  const token = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `XSRF-TOKEN=${token}; Path=/; Max-Age=${YEAR_S}; SameSite=Lax${secure}`;
}
