import { useEffect, useMemo, useRef } from 'react';
import { NavigationType, useBlocker, useNavigate } from 'react-router';
import type { HeldBack, Navigation } from '../ui/navigation.tsx';

/** Ways to other screens by the router: no document is loaded. */
export function useRouterNavigation(): Navigation {
  const navigate = useNavigate();
  const held = useRef<HeldBack | null>(null);
  const blocker = useBlocker(
    ({ historyAction }) => historyAction === NavigationType.Pop && held.current?.isHeld() === true,
  );
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    held.current?.onHeld();
    blocker.reset();
  }, [blocker]);
  return useMemo(
    () => ({
      go: (path) => void navigate(path),
      holdBack(next) {
        held.current = next;
        return () => {
          if (held.current === next) held.current = null;
        };
      },
    }),
    [navigate],
  );
}
