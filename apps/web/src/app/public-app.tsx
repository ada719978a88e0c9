import { type ReactNode, startTransition, StrictMode, useEffect } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { standingScreen } from '../features/site/analytics/visit-tracking.ts';
import { followPocketCount } from '../features/site/pocket-count.ts';
import { loadCode } from '../lib/load-code.ts';
import { session } from '../lib/api/session.ts';
import { type PageData, readPageData } from '../lib/page-data.ts';
import { ScreenContext } from '../lib/screen-data.ts';
import { type Navigation, NavigationContext } from '../ui/use-navigation.ts';
import { ensureAntiForgeryCookie } from './anti-forgery-cookie.ts';
import { Providers } from './app-frame.tsx';
import { publicSources } from './public-sources.ts';
import { startBrowser } from './browser-start.ts';
import { focusOnArrival } from './browser-duties.ts';
import { documentNavigation } from './document-navigation.ts';
import { ErrorScreen, FailureBoundary } from './failure-boundary.tsx';
import { showPageLoad } from './page-load-overlay.ts';
import { hearStepsFirst } from '../ui/overlays/back-closes.ts';
import { PublicPage } from './public-page.tsx';
import { loadScreenData, matchScreen } from './public-screens.ts';

let navigation: Navigation | null = null;

/** Listens to steps in the history before all other listeners; provides the navigation away from the page. */
function navigate(): Navigation {
  if (navigation) return navigation;
  ensureAntiForgeryCookie();
  hearStepsFirst();
  navigation = documentNavigation();
  return navigation;
}

let hasSession = false;

/** Session of this page, its messages, and the toasts left by the page before. */
export function startSession(): void {
  if (hasSession) return;
  hasSession = true;
  startBrowser(navigate().go);
  followPocketCount();
}

/** Islands that React has taken over, or is taking over. */
const takenOver = new Map<HTMLElement, Promise<void>>();

/**
 * Takes over an island of the server-rendered page, and the messages with it; the page around it stays unchanged.
 * @param typed values typed so far
 * @returns resolves when the island handles events
 */
export async function wakeIsland(place: HTMLElement, typed?: Map<HTMLInputElement, string>): Promise<void> {
  startSession();
  const done = takenOver.get(place) ?? hydrateIsland(place);
  takenOver.set(place, done);
  await Promise.all([done, wakeFrame()]);
  if (typed) retype(new Map([...typed].filter(([field]) => place.contains(field))));
}

/** Takes over the layers over the page: messages, questions, the loader. */
export async function wakeFrame(): Promise<void> {
  startSession();
  const frame = document.querySelector<HTMLElement>('[data-island=frame]');
  if (!frame) return;
  const done = takenOver.get(frame) ?? hydrateIsland(frame);
  takenOver.set(frame, done);
  await done;
}

let pageData: PageData | null = null;

async function hydrateIsland(place: HTMLElement): Promise<void> {
  const { island = '', of = '' } = place.dataset;
  // A page of one form has none of them.
  const { islands } = await import('./islands.tsx');
  const Island = islands[island];
  if (!Island) throw new Error(`no island ${island}`);
  pageData ??= readPageData();
  const input = { params: matchScreen(location.pathname)?.params ?? {}, data: pageData?.data ?? null };
  await nextTask();
  await new Promise<void>((resolve) => {
    const part = (
      <StrictMode>
        <Shown onShown={resolve}>
          <NavigationContext value={navigate()}>
            <Providers site={pageData?.site ?? null} renderedAt={pageData?.renderedAt ?? null}>
              <ScreenContext value={input}>
                <FailureBoundary instead={null}>
                  <Island id={of} />
                </FailureBoundary>
              </ScreenContext>
            </Providers>
          </NavigationContext>
        </Shown>
      </StrictMode>
    );
    startTransition(() => void hydrateRoot(place, part));
  });
  place.dataset['awake'] = '';
}

/**
 * Takes over the public page that the server rendered, or renders it into the bare shell: without a connection, during
 * development, after a failure of the server.
 * @param typed values typed so far; they are collected until the page handles events
 * @returns resolves when the page handles events
 */
export async function startPublicPage(root: HTMLElement, typed: Map<HTMLInputElement, string>): Promise<void> {
  const rendered = root.firstElementChild !== null;
  const elsewhere = rendered ? null : insteadOf(location.pathname);
  const matched = matchScreen(location.pathname);
  if (elsewhere !== null || !matched) return location.replace(elsewhere ?? '/not-found');
  noteFilled(root, typed);
  const page = readPageData();
  const ways = navigate();
  const done = showPageLoad(location.pathname);
  try {
    const [Screen, loaded] = await Promise.all([
      loadCode(matched.screen.load),
      rendered && page ? { data: page.data } : loadScreenData(matched, publicSources),
    ]);
    if (!loaded) return location.replace('/not-found');
    const screen = (
      <NavigationContext value={ways}>
        <PublicPage
          site={page?.site ?? null}
          renderedAt={page?.renderedAt ?? null}
          input={{ params: matched.params, data: loaded.data }}
        >
          <Screen />
        </PublicPage>
      </NavigationContext>
    );
    await show(root, screen, rendered);
  } catch (error) {
    // The server-rendered page stays readable without its script.
    if (rendered) throw error;
    await show(
      root,
      <Providers site={page?.site ?? null} renderedAt={null}>
        <ErrorScreen />
      </Providers>,
      false,
    );
  } finally {
    done();
  }
  retype(typed);
  startSession();
  void import('./page-parts.ts').then(
    ({ runPageParts }) => runPageParts(),
    () => {},
  );
  focusOnArrival();
  fetchAhead();
  void import('../features/site/analytics/report-page-views.ts').then(({ reportPageViews }) =>
    reportPageViews(standingScreen(matched.screen.path, matched.params), page?.site.googleAnalyticsId),
  );
}

/** Collects the fields that the browser filled in itself, which fires no event. */
function noteFilled(root: HTMLElement, typed: Map<HTMLInputElement, string>): void {
  for (const field of root.querySelectorAll('input')) {
    if (field.value !== field.defaultValue) typed.set(field, field.value);
  }
}

/**
 * Repeats typing events for React, which would otherwise reset the fields to its own empty values, and then blur events
 * of the fields that were left: errors are shown on leaving a field.
 */
function retype(typed: ReadonlyMap<HTMLInputElement, string>): void {
  const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
  for (const [field, value] of [...typed]) {
    for (const next of ['', value]) {
      setValue?.call(field, next);
      field.dispatchEvent(new Event('input', { bubbles: true }));
    }
  }
  // After the values are in the fields.
  setTimeout(() => {
    for (const field of typed.keys())
      if (field !== document.activeElement) field.dispatchEvent(new FocusEvent('focusout', { bubbles: true }));
  });
}

/** Address to which the bare shell leads from an address without a screen; null where it shows one. */
function insteadOf(pathname: string): string | null {
  // Address of the library in the first shop.
  if (pathname === '/home') return '/user-library';
  // The server never answers `/` with the bare shell, so this copy came from the service worker: there is no
  // connection, and the library stands in.
  return import.meta.env.PROD && pathname === '/' && session.isRefreshTokenValid() ? '/user-library' : null;
}

/** @returns resolves when the screen is shown and its effects have run */
async function show(root: HTMLElement, screen: ReactNode, rendered: boolean): Promise<void> {
  if (rendered) await nextTask();
  await new Promise<void>((resolve) => {
    const app = (
      <StrictMode>
        <Shown onShown={resolve}>{screen}</Shown>
      </StrictMode>
    );
    // Renders as a transition, so that React yields the thread every few milliseconds.
    if (rendered) startTransition(() => void hydrateRoot(root, app));
    else createRoot(root).render(app);
  });
}

function Shown({ onShown, children }: { readonly onShown: () => void; readonly children: ReactNode }) {
  useEffect(onShown, [onShown]);
  return children;
}

/** Gives the browser a pause between the steps of hydration, so that scrolling stays smooth on a slow phone. */
async function nextTask(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve));
}

/** Number of simultaneous downloads: most of the connection stays free for the visitor's requests. */
const AT_ONCE = 3;

/**
 * Loads the scripts of the next screens, which the server names, into the browser's cache while the visitor fills in a
 * form and waits for a mail. With the browser's data saving on they are loaded when they are needed.
 */
export function fetchAhead(): void {
  const files = document.querySelector<HTMLMetaElement>('meta[name=scripts-ahead]')?.content.split(' ') ?? [];
  const { connection } = navigator as { readonly connection?: { readonly saveData?: boolean } };
  if (files.length === 0 || connection?.saveData) return;
  const fetchRest = async (): Promise<void> => {
    for (let file = files.shift(); file; file = files.shift()) {
      const answer = await fetch(file, { priority: 'low' });
      // The browser's cache has the file once its body was read completely.
      await answer.blob();
    }
  };
  const start = () => {
    // A lost connection ends the loop: the screen requests a missing script itself.
    for (let count = 0; count < AT_ONCE; count += 1) void fetchRest().catch(() => {});
  };
  // Waits until the files of this page have loaded.
  if (document.readyState === 'complete') start();
  else addEventListener('load', start, { once: true });
}
