import { saveToasts } from '../ui/overlays/toast-store.ts';
import type { HeldBack, Navigation } from '../ui/navigation.tsx';
import { scrollBehavior } from '../ui/scroll-behavior.ts';

/**
 * Who came here by a link of ours goes on from the heading with the keyboard, as after a navigation without a document;
 * not who came back, nor who wants a section.
 */
export function focusOnArrival(): void {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const isOurs = document.referrer.startsWith(`${location.origin}/`);
  if (!isOurs || entry?.type !== 'navigate' || location.hash !== '') return;
  void import('../ui/focus-fallback.ts').then(({ restoreFocus }) => restoreFocus('main h1'));
}

/** The router numbers the entries that it makes; neighbours of another document have no such number here. */
function entryIndex(): number | null {
  const index = (history.state as { idx?: unknown } | null)?.idx;
  return typeof index === 'number' ? index : null;
}

/** The page that is shown keeps its focus, which the browser's own way to a section would take away. */
function scrollHere(to: string, hash: string): void {
  const behavior = scrollBehavior();
  if (hash === '') return scrollTo({ top: 0, behavior });
  history.pushState(history.state, '', to);
  document.getElementById(decodeURIComponent(hash.slice(1)))?.scrollIntoView({ behavior });
}

/**
 * Ways out of a screen that has a document for itself: the browser loads the other address. After a reload the entries
 * that the router made before are still this document's, so that a step back only changes the address: it is loaded
 * then, unless something on the page holds the step.
 */
export function documentNavigation(): Navigation {
  const path = location.pathname;
  const index = entryIndex();
  let held: HeldBack | null = null;
  addEventListener('popstate', () => {
    if (location.pathname === path) return;
    const there = entryIndex();
    if (held?.isHeld() && index !== null && there !== null) {
      history.go(index - there);
      held.onHeld();
    } else location.reload();
  });
  return {
    go(to, { replace = false } = {}) {
      const { pathname, search, hash } = new URL(to, location.href);
      if (pathname === location.pathname && search === location.search) return scrollHere(to, hash);
      saveToasts(pathname);
      if (replace) location.replace(to);
      else location.assign(to);
    },
    holdBack(next) {
      held = next;
      return () => {
        if (held === next) held = null;
      };
    },
  };
}
