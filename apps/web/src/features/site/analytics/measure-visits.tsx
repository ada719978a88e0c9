import { createRoot, type Root } from 'react-dom/client';
import { Button } from '../../../ui/button.tsx';
import { consentTexts as t } from './consent-texts.ts';
import { type ConsentChoice, countScreen, saveConsent, readConsent, startGoogleAnalytics } from './google-analytics.ts';
import { routePattern, type WatchedRouter } from './visit-tracking.ts';

/** A question across a page of a book would be in its way. */
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
    banner.root.render(<ConsentBanner onAccept={() => decide('given')} onRefuse={() => decide('refused')} />);
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

interface ConsentBannerProps {
  readonly onAccept: () => void;
  readonly onRefuse: () => void;
}

/** A small question at the foot; both answers look the same and are one tap away. */
function ConsentBanner({ onAccept, onRefuse }: ConsentBannerProps) {
  return (
    <section
      aria-label={t.bannerLabel}
      className="fixed inset-x-0 bottom-0 z-40 border-t border-line bg-sheet shadow-modal motion-safe:animate-[fade-in_200ms]"
    >
      <div className="wrap grid gap-3 py-4 md:flex md:items-center md:gap-8">
        <p className="text-sm text-ink-2">
          {t.question} {/* The banner stands outside the router: a plain link. */}
          <a href="/privacy-policy" className="link">
            {t.more}
          </a>
        </p>
        <div className="grid shrink-0 grid-cols-2 gap-2 md:ml-auto">
          <Button onClick={onRefuse}>{t.refuse}</Button>
          <Button onClick={onAccept}>{t.accept}</Button>
        </div>
      </div>
    </section>
  );
}
