import { useEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';
import { scrollBehavior } from '../ui/scroll-behavior.ts';

/** Hash links scroll to their section after this. */
const HASH_DELAY_MS = 100;

/** Every navigation scrolls smoothly to the top, or to the section that the hash names. */
export function useScroll(): void {
  const { pathname, hash, key } = useLocation();
  const type = useNavigationType();
  const last = useRef<string | null>(null);
  useEffect(() => {
    const from = last.current;
    last.current = pathname;
    if (from !== null && from !== pathname) {
      void import('../ui/rescue-focus.ts').then(({ rescueFocus }) => rescueFocus('main h1'));
    }
    const behavior = scrollBehavior();
    if (!hash) {
      // The same page with a tidier query is no navigation to a reader.
      const tidied = from === pathname && type === NavigationType.Replace;
      if (from !== null && !tidied) scrollTo({ top: 0, behavior });
      return undefined;
    }
    const timer = setTimeout(() => {
      document.getElementById(decodeURIComponent(hash.slice(1)))?.scrollIntoView({ behavior });
    }, HASH_DELAY_MS);
    return () => clearTimeout(timer);
    // oxlint-disable-next-line exhaustive-effect-dependencies -- `key` changes with every navigation, to the same place too
  }, [pathname, hash, key, type]);
}
