import { useEffect, useMemo, useRef } from 'react';
import { NavigationType, useBlocker, useLoaderData, useNavigate, useParams } from 'react-router';
import type { WithOpening } from '../opening/open-reader.ts';
import { type HeldBack, type Navigation, NavigationContext } from '../../../ui/navigation.tsx';
import { ReaderPage } from './reader-page.tsx';

/** The reader when one comes to it from another screen; its own address opens with entry-reader.tsx. */
export function ReaderScreen() {
  const params = useParams();
  const { opening } = useLoaderData<WithOpening>();
  return (
    <NavigationContext value={useRouterNavigation()}>
      <ReaderPage params={params} opening={opening} />
    </NavigationContext>
  );
}

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
      go: (path, options) => void navigate(path, options),
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
