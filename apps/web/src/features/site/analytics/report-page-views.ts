import type { ScreenRoute } from '@cuentos/contract/site';
import { learnServerTime } from '../../../lib/clock.ts';
import { referrerHost, sendPageView } from './send-page-view.ts';
import { isTrackingUnwanted, routePattern, type WatchedRouter } from './visit-tracking.ts';

/**
 * Reports a page view on each navigation, by the pattern of its route.
 * @param measurementId of Google Analytics, which asks first; null where it is off.
 */
export function reportPageViews(router: WatchedRouter, measurementId?: string | null): void {
  if (isTrackingUnwanted()) return;
  if (measurementId) void import('./measure-visits.ts').then((visits) => visits.measureVisits(router, measurementId));
  let last: string | null = null;
  const look = ({ location, matches, navigation, initialized }: WatchedRouter['state']) => {
    // A changed query or a jump on the page is no new page view.
    if (!initialized || navigation.state !== 'idle' || location.pathname === last) return;
    const referrer = last === null ? referrerHost() : '';
    last = location.pathname;
    const route = routePattern(matches) as ScreenRoute;
    void sendPageView({ route, ...(referrer ? { referrer } : {}) }).then(learnServerTime);
  };
  router.subscribe(look);
  look(router.state);
}
