import { saveToasts } from '../ui/overlays/toast-store.ts';
import { isFrom, type Navigation } from '../ui/use-navigation.ts';
import { layerDepth } from '../ui/layer-depth.ts';
import { scrollBehavior } from '../ui/scroll-behavior.ts';

/** The page shown keeps its focus, which the browser's own jump to a section would move. */
function scrollHere(to: string, hash: string): void {
  const behavior = scrollBehavior();
  if (hash === '') return scrollTo({ top: 0, behavior });
  history.pushState(history.state, '', to);
  document.getElementById(decodeURIComponent(hash.slice(1)))?.scrollIntoView({ behavior });
}

/**
 * Navigation of a screen with a document of its own: the browser loads other addresses. After a reload, entries that
 * the router made before still belong to this document, so that a step back only changes the address; the document of
 * that address is then loaded.
 */
export function documentNavigation(): Navigation {
  const path = location.pathname;
  /** Target of the navigation once the entries of open layers have been passed. */
  let leavingTo: string | null = null;
  addEventListener('popstate', (event) => {
    if (location.pathname !== path) location.reload();
    else if (leavingTo !== null) {
      // Stops the event, so that no layer takes this step for one that closes it: this listener was added first.
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
      // Skips the history entries of open and closed layers, which are above the page's own entry, so that the page is
      // left.
      const depth = layerDepth();
      // The router stores the state of its links under `usr`.
      if (isFrom((history.state as { usr?: unknown } | null)?.usr, to)) history.go(-depth - 1);
      else if (depth > 0) {
        leavingTo = to;
        history.go(-depth);
      } else go(to, { replace: true });
    },
  };
}
