import { useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { isFrom, type Navigation } from '../../../ui/use-navigation.ts';
import { passLayers } from '../../../ui/overlays/back-closes.ts';

/** Navigation by the router: no document is loaded. */
export function useRouterNavigation(): Navigation {
  const navigate = useNavigate();
  const { state } = useLocation() as { readonly state: unknown };
  return useMemo(
    () => ({
      go: (path, options) => void navigate(path, options),
      leave(path) {
        // Leaves the page even when layers are open.
        passLayers(() => void (isFrom(state, path) ? navigate(-1) : navigate(path, { replace: true })));
      },
    }),
    [navigate, state],
  );
}
