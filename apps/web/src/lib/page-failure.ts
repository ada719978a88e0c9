import { reportPageFailure } from '@cuentos/contract/site';
import { antiForgeryHeader } from './api/anti-forgery.ts';
import { ApiError } from './api/api-error.ts';

/** Largest number of reports of a page. */
const MOST = 3;
const reportedCauses = new Set<unknown>();

/**
 * Reports to the shop's log why a page could not be shown: at once or never, without a connection never. A request that
 * the server refused is in its log already.
 * @param kind whether its code failed to load, or to render
 */
export function tellPageFailure(kind: 'code' | 'screen', cause: unknown): void {
  if (!(cause instanceof Error) || cause instanceof ApiError) return;
  if (!navigator.onLine || reportedCauses.has(cause) || reportedCauses.size >= MOST) return;
  reportedCauses.add(cause);
  const { pathname: page } = location;
  const place = /[\w.-]+[.]js:\d+:\d+/.exec(cause.stack ?? '')?.[0];
  const build = /[\w.-]+[.]js$/.exec(document.querySelector<HTMLScriptElement>('script[type=module]')?.src ?? '')?.[0];
  // Not a beacon, which cannot carry the anti-forgery header; a `keepalive` request outlives the page too.
  void fetch(reportPageFailure.path, {
    method: reportPageFailure.method,
    keepalive: true,
    headers: { 'content-type': 'application/json', ...antiForgeryHeader() },
    body: JSON.stringify({ kind, page, message: `${cause.name}: ${cause.message}`.slice(0, 300), place, build }),
  }).catch(() => {});
}
