import { countPageView, type PageViewBody, type ScreenRoute } from '@cuentos/contract/site';
import { antiForgeryHeader } from '../../../lib/api/anti-forgery.ts';
import { learnServerTime } from '../../../lib/clock.ts';
import { isTrackingUnwanted, routePattern, type WatchedRouter } from './visit-tracking.ts';

/** Host of the site that led here; never the whole address. */
function referrerHost(): string {
  const host = document.referrer === '' ? '' : new URL(document.referrer).host;
  return host === location.host ? '' : host;
}

function send(body: PageViewBody): void {
  // Not a beacon: that cannot carry the anti-forgery header. `keepalive` outlives the page all the same.
  void fetch(countPageView.path, {
    method: countPageView.method,
    keepalive: true,
    headers: { 'content-type': 'application/json', ...antiForgeryHeader() },
    body: JSON.stringify(body),
  }).then(
    ({ headers }) => learnServerTime(headers.get('date')),
    () => {},
  );
}

/**
 * Reports a page view on each navigation, by the pattern of its route.
 * @param measurementId of Google Analytics, which asks first; null where it is off.
 */
export function reportPageViews(router: WatchedRouter, measurementId?: string | null): void {
  if (isTrackingUnwanted()) return;
  if (measurementId) void import('./measure-visits.tsx').then((visits) => visits.measureVisits(router, measurementId));
  let last: string | null = null;
  const look = ({ location, matches, navigation, initialized }: WatchedRouter['state']) => {
    // A tidied query or a jump on the page is no other page.
    if (!initialized || navigation.state !== 'idle' || location.pathname === last) return;
    const referrer = last === null ? referrerHost() : '';
    last = location.pathname;
    send({ route: routePattern(matches) as ScreenRoute, ...(referrer ? { referrer } : {}) });
  };
  router.subscribe(look);
  look(router.state);
}
