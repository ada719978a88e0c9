import { useEffect, useLayoutEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';
import { scrollBehavior } from '../ui/scroll-behavior.ts';

/** Delay before scrolling to the section of a hash, ms. */
const HASH_DELAY_MS = 100;

/** Session storage key: scroll position of each history entry, by its key and address. */
const PLACES = 'scroll';
/** Longest wait after a step back until the page shows its contents again, ms. */
const RETURN_PATIENCE_MS = 4000;
const RETURN_STEP_MS = 50;

function readPlaces(): Record<string, number> {
  try {
    return JSON.parse(sessionStorage.getItem(PLACES) ?? '{}') as Record<string, number>;
  } catch {
    return {};
  }
}

/** Stores the scroll position of a history entry. */
function notePlace(key: string, top: number): void {
  try {
    const { [key]: _before, ...others } = readPlaces();
    const last = Object.entries(others).slice(-49);
    sessionStorage.setItem(PLACES, JSON.stringify({ ...Object.fromEntries(last), [key]: top }));
  } catch {
    // The browser's settings refuse storage: a step back then shows the top of the page.
  }
}

/** Scrolls to a position as soon as the page is long enough, unless the visitor scrolls meanwhile. @returns ends it */
function returnTo(top: number): () => void {
  const until = Date.now() + RETURN_PATIENCE_MS;
  const events = new AbortController();
  const stop = () => {
    clearInterval(timer);
    events.abort();
  };
  const step = () => {
    const isLongEnough = document.documentElement.scrollHeight - innerHeight >= top;
    if (isLongEnough) scrollTo({ top, behavior: 'auto' });
    if (isLongEnough || Date.now() > until) stop();
  };
  const timer = setInterval(step, RETURN_STEP_MS);
  for (const type of ['wheel', 'touchmove', 'keydown']) addEventListener(type, stop, { signal: events.signal });
  step();
  return stop;
}

/**
 * Every navigation scrolls smoothly to the top, or to the section that the hash names; a step in the history leads to
 * where the page was left.
 */
export function useScroll(): void {
  const { pathname, hash, key } = useLocation();
  const type = useNavigationType();
  // The first entry of each document has the same key.
  const entry = `${key} ${pathname}`;
  const last = useRef<string | null>(null);
  // Stores the position in the same step in which the next page is rendered: that page may be shorter, which changes
  // the position.
  useLayoutEffect(() => {
    // Before a document's first screen nothing has scrolled, and reading the position would force a layout.
    let top = last.current === null ? 0 : scrollY;
    const follow = () => {
      top = scrollY;
    };
    const note = () => notePlace(entry, top);
    addEventListener('scroll', follow, { passive: true });
    addEventListener('pagehide', note);
    return () => {
      removeEventListener('scroll', follow);
      removeEventListener('pagehide', note);
      note();
    };
  }, [entry]);
  useEffect(() => {
    const from = last.current;
    last.current = pathname;
    if (from !== null && from !== pathname) {
      void import('../ui/focus-fallback.ts').then(({ restoreFocus }) => restoreFocus('main h1'));
    }
    const behavior = scrollBehavior();
    if (!hash && type === NavigationType.Pop) {
      const place = readPlaces()[entry];
      if (place !== undefined) return returnTo(place);
      if (from !== null) scrollTo({ top: 0, behavior });
      return undefined;
    }
    if (!hash) {
      // A change of the query alone is no navigation for the reader.
      const tidied = from === pathname && type === NavigationType.Replace;
      if (from !== null && !tidied) scrollTo({ top: 0, behavior });
      return undefined;
    }
    const timer = setTimeout(() => {
      document.getElementById(decodeURIComponent(hash.slice(1)))?.scrollIntoView({ behavior });
    }, HASH_DELAY_MS);
    return () => clearTimeout(timer);
    // oxlint-disable-next-line exhaustive-effect-dependencies -- `key` changes with every navigation, to the same place too
  }, [pathname, hash, key, entry, type]);
}
