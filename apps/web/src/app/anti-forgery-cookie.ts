import { antiForgeryHeader } from '../lib/api/anti-forgery.ts';

const YEAR_S = 31_536_000;

/**
 * Makes the cookie that calls repeat in a header, where there is none: a public page is the same for everybody and brings
 * none. It protects because a page of another site can neither read nor write it.
 * Apart from the header, which the reader's script needs too.
 */
export function ensureAntiForgeryCookie(): void {
  if (antiForgeryHeader()['X-XSRF-TOKEN']) return;
  const bytes = crypto.getRandomValues(new Uint8Array(24));
  const token = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `XSRF-TOKEN=${token}; Path=/; Max-Age=${YEAR_S}; SameSite=Lax${secure}`;
}
