import { useMemo } from 'react';
import { useLoaderData, useLocation, useNavigate, useParams } from 'react-router';
import type { WithOpening } from '../opening/open-reader.ts';
import { isFrom, type Navigation, NavigationContext } from '../../../ui/navigation.tsx';
import { passLayers } from '../../../ui/overlays/back-closes.ts';
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
  const { state } = useLocation() as { readonly state: unknown };
  return useMemo(
    () => ({
      go: (path, options) => void navigate(path, options),
      leave(path) {
        // Who asks to leave does so, whatever is open.
        passLayers(() => void (isFrom(state, path) ? navigate(-1) : navigate(path, { replace: true })));
      },
    }),
    [navigate, state],
  );
}
