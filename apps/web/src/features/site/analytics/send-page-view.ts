import { countPageView, type PageViewBody } from '@cuentos/contract/site';
import { antiForgeryHeader } from '../../../lib/api/anti-forgery.ts';

/** Host of the referring site; never the whole address. */
export function referrerHost(): string {
  const host = document.referrer === '' ? '' : new URL(document.referrer).host;
  return host === location.host ? '' : host;
}

/** Counts a page view. @returns the server's time in its answer; null without one */
export async function sendPageView(body: PageViewBody): Promise<string | null> {
  try {
    // Not a beacon, which cannot carry the anti-forgery header. A `keepalive` request outlives the page too.
    const { headers } = await fetch(countPageView.path, {
      method: countPageView.method,
      keepalive: true,
      headers: { 'content-type': 'application/json', ...antiForgeryHeader() },
      body: JSON.stringify(body),
    });
    return headers.get('date');
  } catch {
    return null;
  }
}
