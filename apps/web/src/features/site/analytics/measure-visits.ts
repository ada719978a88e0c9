import { createElement } from 'react';
import { ConsentBanner } from './consent-banner.tsx';
import { createRoot, type Root } from 'react-dom/client';
import { type ConsentChoice, countScreen, saveConsent, readConsent, startGoogleAnalytics } from './google-analytics.ts';
import { routePattern, type WatchedRouter } from './visit-tracking.ts';

/** Whether a screen is the reader's, where the question would cover a book's page. */
const isReading = (pattern: string) => pattern.startsWith('/reader/');

/** Google Analytics, where it is on: asks once, and counts screens by their pattern after a yes. */
export function measureVisits(router: WatchedRouter, measurementId: string): void {
  if (readConsent() === 'given') startGoogleAnalytics(measurementId);
  let banner: { readonly root: Root; readonly place: HTMLElement } | null = null;
  let last: string | null = null;

  const hide = () => {
    banner?.root.unmount();
    banner?.place.remove();
    banner = null;
  };
  const decide = (choice: ConsentChoice) => {
    saveConsent(choice);
    hide();
    if (choice === 'refused') return;
    startGoogleAnalytics(measurementId);
    countScreen(routePattern(router.state.matches));
  };
  const ask = () => {
    const place = document.body.appendChild(document.createElement('div'));
    banner = { place, root: createRoot(place) };
    banner.root.render(
      createElement(ConsentBanner, { onAccept: () => decide('given'), onRefuse: () => decide('refused') }),
    );
  };
  const look = ({ location, matches, navigation, initialized }: WatchedRouter['state']) => {
    if (!initialized || navigation.state !== 'idle' || location.pathname === last) return;
    last = location.pathname;
    const pattern = routePattern(matches);
    if (readConsent() === 'given') countScreen(pattern);
    const isConsentOpen = readConsent() === null && !isReading(pattern);
    if (isConsentOpen && !banner) ask();
    if (!isConsentOpen) hide();
  };
  router.subscribe(look);
  look(router.state);
}
