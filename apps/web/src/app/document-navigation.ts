import { saveToasts } from '../ui/overlays/toast-store.ts';
import { isFrom, type Navigation } from '../ui/use-navigation.ts';
import { layerDepth } from '../ui/layer-depth.ts';
import { scrollBehavior } from '../ui/scroll-behavior.ts';

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
 * then.
 */
export function documentNavigation(): Navigation {
  const path = location.pathname;
  /** Where one goes once the entries of what lies over the page are passed. */
  let leavingTo: string | null = null;
  addEventListener('popstate', (event) => {
    if (location.pathname !== path) location.reload();
    else if (leavingTo !== null) {
      // No layer takes this step for one that closes it: this was the first to listen.
      event.stopImmediatePropagation();
      go(leavingTo, { replace: true });
    }
  });
  const go: Navigation['go'] = (to, { replace = false } = {}) => {
    const { pathname, search, hash } = new URL(to, location.href);
    if (pathname === location.pathname && search === location.search) return scrollHere(to, hash);
    saveToasts(pathname);
    if (replace) location.replace(to);
    else location.assign(to);
  };
  return {
    go,
    leave(to) {
      // Skips the history entries of open and closed layers, which lie above the page's own, so that leaving really
      // leaves.
      const depth = layerDepth();
      // The router keeps what its links note under `usr`.
      if (isFrom((history.state as { usr?: unknown } | null)?.usr, to)) history.go(-depth - 1);
      else if (depth > 0) {
        leavingTo = to;
        history.go(-depth);
      } else go(to, { replace: true });
    },
  };
}
