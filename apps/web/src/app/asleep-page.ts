import type { ScreenRoute } from '@cuentos/contract/site';
import { networkStatus } from '../device/network-status.ts';
import { referrerHost, sendPageView } from '../features/site/analytics/send-page-view.ts';
import { isTrackingUnwanted, standingScreen } from '../features/site/analytics/visit-tracking.ts';
import { appTexts } from '../features/site/app-texts.ts';
import { hasSavedToasts, toastStore } from '../ui/overlays/toast-store.ts';
import { runCoverPlaceholders } from '../ui/pictures/cover-placeholder.ts';
import { runSlider } from '../ui/pictures/run-slider.ts';
import { ensureAntiForgeryCookie } from './anti-forgery-cookie.ts';
import { focusOnArrival, isKept, registerLater } from './browser-duties.ts';
import { runPageParts } from './page-parts.ts';

/** Longest time of a browser's timer, ms. */
const TIMER_MAX_MS = 2 ** 31 - 1;

/** As long as a toast is shown (ui/overlays/toaster.tsx), ms. */
const SAID_MS = 8000;

/** Code that takes over islands of the page; loaded when an island needs it. */
const publicApp = async () => import('./public-app.tsx');

/**
 * Everything that a public page does without React, at idle time: it counts the visit, moves sliders that are in sight,
 * says of covers that do not come that they are not available, opens dialogs where the browser does not, shares, and has parts taken over that show something else to whom this
 * browser knows.
 */
export function startPage(): void {
  ensureAntiForgeryCookie();
  runPageParts();
  runCoverPlaceholders();
  runSlidersInSight();
  focusOnArrival();
  registerLater();
  void countVisit();
  showMessages();
  tellOfConnection();
  takeOverByItself();
}

/** A slider out of sight does not move. */
function runSlidersInSight(): void {
  const sliders = document.querySelectorAll<HTMLElement>('[data-slider]');
  const observer = new IntersectionObserver((moments) => {
    for (const { target, isIntersecting } of moments) {
      if (!isIntersecting) continue;
      observer.unobserve(target);
      runSlider(target as HTMLElement);
    }
  });
  for (const slider of sliders) observer.observe(slider);
  // A slider that is pressed before it was noticed handles that press.
  document.addEventListener(
    'click',
    ({ target }) => {
      const slider = (target as Element).closest<HTMLElement>('[data-slider]');
      if (slider) runSlider(slider);
    },
    { capture: true },
  );
}

const metaOf = (name: string) => document.querySelector<HTMLMetaElement>(`meta[name=${name}]`)?.content;

async function countVisit(): Promise<void> {
  const route = metaOf('screen');
  if (route === undefined || isTrackingUnwanted()) return;
  const measurementId = metaOf('measurement-id');
  if (measurementId) {
    void import('../features/site/analytics/measure-visits.ts').then(({ measureVisits }) =>
      measureVisits(standingScreen(route, {}), measurementId),
    );
  }
  const referrer = referrerHost();
  const date = await sendPageView({ route: route as ScreenRoute, ...(referrer ? { referrer } : {}) });
  if (date !== null) reloadAfter(Number(metaOf('until')) - Date.parse(date));
}

/** Reloads the page when a price or release date that it shows has passed, unless the page is in use. */
function reloadAfter(ms: number): void {
  if (!(ms > 0 && ms < TIMER_MAX_MS)) return;
  setTimeout(() => {
    const isInUse = document.querySelector('dialog[open]') ?? document.activeElement?.closest('[data-awake]');
    if (!isInUse) location.reload();
  }, ms + 1000);
}

/** Toasts need React: those of the page before, and those of this page. */
function showMessages(): void {
  const show = () =>
    void publicApp().then(
      ({ wakeFrame }) => wakeFrame(),
      () => {},
    );
  if (hasSavedToasts()) show();
  const forget = toastStore.subscribe(() => {
    forget();
    show();
  });
}

/** Shows that the connection is lost or restored, without a further script, which might not load then. */
function tellOfConnection(): void {
  const missedPress = () => document.getElementById('missed-press');
  const line = missedPress()?.cloneNode() as HTMLElement | undefined;
  if (!line) return;
  Object.assign(line, { id: 'connection', role: 'status', hidden: false });
  let timer: ReturnType<typeof setTimeout> | undefined;
  networkStatus.subscribe(() => {
    clearTimeout(timer);
    line.remove();
    // From then on the frame shows these messages itself (app-frame.tsx).
    if (document.querySelector('[data-island=frame][data-awake]')) return;
    // Both stand in one place: a press that was missed tells of the lost connection too, until that is back.
    if (!networkStatus.isOnline() && missedPress()?.hidden === false) return;
    missedPress()?.toggleAttribute('hidden', true);
    line.textContent = '';
    document.body.append(line);
    // Screen readers announce a text only if its live region was there before the text.
    setTimeout(() => {
      line.textContent = networkStatus.isOnline() ? appTexts.cameOnline : appTexts.wentOffline;
    });
    timer = setTimeout(() => line.remove(), SAID_MS);
  });
}

/** Islands with contents that only the browser knows. */
function takeOverByItself(): void {
  const isKnown = 'known' in document.documentElement.dataset || isKept('pocket') || isKept('sessionsToEnd');
  const parts = document.querySelectorAll<HTMLElement>(isKnown ? '[data-wakes]' : '[data-wakes=idle]');
  if (parts.length === 0 && !isKnown) return;
  void publicApp().then(
    async ({ startSession, wakeIsland }) => {
      startSession();
      for (const part of parts) await wakeIsland(part);
    },
    () => {},
  );
}
